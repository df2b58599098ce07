/// The chunks that follow one another in a RIFF file, such as a WebP file, or inside a chunk.
///
/// The sequence finds the chunks that libwebp reads:
/// - Bytes behind the size that the file's header states belong to no chunk.
/// - A chunk of odd length is followed by one byte.
/// - The last chunk can pass the end of the part.
///
/// - Complexity: O(*n*) reads of 8 bytes for *n* chunks, at most `limit`.
package struct RIFFChunkSequence<Source: ByteSource>: Sequence {
    private static var headerSize: Int { 12 }

    package let source: Source
    /// The part of the file in which the chunks lie.
    package let range: Range<Int>
    /// Whether the file's header states a size that passes the end of the file.
    package let isCutShort: Bool
    private let limit: Int

    /// The chunks in a part of a file. Parts past the end of the file are ignored.
    package init(_ source: Source, in range: Range<Int>, limit: Int = 1_000_000) {
        self.source = source
        self.range = range.clamped(to: 0..<Swift.max(0, source.count))
        self.limit = limit
        isCutShort = false
    }

    /// The chunks of an entire file. A file without RIFF's header has none.
    package init(file source: Source, limit: Int = 1_000_000) {
        let header = Self.headerSize
        let size = source.withBytes(at: 0, header, endingBefore: header) {
            $0.count == header && $0.has("RIFF", at: 0) ? $0.uint32(at: 4, .little) : nil
        }
        let end = size.map { $0 + 8 } ?? header
        self.source = source
        self.limit = limit
        range =
            Swift.min(header, source.count)..<Swift.max(Swift.min(header, source.count), Swift.min(end, source.count))
        isCutShort = end > source.count
    }

    /// Whether the part has all of a chunk's content.
    package func holdsWhole(_ chunk: MediaChunk) -> Bool {
        chunk.content.upperBound <= range.upperBound
    }

    package func makeIterator() -> Iterator {
        Iterator(self)
    }

    package struct Iterator: IteratorProtocol {
        private let chunks: RIFFChunkSequence
        private var remaining: Int
        private var offset: Int

        fileprivate init(_ chunks: RIFFChunkSequence) {
            self.chunks = chunks
            remaining = chunks.limit
            offset = chunks.range.lowerBound
        }

        package mutating func next() -> MediaChunk? {
            guard remaining > 0, offset < chunks.range.upperBound, let chunk = chunk() else {
                remaining = 0
                return nil
            }
            remaining -= 1
            offset = chunk.end
            return chunk
        }

        private func chunk() -> MediaChunk? {
            chunks.source.withBytes(at: offset, 8, endingBefore: chunks.range.upperBound) { header in
                guard let type = header.code(at: 0), let length = header.uint32(at: 4, .little) else { return nil }
                let content = offset + 8..<offset + 8 + length
                return MediaChunk(type: type, offset: offset, content: content, end: content.upperBound + length % 2)
            }
        }
    }
}
