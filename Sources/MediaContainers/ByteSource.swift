/// The bytes of a file, in memory or behind a descriptor.
package protocol ByteSource {
    /// The file's size in bytes.
    var count: Int { get }

    /// Copies bytes into a buffer.
    ///
    /// - Returns: the number of bytes copied: less than the buffer's size at the end of the file or after an error.
    func read(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) -> Int
}
