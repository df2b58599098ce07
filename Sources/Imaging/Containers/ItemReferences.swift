/// The entries of a HEIF file's `iref` box, in order, up to the first that makes no sense.
struct ItemReferences: Sequence, IteratorProtocol {
    struct Entry {
        /// What kind of reference it is.
        var code: FourCharacterCode
        /// As it stands in the box, with its header.
        var bytes: UnsafeRawBufferPointer
        var source: Int
        /// Where in `bytes` the items are that are referred to; none where they do not fit in.
        var targetOffsets: [Int]
        /// Bytes of an item's number.
        var numberSize: Int

        /// The items that are referred to.
        var targets: [Int] {
            targetOffsets.compactMap { SharedItemReferences.number(ByteView(bytes), at: $0, numberSize) }
        }
    }

    private let view: ByteView
    private let numberSize: Int
    private var offset = 4

    /// - Parameter content: of the box, from its version on. Nil where it has none.
    init?(_ content: UnsafeRawBufferPointer) {
        view = ByteView(content)
        guard let version = view.byte(at: 0), view.count > 4 else { return nil }
        numberSize = version == 0 ? 2 : 4
    }

    mutating func next() -> Entry? {
        guard let length = view.uint32(at: offset), length >= 10 + numberSize, let code = view.code(at: offset + 4),
            let source = SharedItemReferences.number(view, at: offset + 8, numberSize),
            let count = view.uint16(at: offset + 8 + numberSize), let bytes = view.part(at: offset, count: length)
        else { return nil }
        offset += length
        let first = 10 + numberSize
        let isWhole = first + count * numberSize <= length
        return Entry(
            code: code, bytes: bytes, source: source,
            targetOffsets: isWhole ? (0..<count).map { first + $0 * numberSize } : [], numberSize: numberSize)
    }
}
