internal import CLZ4

/// LZ4 blocks without a frame: the packing of pages.
enum LZ4Block {
    /// The largest size of a page's packed bytes.
    ///
    /// - Parameter size: The page's size in bytes, at most 65536.
    static func largestSize(of size: Int) -> Int { size + size / 255 + 16 }

    /// Packs bytes.
    ///
    /// - Parameter packed: A buffer with room for the largest size.
    /// - Returns: The number of packed bytes.
    static func pack(_ bytes: UnsafeRawBufferPointer, to packed: UnsafeMutableRawBufferPointer) -> Int {
        let count = LZ4_compress_default(
            bytes.bindMemory(to: CChar.self).baseAddress, packed.bindMemory(to: CChar.self).baseAddress,
            CInt(bytes.count), CInt(packed.count))
        precondition(count > 0, "A buffer of the largest size holds any page.")
        return Int(count)
    }

    /// Unpacks bytes of any origin.
    ///
    /// - Returns: Whether they unpacked to exactly the size of `bytes`.
    static func unpack(_ packed: UnsafeRawBufferPointer, to bytes: UnsafeMutableRawBufferPointer) -> Bool {
        guard let packedSize = CInt(exactly: packed.count), let size = CInt(exactly: bytes.count) else { return false }
        return LZ4_decompress_safe(
            packed.bindMemory(to: CChar.self).baseAddress, bytes.bindMemory(to: CChar.self).baseAddress, packedSize,
            size) == size
    }
}
