/// The two running checksums of a WAL. Each frame continues those of the frame before it.
package struct WriteAheadLogSums: Sendable, Hashable {
    package var first: UInt32
    package var second: UInt32

    package init(_ first: UInt32 = 0, _ second: UInt32 = 0) {
        self.first = first
        self.second = second
    }

    /// Adds bytes, whose number is a multiple of eight.
    ///
    /// - Parameter isBigEndian: Whether the words of the bytes are big-endian. The header of the WAL states it.
    mutating func add(_ bytes: UnsafeRawBufferPointer, isBigEndian: Bool) {
        if isBigEndian {
            add(bytes) { UInt32(bigEndian: $0) }
        } else {
            add(bytes) { UInt32(littleEndian: $0) }
        }
    }

    @inline(__always)
    private mutating func add(_ bytes: UnsafeRawBufferPointer, _ word: (UInt32) -> UInt32) {
        precondition(bytes.count.isMultiple(of: 8))
        var first = first
        var second = second
        for offset in stride(from: 0, to: bytes.count, by: 8) {
            first &+= word(bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self)) &+ second
            second &+= word(bytes.loadUnaligned(fromByteOffset: offset + 4, as: UInt32.self)) &+ first
        }
        self.first = first
        self.second = second
    }
}
