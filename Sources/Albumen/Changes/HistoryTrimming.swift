import Catalog
import Foundation

/// Keeps a library's history from growing for ever. A snapshot of the catalog is made before anything goes.
package struct HistoryTrimming {
    /// How much history is kept.
    package struct Limits: Sendable, Hashable {
        /// What is younger stays.
        package var days: Int
        /// As many of the newest rows of history stay, however old they are.
        package var rows: Int
        /// How many rows go at least at a time: less is not worth a snapshot.
        package var leastRows: Int
        /// How many rows go in one transaction.
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

    /// Trims what is both older and more than the limits say. Blocks until it is done; one row is read where the library is
    /// younger than its history may be. Two that trim at once do not wait for each other: one of them does the work.
    ///
    /// - Parameter shouldStop: asked every few megabytes and thousand rows. What has gone by then stays gone.
    /// - Throws: where no snapshot can be made, as on a full disk: then nothing has gone. `CancellationError` when asked
    ///   to stop.
    package func run(shouldStop: @escaping @Sendable () -> Bool = { false }) throws {
        guard try lastTrimmableChange() != nil else { return }
        let folder = SnapshotFolder(of: library)
        _ = try folder.withLock {
            // Another process may have done it.
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

    /// Between two portions others may write for as long as one took.
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
