/// The header of a WAL.
package struct WriteAheadLogHeader: Sendable, Hashable {
    package static let size = 32

    package let pageSize: Int
    package let salts: WriteAheadLogSalts
    /// The checksums that the first frame continues.
    package let sums: WriteAheadLogSums
    /// Whether the checksums read their bytes as big-endian words.
    let isBigEndian: Bool

    /// - Returns: `nil` if the bytes aren't a whole header with valid checksums.
    package init?(_ bytes: UnsafeRawBufferPointer) {
        guard bytes.count >= Self.size else { return nil }
        let magic = bytes.bigEndianWord(at: 0)
        guard magic == 0x377F_0682 || magic == 0x377F_0683, bytes.bigEndianWord(at: 4) == 3_007_000 else { return nil }
        isBigEndian = magic == 0x377F_0683
        let size = Int(bytes.bigEndianWord(at: 8))
        guard (512...65536).contains(size), size & (size - 1) == 0 else { return nil }
        pageSize = size
        salts = WriteAheadLogSalts(bytes.bigEndianWord(at: 16), bytes.bigEndianWord(at: 20))
        sums = WriteAheadLogSums(bytes.bigEndianWord(at: 24), bytes.bigEndianWord(at: 28))
        var computed = WriteAheadLogSums()
        computed.add(UnsafeRawBufferPointer(rebasing: bytes[..<24]), isBigEndian: isBigEndian)
        guard computed == sums else { return nil }
    }
}

extension UnsafeRawBufferPointer {
    /// Returns four bytes as a number. The buffer must contain them.
    func bigEndianWord(at offset: Int) -> UInt32 {
        precondition(offset >= 0 && count - 4 >= offset)
        return UInt32(bigEndian: loadUnaligned(fromByteOffset: offset, as: UInt32.self))
    }
}
