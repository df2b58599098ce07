/// A change of the catalog as pages: one or more whole transactions, or a snapshot.
///
/// Valid until the sink returns.
package struct ShippedPages {
    /// The part of the WAL that a change was read from.
    package struct LogPart: Sendable, Hashable {
        package let offset: UInt64
        /// The size in bytes.
        package let size: UInt64
        package let salts: WriteAheadLogSalts
    }

    /// The size of a page in bytes.
    package let pageSize: Int
    /// The number of the database's pages after the change.
    package let commit: UInt32
    /// The number of the change. A snapshot that was requested has the number of the last change.
    package let transaction: UInt64
    /// Whether the pages are all pages of the database. Otherwise, they are at least those that changed.
    package let isSnapshot: Bool
    /// The part of the WAL. `nil` if the change is a snapshot or was found by comparing pages.
    package let logPart: LogPart?
    /// The XOR of the checksums of all pages of the database after the change.
    package let databaseChecksum: UInt64
    let pages: [PageLocation]
    let reader: PageReader

    /// The number of pages in the change.
    package var count: Int { pages.count }

    /// Calls the body with the number and the contents of each page, in ascending order. The lock page isn't among
    /// them. Each call reads the pages again, so that they are never all in memory.
    ///
    /// - Throws: `ShippingError` if a page can't be read or isn't the shipped one, or the error of `body`. The sink
    ///   must rethrow it.
    package func forEachPage(_ body: (UInt32, UnsafeRawBufferPointer) throws -> Void) throws {
        try reader.forEachVerified(pages, body)
    }
}
