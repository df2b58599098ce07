package import Foundation

/// The first 100 bytes of an LTX file: which transactions it holds, and the database's size after them.
package struct LTXHeader: Hashable, Sendable {
    /// The part of SQLite's write-ahead log that a file was made from. All zero for merged files and snapshots.
    package struct WALPart: Hashable, Sendable {
        /// The offset of the first frame in bytes, or 0.
        package var offset: Int64
        /// The size of the frames in bytes.
        package var size: Int64
        package var salt1: UInt32
        package var salt2: UInt32

        package init(offset: Int64 = 0, size: Int64 = 0, salt1: UInt32 = 0, salt2: UInt32 = 0) {
            self.offset = offset
            self.size = size
            self.salt1 = salt1
            self.salt2 = salt2
        }
    }

    /// The size of a page in bytes: a power of two in 512…65536.
    package var pageSize: Int
    /// The number of pages that the database has after the transactions, at least 1.
    package var commit: UInt32
    /// The first and last transaction of the file. Transactions count from 1.
    package var transactions: ClosedRange<UInt64>
    /// The time of the last transaction, in milliseconds since 1970.
    package var milliseconds: Int64
    package var wal: WALPart
    /// The machine that made the file, or 0.
    package var node: UInt64

    package init(
        pageSize: Int, commit: UInt32, transactions: ClosedRange<UInt64>, milliseconds: Int64,
        wal: WALPart = WALPart(), node: UInt64 = 0
    ) {
        self.pageSize = pageSize
        self.commit = commit
        self.transactions = transactions
        self.milliseconds = milliseconds
        self.wal = wal
        self.node = node
    }

    /// Whether the file has the whole database, because it begins with the first transaction.
    package var isSnapshot: Bool { transactions.lowerBound == 1 }

    /// The time of the last transaction.
    package var date: Date { Date(timeIntervalSince1970: Double(milliseconds) / 1000) }

    /// The number of the page that SQLite never stores: the one with the byte at 1 GiB, which its locks use.
    package var lockPage: UInt32 { Self.lockPage(pageSize: pageSize) }

    /// Returns the number of the lock page.
    ///
    /// - Parameter pageSize: A power of two in 512…65536.
    package static func lockPage(pageSize: Int) -> UInt32 { UInt32(0x4000_0000 / pageSize) + 1 }

    /// The largest number of pages of an SQLite database.
    package static let maximumCommit: UInt32 = 0xFFFF_FFFE

    /// Throws if the format doesn't allow a field's value.
    ///
    /// - Parameter name: The file that the error names.
    package func validate(name: String) throws(LTXError) {
        func require(_ isTrue: Bool, _ problem: @autoclosure () -> String) throws(LTXError) {
            guard !isTrue else { return }
            throw LTXError(.invalidHeader, "\(name) isn't a valid LTX file: \(problem()).")
        }
        try require(
            (512...65536).contains(pageSize) && pageSize.nonzeroBitCount == 1,
            "the page size \(pageSize) isn't a power of two from 512 to 65536")
        try require(commit != 0, "the database has no pages after it")
        try require(commit <= Self.maximumCommit, "the database has \(commit) pages, more than SQLite allows")
        try require(transactions.lowerBound != 0, "it begins with transaction 0, and transactions count from 1")
        try require(wal.offset >= 0 && wal.size >= 0, "an offset or size of the write-ahead log is negative")
        try require(
            wal.offset > 0 || (wal.size == 0 && wal.salt1 == 0 && wal.salt2 == 0),
            "the write-ahead log has a size or salts, but no offset")
    }
}
