import MediaContainers

/// The `meta` box of a HEIF file, which describes the file's items: pictures, their tiles, and metadata.
struct MetaBox {
    let header: MediaBox
    /// The content from the version on.
    let content: ByteView

    /// libheif refuses a `meta` box with more boxes.
    private static let boxLimit = 20_000

    /// Returns `nil` if the file has no whole `meta` box.
    init?(_ view: ByteView, _ boxes: FileBoxes) {
        guard let header = boxes.first("meta") else { return nil }
        self.init(view, header)
    }

    /// Returns `nil` if the box passes the end of the file.
    init?(_ view: ByteView, _ header: MediaBox) {
        guard let content = view.part(at: header.content.lowerBound, count: header.content.count) else { return nil }
        self.header = header
        self.content = ByteView(content)
    }

    /// Returns the first box of a type inside this one, at offsets in `content`, or `nil` if the box isn't whole.
    func first(_ type: FourCharacterCode) -> MediaBox? {
        let boxes = BoxSequence(
            content, in: min(4, content.count)..<content.count, limit: Self.boxLimit, acceptsAnyType: true)
        return boxes.first(type).flatMap { boxes.holdsWhole($0) ? $0 : nil }
    }

    /// Returns the content of the first box of a type.
    func content(of type: FourCharacterCode) -> ByteView? {
        first(type).flatMap { content.part(at: $0.content.lowerBound, count: $0.content.count) }.map(ByteView.init)
    }

    /// The number of the primary picture.
    var primaryItem: Int? {
        guard let box = content(of: "pitm"), let version = box.byte(at: 0) else { return nil }
        return Self.itemNumber(box, at: 4, version == 0 ? 2 : 4)
    }

    /// Reads an item's number of two or four bytes.
    static func itemNumber(_ view: ByteView, at offset: Int, _ size: Int) -> Int? {
        size == 2 ? view.uint16(at: offset) : view.uint32(at: offset)
    }
}
