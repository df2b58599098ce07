/// Writes boxes.
enum BoxText {
    static func box(_ type: String, _ content: [UInt8]) -> [UInt8] {
        number(content.count + 8) + text(type) + content
    }

    static func text(_ text: String) -> [UInt8] { Array(text.utf8) }

    /// A text after its length.
    static func name(_ text: String) -> [UInt8] { [UInt8(text.utf8.count)] + Array(text.utf8) }

    /// The lower 32 bits of a number.
    static func number(_ value: Int) -> [UInt8] {
        withUnsafeBytes(of: UInt32(truncatingIfNeeded: value).bigEndian) { Array($0) }
    }
}
