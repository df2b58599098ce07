import AlbumenTestSupport
import Foundation
import Testing

@testable import MediaContainers

/// The blocks of GIF files that break the format's rules.
@Suite struct GIFBlockSequenceTests {
    private static let header: [UInt8] = Array("GIF89a".utf8) + [1, 0, 1, 0, 0x80, 0, 0] + [1, 2, 3, 4, 5, 6]
    private static let comment: [UInt8] = [0x21, 0xFE, 2, 0x2C, 0x3B, 1, 0x21, 0]
    /// With a palette of its own of 4 colours.
    private static let image: [UInt8] =
        [0x2C, 0, 0, 0, 0, 1, 0, 1, 0, 0x81] + [UInt8](repeating: 7, count: 12) + [2, 2, 0x4C, 1, 0]

    private func walk(_ file: [UInt8], limit: Int = 1000) -> [GIFBlock] {
        let blocks = withView(file) { Array(GIFBlockSequence($0, limit: limit)) }
        #expect(blocks == Array(GIFBlockSequence(CountedSource(file), limit: limit)))
        return blocks
    }

    @Test func `blocks follow one another up to the trailer`() {
        let blocks = walk(Self.header + Self.comment + Self.image + [0x3B] + Self.comment)
        #expect(
            blocks == [
                GIFBlock(kind: .extension(label: 0xFE), offset: 19, data: 21..<27, isWhole: true),
                GIFBlock(kind: .image(flags: 0x81), offset: 27, data: 50..<54, isWhole: true),
                GIFBlock(kind: .trailer, offset: 54, data: 55..<55, isWhole: true),
            ])
    }

    @Test func `a byte that starts no block ends the sequence`() {
        for byte: UInt8 in [0, 1, 0x20, 0xFF] {
            let file = Self.header + Self.image + [byte] + Self.comment
            #expect(walk(file).map(\.kind) == [.image(flags: 0x81)])
            withView(file) { view in
                var iterator = GIFBlockSequence(view).makeIterator()
                while iterator.next() != nil {}
                #expect(iterator.position == Self.header.count + Self.image.count)
            }
        }
    }

    @Test func `a file that is cut off has the blocks before the cut`() throws {
        let file = Self.header + Self.comment + Self.image + [0x3B]
        let all = walk(file)
        for length in 0..<file.count {
            let cut = walk(Array(file.prefix(length)))
            let whole = cut.filter(\.isWhole)
            #expect(whole == Array(all.prefix(whole.count)), "\(length) bytes")
            #expect(cut.count <= whole.count + 1)
            // The content of a block that is cut off isn't read as blocks.
            #expect(cut.last.map { $0.isWhole || $0.data.upperBound == length } ?? true)
        }
    }

    @Test func `the data of a block are in parts`() {
        withView(Self.header + Self.comment) { view in
            #expect(Array(GIFDataBlocks(view, in: 21..<27)) == [22..<24, 25..<26])
            #expect(Array(GIFDataBlocks(view, in: 21..<25)) == [22..<24])
            var cut = GIFDataBlocks(view, in: 21..<23)
            #expect(cut.next() == nil)
            #expect(!cut.isWhole)
            #expect(cut.position == 21)
        }
    }

    @Test func `the palette for all images is optional`() {
        withView(Self.header) { #expect(GIFBlockSequence($0).hasGlobalPalette) }
        let plain = Array("GIF87a".utf8) + [1, 0, 1, 0, 0x00, 0, 0]
        withView(plain + Self.comment) { view in
            #expect(!GIFBlockSequence(view).hasGlobalPalette)
            #expect(GIFBlockSequence(view).map(\.offset) == [13])
        }
        #expect(walk(Array("GIX89a".utf8) + plain.dropFirst(6) + Self.comment) == [])
    }

    @Test func `no more blocks than the limit are read`() {
        #expect(walk(Self.header + (0..<5).flatMap { _ in Self.comment }, limit: 3).count == 3)
    }
}
