/// Decompresses the deflated bytes of one member of an archive, or of an archive as a whole.
///
/// The bytes are a stranger's. The protocol is small, so that a worker's process can implement it.
package protocol ArchiveInflater: AnyObject {
    /// Decompresses the next bytes.
    ///
    /// - Parameters:
    ///   - input: The next compressed bytes. Bytes that weren't read have to be passed again.
    ///   - output: The buffer for the result.
    ///   - stopsAtBlocks: Whether to return at each end of a block, from where an inflater can start again.
    /// - Throws: `damaged` if the data isn't deflated.
    func inflate(
        _ input: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer, stopsAtBlocks: Bool
    ) throws(SourceError) -> InflatedStep
}

/// The progress of an inflater.
package struct InflatedStep: Sendable {
    package var readCount: Int
    package var writtenCount: Int
    package var isFinished: Bool
    /// At the end of a block, the number of unused bits in the last byte that was read.
    package var blockBits: Int?

    package init(readCount: Int, writtenCount: Int, isFinished: Bool, blockBits: Int? = nil) {
        (self.readCount, self.writtenCount) = (readCount, writtenCount)
        (self.isFinished, self.blockBits) = (isFinished, blockBits)
    }
}

/// Where an inflater starts.
package enum InflaterStart: Sendable {
    /// The start of deflated bytes without a header.
    case bytes
    /// The start of a gzip file, whose checksum is compared.
    case gzip
    /// The end of a block: with the unused bits of the byte before, and the bytes before in the result.
    case block(bits: Int, byte: UInt8, window: [UInt8])
}
