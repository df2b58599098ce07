/// The boxes that follow one another in a part of a file: at its top level, or inside a box.
///
/// Iterating reads headers only, 16 bytes each. It ends at the first header that is cut off by the end of the part, or
/// has a size smaller than the header or greater than 2⁴⁸. The last box can pass the end of the part. Boxes inside a
/// box are never read past the end of that box.
///
/// To find a box several levels down, name its path. Nothing here follows a file's nesting on its own, so a file can't
/// choose the depth:
///
/// ```swift
/// let top = BoxSequence(source)
/// let durations = top.inside("moov")?.inside("mvhd")
/// ```
///
/// - Complexity: O(*n*) reads for *n* boxes, at most `limit`.
package struct BoxSequence<Source: ByteSource>: Sequence {
    package let source: Source
    /// The part of the file in which the boxes lie.
    package let range: Range<Int>
    private let limit: Int
    private let acceptsAnyType: Bool

    /// - Parameters:
    ///   - range: the part of the file; `nil` for the whole file. Parts past the end of the file are ignored.
    ///   - limit: the most boxes to read; the rest of the part is ignored.
    ///   - acceptsAnyType: whether control characters can be part of a type. By default they end the sequence, because
    ///     some cameras write zeros or private data behind the last box.
    package init(
        _ source: Source, in range: Range<Int>? = nil, limit: Int = BoxLimits.boxes, acceptsAnyType: Bool = false
    ) {
        self.source = source
        self.acceptsAnyType = acceptsAnyType
        self.range = (range ?? 0..<source.count).clamped(to: 0..<Swift.max(0, source.count))
        self.limit = limit
    }

    /// Returns the first box of a type.
    package func first(_ type: FourCharacterCode) -> MediaBox? {
        first { $0.type == type }
    }

    /// Returns the boxes in the content of a box, without the part of the content that passes the end of this
    /// sequence's range.
    ///
    /// - Parameter headerCount: the bytes before the first box, such as 4 for the version and flags of a full box.
    package func inside(_ box: MediaBox, after headerCount: Int = 0, limit: Int = BoxLimits.boxes) -> BoxSequence {
        let content = box.content.clamped(to: range)
        let start = Swift.min(content.lowerBound + headerCount, content.upperBound)
        return BoxSequence(source, in: start..<content.upperBound, limit: limit, acceptsAnyType: acceptsAnyType)
    }

    /// Returns the boxes in the content of the first box of a type, or `nil` if there is no such box.
    package func inside(
        _ type: FourCharacterCode, after headerCount: Int = 0, limit: Int = BoxLimits.boxes
    ) -> BoxSequence? {
        first(type).map { inside($0, after: headerCount, limit: limit) }
    }

    /// Whether all of a box lies in this sequence's range.
    package func holdsWhole(_ box: MediaBox) -> Bool {
        box.offset >= range.lowerBound && box.end <= range.upperBound
    }

    package func makeIterator() -> Iterator {
        Iterator(self)
    }

    package struct Iterator: IteratorProtocol {
        private static var headerSize: Int { 8 }
        private static var longHeaderSize: Int { 16 }
        /// A declared size of this or more is invalid, even for a file that is cut short.
        private static var plausibleSize: Int { 1 << 48 }

        private let boxes: BoxSequence
        private var remaining: Int
        private var offset: Int

        fileprivate init(_ boxes: BoxSequence) {
            self.boxes = boxes
            remaining = boxes.limit
            offset = boxes.range.lowerBound
        }

        package mutating func next() -> MediaBox? {
            guard remaining > 0, offset < boxes.range.upperBound, let box = box(at: offset) else {
                remaining = 0
                return nil
            }
            remaining -= 1
            offset = box.end
            return box
        }

        private func box(at offset: Int) -> MediaBox? {
            withUnsafeTemporaryAllocation(byteCount: Self.longHeaderSize, alignment: 8) { buffer in
                let room = UnsafeMutableRawBufferPointer(
                    rebasing: buffer[..<Swift.min(Self.longHeaderSize, boxes.range.upperBound - offset)])
                let count = boxes.source.read(at: offset, into: room)
                let header = ByteView(UnsafeRawBufferPointer(rebasing: room[..<count]))
                guard let declared = header.uint32(at: 0), let type = header.code(at: 4),
                    boxes.acceptsAnyType || type.isPrintable
                else { return nil }
                var (headerSize, size) = (Self.headerSize, declared)
                if declared == 1 {
                    headerSize = Self.longHeaderSize
                    // The end cuts off this header, so the box certainly passes the end.
                    size = header.count < headerSize ? headerSize : header.uint64(at: 8) ?? 0
                } else if declared == 0 {
                    size = boxes.range.upperBound - offset
                }
                guard size >= headerSize, size < Self.plausibleSize else { return nil }
                return MediaBox(
                    type: type, offset: offset, content: offset + headerSize..<offset + size,
                    isOpenEnded: declared == 0)
            }
        }
    }
}
