/// The blocks of a GIF file, from the first one to the trailer.
///
/// The sequence ends at a byte that starts no block, as if the trailer were there. Decoders show the images before it.
/// If the file ends within a block, that block is the last one.
///
/// - Complexity: O(*n*) reads for *n* blocks and parts of their data.
package struct GIFBlockSequence<Source: ByteSource>: Sequence {
    private static var headerSize: Int { 13 }

    package let source: Source
    /// Whether the file has a palette for all images.
    package let hasGlobalPalette: Bool
    /// Where the first block starts.
    private let start: Int
    private let limit: Int

    /// - Parameter limit: The most blocks to read; the rest of the file is ignored.
    package init(_ source: Source, limit: Int = 1_000_000) {
        self.source = source
        self.limit = limit
        let flags = source.withBytes(at: 0, Self.headerSize, endingBefore: Self.headerSize) { header in
            header.has("GIF8", at: 0) ? header.byte(at: 10) : nil
        }
        hasGlobalPalette = flags.map { $0 & 0x80 != 0 } ?? false
        start = flags.map { Self.headerSize + Self.paletteSize($0) } ?? source.count
    }

    private static func paletteSize(_ flags: UInt8) -> Int {
        flags & 0x80 == 0 ? 0 : 3 << (Int(flags & 7) + 1)
    }

    package func makeIterator() -> Iterator {
        Iterator(self)
    }

    package struct Iterator: IteratorProtocol {
        private let blocks: GIFBlockSequence
        private var remaining: Int
        /// Where the next block starts. After the last block, no reader understands the bytes from there.
        package private(set) var position: Int

        fileprivate init(_ blocks: GIFBlockSequence) {
            self.blocks = blocks
            remaining = blocks.limit
            position = Swift.min(blocks.start, blocks.source.count)
        }

        package mutating func next() -> GIFBlock? {
            guard remaining > 0, let block = block() else {
                remaining = 0
                return nil
            }
            remaining = block.kind == .trailer || !block.isWhole ? 0 : remaining - 1
            position = block.data.upperBound
            return block
        }

        private func block() -> GIFBlock? {
            let source = blocks.source
            return source.withBytes(at: position, 10, endingBefore: source.count) { header in
                switch header.byte(at: 0) {
                case 0x3B:
                    return GIFBlock(
                        kind: .trailer, offset: position, data: position + 1..<position + 1, isWhole: true)
                case 0x21:
                    return header.byte(at: 1).map { block(.extension(label: $0), data: position + 2) }
                case 0x2C:
                    // The size of the codes follows the palette.
                    return header.byte(at: 9).map { flags in
                        block(.image(flags: flags), data: position + 11 + GIFBlockSequence.paletteSize(flags))
                    }
                default:
                    return nil
                }
            }
        }

        private func block(_ kind: GIFBlock.Kind, data start: Int) -> GIFBlock {
            let count = blocks.source.count
            let start = Swift.min(start, count)
            var parts = GIFDataBlocks(blocks.source, in: start..<count)
            while parts.next() != nil {}
            let end = parts.isWhole ? parts.position : count
            return GIFBlock(kind: kind, offset: position, data: start..<end, isWhole: parts.isWhole)
        }
    }
}
