/// The checksum of each page of a catalog at one shipped transaction, and the transaction's position in the WAL.
///
/// The pages that differ from the ledger are those that a replica at `transaction` lacks.
package struct PageLedger: Sendable, Hashable {
    /// The name of the replica that the ledger belongs to, such as the library's UUID and the epoch.
    package let identity: String
    /// The size of a page in bytes.
    package let pageSize: Int
    /// The number of the last shipped transaction.
    package var transaction: UInt64
    /// The end of that transaction in the WAL.
    package var position: WriteAheadLogPosition
    /// The number of the catalog's inode. A catalog that was replaced has another one.
    package var fileNumber: UInt64
    /// The XOR of the checksums of all pages.
    package private(set) var total: UInt64 = 0
    /// One checksum for each page, in order. Zero for the lock page.
    private(set) var checksums: [UInt64] = []

    package init(
        identity: String, pageSize: Int, transaction: UInt64, position: WriteAheadLogPosition, fileNumber: UInt64
    ) {
        self.identity = identity
        self.pageSize = pageSize
        self.transaction = transaction
        self.position = position
        self.fileNumber = fileNumber
    }

    /// The number of the database's pages.
    package var pageCount: UInt32 { UInt32(checksums.count) }

    /// The page at the offset of 1 GiB. It has no contents, because SQLite uses its bytes for locks.
    package var lockPage: UInt32 { Self.lockPage(pageSize: pageSize) }

    static func lockPage(pageSize: Int) -> UInt32 { UInt32(0x4000_0000 / pageSize + 1) }

    /// The checksum of a page. Zero if the database doesn't have the page.
    ///
    /// The setter ignores the lock page. The database must have the page.
    package subscript(number: UInt32) -> UInt64 {
        get { number > 0 && number <= pageCount ? checksums[Int(number) - 1] : 0 }
        set {
            precondition(number > 0 && number <= pageCount)
            if number == lockPage { return }
            total ^= checksums[Int(number) - 1] ^ newValue
            checksums[Int(number) - 1] = newValue
        }
    }

    /// Drops the pages after `pageCount`, or adds pages whose checksum is zero.
    package mutating func resize(to pageCount: UInt32) {
        let count = Int(pageCount)
        if count < checksums.count {
            for checksum in checksums[count...] { total ^= checksum }
            checksums.removeLast(checksums.count - count)
        } else {
            checksums.append(contentsOf: repeatElement(0, count: count - checksums.count))
        }
    }

    /// Replaces all checksums.
    mutating func replace(with checksums: [UInt64]) {
        self.checksums = checksums
        total = checksums.reduce(0, ^)
    }
}
