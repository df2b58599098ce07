import MediaContainers
import MediaRequests

extension MetadataRemoval {
    /// The label of an extension without a meaning, which readers skip.
    private static let unknownLabel: UInt8 = 0xFB
    /// The number of loops and the size of a buffer have up to five bytes.
    private static let loopLimit = 5

    /// Removes comments and XMP from a GIF file. Their blocks keep their sizes.
    mutating func removeFromGIF() throws(MediaError) {
        guard file.byte(at: 10) != nil else { throw MediaError(.unreadable, "the file is cut short") }
        var iterator = GIFBlockSequence(file).makeIterator()
        while let block = iterator.next() {
            guard case .extension(let label) = block.kind else { continue }
            try removeFromExtension(label, block)
        }
        // Behind the trailer, or bytes that no reader understands.
        try changes.zero(iterator.position..<file.count)
    }

    private mutating func removeFromExtension(_ label: UInt8, _ block: GIFBlock) throws(MediaError) {
        let (start, end) = (block.data.lowerBound, block.data.upperBound)
        var all = Array(GIFDataBlocks(file, in: block.data))
        // A part that passes the end of the file.
        if !block.isWhole { all.append((all.last?.upperBound ?? start)..<end) }
        switch label {
        // Comments, texts, and extensions that nobody knows.
        case 0x00..<0xF9, 0xFA..<0xFF:
            try changes.write([Self.unknownLabel], at: start - 1)
            for block in all { try changes.zero(block) }
        case 0xFF where file.has("XMP DataXMP", at: start + 1):
            // The packet has no blocks of its own. Its last 258 bytes lead readers of blocks to the end.
            guard let packet = packet(from: start + 12, to: end) else {
                throw MediaError(.unsupported, "its XMP metadata can't be removed")
            }
            try removeOrClearXMP(packet)
        case 0xFF where file.has("NETSCAPE2.0", at: start + 1), 0xFF where file.has("ANIMEXTS1.0", at: start + 1),
            0xFF where file.has("ICCRGBG1012", at: start + 1):
            for block in all.dropFirst() where block.count > Self.loopLimit && !file.has("ICC", at: start + 1) {
                try changes.zero(block)
            }
        case 0xFF:
            for block in all.dropFirst() { try changes.zero(block) }
        // The control of the next image has four bytes.
        default: for block in all.dropFirst() { try changes.zero(block) }
        }
    }

    private func packet(from start: Int, to end: Int) -> Range<Int>? {
        let trailer = 258
        guard end - trailer > start, file.byte(at: end - trailer) == 1, file.byte(at: end - trailer + 1) == 0xFF else {
            return nil
        }
        return start..<end - trailer
    }
}
