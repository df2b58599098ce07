import Catalog
import Foundation

/// Limits the size of a library's history. Copies the catalog before it deletes history.
package struct HistoryTrimming {
    /// The amount of history to keep.
    package struct Limits: Sendable, Hashable {
        /// The age in days up to which history stays.
        package var days: Int
        /// The number of the newest rows of history that stay, whatever their age.
        package var rows: Int
        /// The smallest number of rows to delete. Fewer rows don't justify a copy of the catalog.
        package var leastRows: Int
        /// The number of rows to delete per transaction.
        package var portion: Int

        package static let standard = Limits(days: 30, rows: 1_000_000, leastRows: 100_000, portion: 10_000)

        package init(days: Int, rows: Int, leastRows: Int, portion: Int) {
            (self.days, self.rows, self.leastRows, self.portion) = (days, rows, leastRows, portion)
        }
    }

    private let library: Library
    private let limits: Limits

    package init(of library: Library, limits: Limits = .standard) {
        self.library = library
        self.limits = limits
    }

    /// Trims history that exceeds both limits. Blocks until it's done. If the library is newer than the limit, it
    /// only reads one row. If two processes trim at the same time, one of them does the work, and the other doesn't
    /// wait.
    ///
    /// - Parameter shouldStop: Called every few megabytes and thousand rows. Deleted history stays deleted.
    /// - Throws: An error if the catalog can't be copied, for example because the disk is full. In that case, nothing
    ///   is deleted. `CancellationError` if `shouldStop` returns `true`.
    package func run(shouldStop: @escaping @Sendable () -> Bool = { false }) throws {
        guard try lastTrimmableChange() != nil else { return }
        let folder = SnapshotFolder(of: library)
        _ = try folder.withLock {
            // Another process may have trimmed it already.
            guard let last = try lastTrimmableChange() else { return }
            try folder.add(library.catalog, shouldStop: shouldStop)
            try trim(through: last, shouldStop: shouldStop)
        }
    }

    private func lastTrimmableChange() throws -> Int64? {
        let limit = library.now().addingTimeInterval(-Double(limits.days) * 86_400)
        let trimmable = try library.catalog.read {
            try $0.trimmableHistory(olderThan: limit, beyond: limits.rows)
        }
        guard let trimmable, trimmable.rowCount >= limits.leastRows else { return nil }
        return trimmable.lastChange
    }

    /// Deletes portions. Between two of them, other processes can write for as long as one portion took.
    private func trim(through last: Int64, shouldStop: () -> Bool) throws {
        let clock = ContinuousClock()
        while true {
            var isMore = false
            let taken = try clock.measure {
                isMore = try library.catalog.maintain {
                    try $0.trimHistory(through: last, portion: limits.portion)
                }
            }
            guard isMore else { return }
            if shouldStop() { throw CancellationError() }
            Thread.sleep(forTimeInterval: taken / .seconds(1))
        }
    }
}
