/// Concatenates numbers as bytes.
struct ByteWriter {
    var bytes: [UInt8] = []

    mutating func big(_ number: Int, _ width: Int) {
        for index in 0..<width { bytes.append(UInt8(truncatingIfNeeded: number >> (8 * (width - 1 - index)))) }
    }

    mutating func text(_ text: String) {
        bytes += Array(text.utf8)
    }

    /// Returns a box of HEIF or MP4.
    static func box(_ type: String, _ content: [UInt8]) -> [UInt8] {
        var writer = ByteWriter()
        writer.big(content.count + 8, 4)
        writer.text(type)
        return writer.bytes + content
    }

    static func fullBox(_ type: String, version: Int = 0, flags: Int = 0, _ content: [UInt8]) -> [UInt8] {
        var writer = ByteWriter()
        writer.big(version << 24 | flags, 4)
        return box(type, writer.bytes + content)
    }

    /// Returns numbers of two bytes.
    static func shorts(_ numbers: [Int]) -> [UInt8] {
        var writer = ByteWriter()
        for number in numbers { writer.big(number, 2) }
        return writer.bytes
    }

    /// Returns numbers of four bytes.
    static func longs(_ numbers: [Int]) -> [UInt8] {
        var writer = ByteWriter()
        for number in numbers { writer.big(number, 4) }
        return writer.bytes
    }
}
