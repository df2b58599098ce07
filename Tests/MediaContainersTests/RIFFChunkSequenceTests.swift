import AlbumenTestSupport
import Foundation
import Testing

@testable import MediaContainers

/// The chunks of RIFF files that break the format's rules.
@Suite struct RIFFChunkSequenceTests {
    private static func chunk(_ type: String, _ content: [UInt8] = []) -> [UInt8] {
        Array(type.utf8) + SampleMedia.littleEndian32(content.count) + content + (content.count % 2 == 1 ? [0] : [])
    }

    private static func file(_ chunks: [UInt8], size: Int? = nil) -> [UInt8] {
        Array("RIFF".utf8) + SampleMedia.littleEndian32(size ?? chunks.count + 4) + Array("WEBP".utf8) + chunks
    }

    private func walk(_ file: [UInt8], limit: Int = 1000) -> [MediaChunk] {
        let chunks = withView(file) { Array(RIFFChunkSequence(file: $0, limit: limit)) }
        #expect(chunks == Array(RIFFChunkSequence(file: CountedSource(file), limit: limit)))
        return chunks
    }

    @Test func `a chunk of odd length is followed by one byte`() {
        let file = Self.file(Self.chunk("VP8X", [1, 2, 3]) + Self.chunk("EXIF", [4, 5]))
        #expect(
            walk(file) == [
                MediaChunk(type: "VP8X", offset: 12, content: 20..<23, end: 24),
                MediaChunk(type: "EXIF", offset: 24, content: 32..<34, end: 34),
            ])
    }

    @Test func `bytes behind the stated size belong to no chunk`() {
        let chunks = Self.chunk("VP8 ", [1, 2])
        let file = Self.file(chunks + Self.chunk("EXIF", [3]), size: chunks.count + 4)
        #expect(walk(file).map(\.type) == ["VP8 "])
        withView(file) { #expect(!RIFFChunkSequence(file: $0).isCutShort) }
        #expect(walk(Self.file(chunks, size: 0)) == [])
    }

    @Test func `the last chunk can pass the end`() throws {
        let file = Self.file(Array("EXIF".utf8) + [0xFF, 0xFF, 0xFF, 0xFF, 7], size: 0xFFFF_FFFF)
        let last = try #require(walk(file).last)
        #expect(last.content == 20..<20 + 0xFFFF_FFFF)
        withView(file) {
            #expect(!RIFFChunkSequence(file: $0).holdsWhole(last))
            #expect(RIFFChunkSequence(file: $0).isCutShort)
        }
    }

    @Test func `a file that is cut off has the chunks before the cut`() {
        let file = Self.file(Self.chunk("VP8X", [1, 2, 3]) + Self.chunk("EXIF", [4, 5]) + Self.chunk("XMP "))
        let all = walk(file)
        for length in 0..<file.count {
            let cut = Array(file.prefix(length))
            #expect(walk(cut) == all.filter { $0.offset + 8 <= length }, "\(length) bytes")
            withView(cut) { #expect(RIFFChunkSequence(file: $0).isCutShort) }
        }
    }

    @Test func `chunks inside a chunk end where it does`() {
        let inner = Self.chunk("ALPH", [1]) + Self.chunk("VP8 ", [2, 3])
        let file = Self.file(Self.chunk("ANMF", [UInt8](repeating: 0, count: 16) + inner) + Self.chunk("EXIF", [4]))
        withView(file) { view in
            let frame = RIFFChunkSequence(file: view).first { $0.type == "ANMF" }
            let range = (frame?.content.lowerBound ?? 0) + 16..<(frame?.content.upperBound ?? 0)
            #expect(RIFFChunkSequence(view, in: range).map(\.type) == ["ALPH", "VP8 "])
            #expect(RIFFChunkSequence(view, in: range.lowerBound..<range.lowerBound + 7).map(\.type) == [])
        }
    }

    @Test func `no more chunks than the limit are read`() {
        #expect(walk(Self.file((0..<5).flatMap { _ in Self.chunk("EXIF") }), limit: 3).count == 3)
    }

    @Test func `the chunks of a file of 100 MB take a few reads`() {
        let end = Self.chunk("EXIF", [1, 2])
        let head = Self.file(
            Array("VP8 ".utf8) + SampleMedia.littleEndian32(100_000_000), size: 100_000_012 + end.count)
        let file = CountedSource(head, zeros: 100_000_000, end)
        #expect(RIFFChunkSequence(file: file).map(\.type) == ["VP8 ", "EXIF"])
        #expect(file.readCount < 100)
    }
}
