/// The chunks of a PNG file, from its header to its end (PNG specification, §5.3).
///
/// The sequence finds the chunks that libpng reads:
/// - A length of 2³¹ or more ends the sequence, and so does a type with a byte that isn't a letter.
/// - The last chunk can pass the end of the part. There is no chunk after one of type `IEND`.
/// - Checksums aren't compared, because decoders can show chunks with a wrong one.
///
/// Bytes without PNG's signature result in an empty sequence.
///
/// - Complexity: O(*n*) reads of 8 bytes for *n* chunks, at most `limit`.
package struct PNGChunkSequence<Source: ByteSource>: Sequence {
    package let source: Source
    /// The part of the file in which the chunks lie.
    package let range: Range<Int>
    private let limit: Int

    /// - Parameters:
    ///   - range: The part of the file; `nil` for the whole file. Parts past the end of the file are ignored.
    ///   - limit: The most chunks to read; the rest of the part is ignored. Encoders write chunks of several thousand
    ///     bytes.
    package init(_ source: Source, in range: Range<Int>? = nil, limit: Int = 1_000_000) {
        self.source = source
        self.range = (range ?? 0..<source.count).clamped(to: 0..<Swift.max(0, source.count))
        self.limit = limit
    }

    /// Whether the part has all of a chunk, with its checksum.
    package func holdsWhole(_ chunk: MediaChunk) -> Bool {
        chunk.end <= range.upperBound
    }

    package func makeIterator() -> Iterator {
        Iterator(self)
    }

    package struct Iterator: IteratorProtocol {
        private static var lengthLimit: Int { 1 << 31 }

        private let chunks: PNGChunkSequence
        private var offset: Int
        private var remaining: Int

        fileprivate init(_ chunks: PNGChunkSequence) {
            self.chunks = chunks
            let start = chunks.range.lowerBound
            let hasSignature = chunks.source.withBytes(at: start, 8, endingBefore: chunks.range.upperBound) {
                $0.uint32(at: 0) == 0x8950_4E47 && $0.uint32(at: 4) == 0x0D0A_1A0A
            }
            offset = start + 8
            remaining = hasSignature ? chunks.limit : 0
        }

        package mutating func next() -> MediaChunk? {
            guard remaining > 0, offset < chunks.range.upperBound, let chunk = chunk() else {
                remaining = 0
                return nil
            }
            remaining = chunk.type == "IEND" ? 0 : remaining - 1
            offset = chunk.end
            return chunk
        }

        private func chunk() -> MediaChunk? {
            chunks.source.withBytes(at: offset, 8, endingBefore: chunks.range.upperBound) { header in
                guard let length = header.uint32(at: 0), let type = header.code(at: 4), length < Self.lengthLimit,
                    type.hasOnlyLetters
                else { return nil }
                let content = offset + 8..<offset + 8 + length
                return MediaChunk(type: type, offset: offset, content: content, end: content.upperBound + 4)
            }
        }
    }
}
