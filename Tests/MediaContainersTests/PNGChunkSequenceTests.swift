import AlbumenTestSupport
import Foundation
import Testing

@testable import MediaContainers

/// The chunks of PNG files that break the format's rules.
@Suite struct PNGChunkSequenceTests {
    private static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

    private static func chunk(_ type: String, _ content: [UInt8] = []) -> [UInt8] {
        SampleMedia.bigEndian32(content.count) + Array(type.utf8) + content + [9, 9, 9, 9]
    }

    private func walk(_ file: [UInt8], limit: Int = 1000) -> [MediaChunk] {
        let chunks = withView(file) { Array(PNGChunkSequence($0, limit: limit)) }
        #expect(chunks == Array(PNGChunkSequence(CountedSource(file), limit: limit)))
        return chunks
    }

    @Test func `chunks follow one another up to the end`() {
        let file = Self.signature + Self.chunk("IHDR", [1, 2, 3]) + Self.chunk("IEND") + Self.chunk("tEXt", [4])
        #expect(
            walk(file) == [
                MediaChunk(type: "IHDR", offset: 8, content: 16..<19, end: 23),
                MediaChunk(type: "IEND", offset: 23, content: 31..<31, end: 35),
            ])
    }

    @Test(
        "a chunk that decoders reject ends the sequence",
        arguments: [
            [0x80, 0, 0, 0] + Array("tEXt".utf8), [0xFF, 0xFF, 0xFF, 0xFF] + Array("tEXt".utf8),
            [0, 0, 0, 0] + Array("tE t".utf8), [0, 0, 0, 0, 0x74, 0x45, 0x58, 0xC3], [0, 0, 0, 0, 0, 0, 0, 0],
            [0, 0, 0, 0] + Array("tEX@".utf8), [0, 0, 0, 0] + Array("tEX[".utf8),
        ] as [[UInt8]])
    func rejected(_ header: [UInt8]) {
        let file = Self.signature + Self.chunk("IHDR", [1]) + header + [9, 9, 9, 9] + Self.chunk("IEND")
        #expect(walk(file).map(\.type) == ["IHDR"])
    }

    @Test func `the last chunk can pass the end`() throws {
        let file = Self.signature + Self.chunk("IHDR", [1]) + [0x7F, 0xFF, 0xFF, 0xFF] + Array("IDAT".utf8) + [1]
        let last = try #require(walk(file).last)
        #expect(last.type == "IDAT")
        #expect(last.content == 29..<29 + 0x7FFF_FFFF)
        withView(file) { #expect(!PNGChunkSequence($0).holdsWhole(last)) }
    }

    @Test func `a file that is cut off has the chunks before the cut`() {
        let file = Self.signature + Self.chunk("IHDR", [1, 2]) + Self.chunk("tEXt") + Self.chunk("IEND")
        let all = walk(file)
        for length in 0..<file.count {
            #expect(walk(Array(file.prefix(length))) == all.filter { $0.offset + 8 <= length }, "\(length) bytes")
        }
    }

    @Test func `bytes without the signature have no chunks`() {
        #expect(walk([0] + Self.signature.dropFirst() + Self.chunk("IHDR")) == [])
        #expect(walk(Self.signature.dropLast() + [0x0D] + Self.chunk("IHDR")) == [])
    }

    @Test func `no more chunks than the limit are read`() {
        let file = Self.signature + (0..<5).flatMap { _ in Self.chunk("tEXt") }
        #expect(walk(file, limit: 3).count == 3)
    }

    @Test func `the chunks of a file of 100 MB take a few reads`() {
        let head = Self.signature + Self.chunk("IHDR", [1]) + SampleMedia.bigEndian32(100_000_000) + Array("IDAT".utf8)
        let file = CountedSource(head, zeros: 100_000_004, Self.chunk("eXIf", [1]) + Self.chunk("IEND"))
        #expect(PNGChunkSequence(file).map(\.type) == ["IHDR", "IDAT", "eXIf", "IEND"])
        #expect(file.readCount < 100)
    }
}
