import Glibc

/// The bytes of a file, in memory or behind a descriptor.
package protocol ByteSource {
    /// The file's size in bytes.
    var count: Int { get }

    /// Copies bytes into a buffer.
    ///
    /// - Returns: the number of bytes copied: less than the buffer's size at the end of the file or after an error.
    func read(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) -> Int

    /// Returns the offset of the first byte of a value in a part of the file, or `nil` if there is none.
    func firstOffset(of byte: UInt8, in range: Range<Int>) -> Int?
}

extension ByteSource {
    /// Reads the part in blocks, up to the byte.
    package func firstOffset(of byte: UInt8, in range: Range<Int>) -> Int? {
        withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 1) { buffer in
            var position = range.lowerBound
            while position < range.upperBound {
                let room = UnsafeMutableRawBufferPointer(rebasing: buffer[..<min(4096, range.upperBound - position)])
                let count = read(at: position, into: room)
                guard count > 0, let base = room.baseAddress else { return nil }
                if let found = memchr(base, Int32(byte), count) { return position + (found - base) }
                position += count
            }
            return nil
        }
    }

    /// Calls a closure with at most `length` bytes of a part of the file. There are fewer at the end of the part or of
    /// the file.
    func withBytes<Result>(
        at offset: Int, _ length: Int, endingBefore end: Int, _ body: (ByteView) -> Result
    ) -> Result {
        withUnsafeTemporaryAllocation(byteCount: max(1, length), alignment: 8) { buffer in
            let room = UnsafeMutableRawBufferPointer(rebasing: buffer[..<max(0, min(length, end - offset))])
            let count = room.isEmpty ? 0 : read(at: offset, into: room)
            return body(ByteView(UnsafeRawBufferPointer(rebasing: room[..<count])))
        }
    }
}
