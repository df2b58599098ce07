/// Numbers in bytes, the least significant byte first. Reading beyond the end returns `nil`.
struct LittleEndianBytes {
    let bytes: ArraySlice<UInt8>

    init(_ bytes: ArraySlice<UInt8>) {
        self.bytes = bytes
    }

    var count: Int { bytes.count }

    /// Returns the number at an offset from the start of the bytes.
    func number<Number: FixedWidthInteger & UnsignedInteger>(_ type: Number.Type, at offset: Int) -> Number? {
        let size = MemoryLayout<Number>.size
        guard offset >= 0, offset <= count - size else { return nil }
        let start = bytes.startIndex + offset
        return bytes[start..<start + size].reversed().reduce(0) { $0 << 8 | Number($1) }
    }

    /// Returns bytes at an offset from the start.
    func slice(at offset: Int, count size: Int) -> ArraySlice<UInt8>? {
        guard offset >= 0, size >= 0, offset <= count, size <= count - offset else { return nil }
        return bytes[bytes.startIndex + offset..<bytes.startIndex + offset + size]
    }
}
