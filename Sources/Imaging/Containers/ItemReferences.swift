import MediaContainers

/// The entries of a HEIF file's `iref` box, in order, up to the first malformed entry.
struct ItemReferences: Sequence, IteratorProtocol {
    struct Entry {
        /// The kind of reference, such as `dimg` from a grid to its tiles.
        var type: FourCharacterCode
        /// The entry as stored, with its header.
        var bytes: UnsafeRawBufferPointer
        var source: Int
        /// The referenced items. Empty if they pass the end of the entry.
        var targets: [Int]
        /// The number of bytes of an item's number.
        var numberSize: Int
    }

    private let view: ByteView
    private let numberSize: Int
    private var boxes: BoxSequence<ByteView>.Iterator

    /// - Parameter content: The content of the box, starting at its version.
    /// - Returns: `nil` if the box has no content.
    init?(_ content: ByteView) {
        guard let version = content.byte(at: 0), content.count > 4 else { return nil }
        view = content
        numberSize = version == 0 ? 2 : 4
        boxes = BoxSequence(content, in: 4..<content.count, limit: .max, acceptsAnyType: true).makeIterator()
    }

    mutating func next() -> Entry? {
        guard let box = boxes.next(), let bytes = view.part(at: box.offset, count: box.end - box.offset),
            let part = view.part(at: box.content.lowerBound, count: box.content.count)
        else { return nil }
        let content = ByteView(part)
        guard let source = MetaBox.itemNumber(content, at: 0, numberSize), let count = content.uint16(at: numberSize)
        else { return nil }
        let targets = (0..<count).map { MetaBox.itemNumber(content, at: numberSize + 2 + $0 * numberSize, numberSize) }
        let known = targets.compactMap { $0 }
        return Entry(
            type: box.type, bytes: bytes, source: source, targets: known.count == count ? known : [],
            numberSize: numberSize)
    }
}
