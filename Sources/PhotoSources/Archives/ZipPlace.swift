/// The place of a file's bytes in a ZIP archive.
package struct ZipPlace: Sendable, Equatable {
    /// The position of the member's header in the archive.
    package var headerOffset: Int64
    package var compressedSize: Int64
    package var isDeflated: Bool
    /// The CRC-32 of the file's bytes.
    package var checksum: UInt32

    package init(headerOffset: Int64, compressedSize: Int64, isDeflated: Bool, checksum: UInt32) {
        self.headerOffset = headerOffset
        self.compressedSize = compressedSize
        self.isDeflated = isDeflated
        self.checksum = checksum
    }
}
