package import SystemPackage

/// The place of a file's bytes in a compressed TAR archive, after the end of a block of compressed bytes.
package struct GzipPlace: Sendable, Equatable {
    /// The position in the archive.
    package var inputOffset: Int64
    /// The number of unused bits in the byte before.
    package var bits: Int
    /// The file with the uncompressed bytes before the place, their position and number.
    package var spool: FilePath
    package var windowOffset: Int64
    package var windowByteCount: Int
    /// The number of uncompressed bytes between the end of the block and the file.
    package var skippedByteCount: Int64
}
