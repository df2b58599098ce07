import MediaContainers
import MediaWork

extension MetadataRemoval {
    /// The label of an extension without a meaning, which readers skip.
    private static let unknownLabel: UInt8 = 0xFB
    /// The number of loops and the size of a buffer have up to five bytes.
    private static let loopLimit = 5

    /// Removes comments and XMP from a GIF file. Their blocks keep their sizes.
    mutating func removeFromGIF() throws(MediaError) {
        guard let flags = file.byte(at: 10) else { throw MediaError(.unreadable, "the file is cut short") }
        var position = 13 + Self.tableSize(flags)
        while let mark = file.byte(at: position) {
            if mark == 0x2C, let flags = file.byte(at: position + 9) {
                // The code size follows the table.
                position += 10 + Self.tableSize(flags) + 1
                position = blocks(at: position).last?.upperBound ?? position
                position += 1
            } else if mark == 0x21, let label = file.byte(at: position + 1) {
                position = try removeFromExtension(label, at: position + 2)
            } else {
                // The end of the file, or bytes that no reader understands.
                position += 1
                break
            }
        }
        try changes.zero(min(position, file.count)..<file.count)
    }

    private static func tableSize(_ flags: UInt8) -> Int { flags & 0x80 == 0 ? 0 : 3 << Int(flags & 7 + 1) }

    /// Returns the contents of blocks up to the empty one that ends them.
    private func blocks(at start: Int) -> [Range<Int>] {
        var blocks: [Range<Int>] = []
        var position = start
        while let count = file.byte(at: position), count > 0, position + 1 + Int(count) <= file.count {
            blocks.append(position + 1..<position + 1 + Int(count))
            position += 1 + Int(count)
        }
        return blocks
    }

    private mutating func removeFromExtension(_ label: UInt8, at start: Int) throws(MediaError) -> Int {
        let all = blocks(at: start)
        let end = (all.last?.upperBound ?? start) + 1
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
        return end
    }

    private func packet(from start: Int, to end: Int) -> Range<Int>? {
        let trailer = 258
        guard end - trailer > start, file.byte(at: end - trailer) == 1, file.byte(at: end - trailer + 1) == 0xFF else {
            return nil
        }
        return start..<end - trailer
    }
}
