/// Numbers as the format stores them: the least significant byte first.
struct ZipBytes {
    private(set) var array: [UInt8] = []

    mutating func append(_ number: some FixedWidthInteger) {
        withUnsafeBytes(of: number.littleEndian) { array.append(contentsOf: $0) }
    }

    mutating func appendEach(_ numbers: Int64...) {
        for number in numbers { append(number) }
    }

    /// Returns an extra field.
    static func field(_ identifier: UInt16, _ body: (inout ZipBytes) -> Void) -> [UInt8] {
        var content = ZipBytes()
        body(&content)
        var bytes = ZipBytes()
        bytes.append(identifier)
        bytes.append(UInt16(content.array.count))
        return bytes.array + content.array
    }
}
