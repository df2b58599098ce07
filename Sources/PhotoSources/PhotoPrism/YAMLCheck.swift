/// Refuses hostile YAML before a parser sees it. The checks look at bytes alone, and so can find more than there is in
/// texts, but never less.
enum YAMLCheck {
    static let deepest = 64

    /// Returns the largest depth of lists and mappings that a document can have: brackets, and marks of a block at the
    /// start of a line.
    ///
    /// - Complexity: O(*n*) for *n* bytes.
    static func depth(of bytes: [UInt8]) -> Int {
        let bytes = withPlainBreaks(bytes)
        var brackets = 0
        var deepestBlock = 0
        // The indentations of the lines above that can contain this one.
        var indents: [Int] = []
        var position = 0
        while position < bytes.count {
            let end = bytes[position...].firstIndex { $0 == 0x0A || $0 == 0x0D } ?? bytes.count
            var start = position
            var blocks: [Int] = []
            // A line such as `- - a: b` starts several blocks.
            while start < end {
                let byte = bytes[start]
                if byte == UInt8(ascii: " ") || byte == 0x09 {
                    start += 1
                } else if byte == UInt8(ascii: "-") || byte == UInt8(ascii: "?") || byte == UInt8(ascii: ":"),
                    start + 1 == end || bytes[start + 1] == UInt8(ascii: " ") || bytes[start + 1] == 0x09
                {
                    blocks.append(start - position)
                    start += 1
                } else {
                    break
                }
            }
            if start < end {
                blocks.append(start - position)
                let first = blocks[0]
                while let last = indents.last, last >= first { indents.removeLast() }
                indents += blocks
                deepestBlock = max(deepestBlock, indents.count)
            }
            for byte in bytes[position..<end] where byte == UInt8(ascii: "[") || byte == UInt8(ascii: "{") {
                brackets += 1
            }
            position = end + 1
        }
        // Brackets in texts count, too, so the limit is higher than any text of people has.
        return brackets > bracketLimit ? Int.max : deepestBlock
    }

    private static let bracketLimit = 200

    /// Returns a document with line feeds for Unicode's other line breaks, which YAML knows, too.
    private static func withPlainBreaks(_ bytes: [UInt8]) -> [UInt8] {
        var result = bytes
        for index in bytes.indices.dropLast() where bytes[index] == 0xC2 || bytes[index] == 0xE2 {
            if bytes[index] == 0xC2, bytes[index + 1] == 0x85 { result[index + 1] = 0x0A }
            if bytes[index] == 0xE2, index + 2 < bytes.count, bytes[index + 1] == 0x80,
                bytes[index + 2] == 0xA8 || bytes[index + 2] == 0xA9
            {
                result[index + 2] = 0x0A
            }
        }
        return result
    }

    /// Returns whether a line of a document can be a directive, such as `%TAG`.
    ///
    /// - Complexity: O(*n*) for *n* bytes.
    static func hasDirectives(_ bytes: [UInt8]) -> Bool {
        let bytes = withPlainBreaks(bytes)
        var isAtStart = true
        for (index, byte) in bytes.enumerated() {
            if isAtStart, byte == UInt8(ascii: "%") { return true }
            // A byte order mark is part of no line.
            let isMark = byte == 0xBF && index >= 2 && bytes[index - 1] == 0xBB && bytes[index - 2] == 0xEF
            isAtStart = byte == 0x0A || byte == 0x0D || isMark
        }
        return false
    }

    /// Returns whether a document can contain an alias of one of its anchors.
    ///
    /// - Complexity: O(*n*) for *n* bytes.
    static func hasAliases(_ bytes: [UInt8]) -> Bool {
        let anchors = names(after: UInt8(ascii: "&"), in: bytes)
        return !anchors.isEmpty && !anchors.isDisjoint(with: names(after: UInt8(ascii: "*"), in: bytes))
    }

    private static func names(after mark: UInt8, in bytes: [UInt8]) -> Set<ArraySlice<UInt8>> {
        var names: Set<ArraySlice<UInt8>> = []
        var position = 0
        while let start = bytes[position...].firstIndex(of: mark) {
            let name = bytes[(start + 1)...].prefix { byte in
                (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
                    || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
            }
            if !name.isEmpty { names.insert(name) }
            position = start + 1
        }
        return names
    }
}
