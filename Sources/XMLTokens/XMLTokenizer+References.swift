extension XMLTokenizer {
    private static let longestReference = 12

    /// Returns the text of a token or a value with the characters of its references, such as `&lt;` or `&#233;`.
    ///
    /// - Throws: `Failure` if a reference isn't one of a character or of XML's five entities.
    package func resolved(_ range: Range<Int>) throws(Failure) -> [UInt8] {
        var result: [UInt8] = []
        var rest = bytes[range]
        while let start = rest.firstIndex(of: UInt8(ascii: "&")) {
            result += rest[..<start]
            guard let end = rest[start...].prefix(Self.longestReference).firstIndex(of: UInt8(ascii: ";")) else {
                throw Failure()
            }
            result += try Self.character(text(start + 1..<end)).utf8
            rest = rest[(end + 1)...]
        }
        return result + rest
    }

    private static func character(_ name: String) throws(Failure) -> String {
        switch name {
        case "amp": return "&"
        case "lt": return "<"
        case "gt": return ">"
        case "quot": return "\""
        case "apos": return "'"
        default:
            let number =
                name.hasPrefix("#x")
                ? UInt32(name.dropFirst(2), radix: 16)
                : name.hasPrefix("#") ? UInt32(name.dropFirst()) : nil
            guard let number, number != 0, let scalar = Unicode.Scalar(number) else { throw Failure() }
            return String(scalar)
        }
    }
}
