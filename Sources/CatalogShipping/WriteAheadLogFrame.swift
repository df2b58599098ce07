/// The header of a frame: the number of its page, and its place in a transaction.
package struct WriteAheadLogFrame: Sendable, Hashable {
    package static let headerSize = 24

    package let page: UInt32
    /// The number of pages of the database after the transaction that this frame ends. Zero if it doesn't end one.
    package let commit: UInt32
    package let salts: WriteAheadLogSalts
    /// The checksums of the WAL up to this frame.
    package let sums: WriteAheadLogSums

    /// - Parameter bytes: At least the header of the frame.
    init(_ bytes: UnsafeRawBufferPointer) {
        page = bytes.bigEndianWord(at: 0)
        commit = bytes.bigEndianWord(at: 4)
        salts = WriteAheadLogSalts(bytes.bigEndianWord(at: 8), bytes.bigEndianWord(at: 12))
        sums = WriteAheadLogSums(bytes.bigEndianWord(at: 16), bytes.bigEndianWord(at: 20))
    }
}
