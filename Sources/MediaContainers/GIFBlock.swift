/// A block of a GIF file.
package struct GIFBlock: Hashable, Sendable {
    package enum Kind: Hashable, Sendable {
        /// An image, with the flags of its descriptor.
        case image(flags: UInt8)
        case `extension`(label: UInt8)
        case trailer
    }

    package let kind: Kind
    /// Where the block starts.
    package let offset: Int
    /// Where the data of the block lie, with the lengths of their parts and the empty part that ends them.
    package let data: Range<Int>
    /// Whether the empty part is there.
    package let isWhole: Bool
}

/// The parts of a GIF block's data, each of at most 255 bytes. The sequence ends before an empty part, and before a
/// part that passes the end.
package struct GIFDataBlocks<Source: ByteSource>: Sequence, IteratorProtocol {
    private let source: Source
    private let end: Int
    /// Where the next part starts, with its length.
    private(set) package var position: Int
    /// Whether the empty part is there. It's known at the end of the iteration.
    private(set) package var isWhole = false

    package init(_ source: Source, in range: Range<Int>) {
        self.source = source
        let range = range.clamped(to: 0..<Swift.max(0, source.count))
        position = range.lowerBound
        end = range.upperBound
    }

    package mutating func next() -> Range<Int>? {
        guard !isWhole else { return nil }
        let length = source.withBytes(at: position, 1, endingBefore: end) { $0.byte(at: 0).map(Int.init) }
        guard let length, length <= end - position - 1 else { return nil }
        let part = position + 1..<position + 1 + length
        position = part.upperBound
        isWhole = length == 0
        return isWhole ? nil : part
    }
}
