/// The result of a restore.
package struct RestoredDatabase: Hashable, Sendable {
    /// The header of the last file: the database's size, last transaction and its time.
    package let header: LTXHeader
    /// The checksum of each page, beginning with page 1. It's 0 for the lock page.
    package let pageChecksums: [UInt64]

    /// The checksum of the database: the exclusive or of its pages' checksums, without the lock page.
    package var checksum: UInt64 { pageChecksums.reduce(0, ^) }
}
