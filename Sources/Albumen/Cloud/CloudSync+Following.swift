import BlobStore
import Cancellation
import Catalog
import Foundation
import Records

extension CloudSync {
    /// The time between two looks for new originals, in seconds.
    private static let interval: TimeInterval = 15
    /// The longest time between two attempts if the place can't be used, in seconds.
    private static let longestPause: TimeInterval = 600

    /// Uploads everything that is due, again and again until the cancellation. Blocks.
    ///
    /// If the place can't be used, or another process syncs, tries again later. The catalog is asked every 15 seconds
    /// whether anything is due, which is one query in an index.
    ///
    /// - Parameter pausing: Called with an error after which it pauses, once for each series of equal errors.
    /// - Returns: What all runs did together, after the cancellation.
    package func follow(
        progress: @escaping @Sendable (_ done: Int64, _ total: Int64) -> Void = { _, _ in },
        report: @escaping @Sendable (Event) -> Void = { _ in }, pausing: (any Error) -> Void
    ) throws -> Summary {
        var sum = Summary()
        var failures = 0
        var lastMessage = ""
        var lastRun = Date.distantPast
        while !cancellation.isCancelled {
            do {
                if try failures > 0 || isDue(since: lastRun) {
                    let start = library.now()
                    sum.add(try run(progress: progress, report: report))
                    lastRun = start
                }
                (failures, lastMessage) = (0, "")
            } catch let error as RemoteBlobError where error.code == .cancelled {
                break
            } catch {
                guard error is RemoteBlobError || (error as? CloudError)?.code == .busy else { throw error }
                failures += 1
                let message = String(describing: error)
                if message != lastMessage { pausing(error) }
                lastMessage = message
            }
            let pause = min(Self.longestPause, Self.interval * pow(2, Double(min(failures, 10))))
            // Ends the loop when it's cancelled.
            try? cancellation.wait(pause, place.address)
        }
        return sum
    }

    /// Whether an upload or a removal is due, or an original has become unable to upload since the last run.
    private func isDue(since lastRun: Date) throws -> Bool {
        let now = library.now()
        try checkConnection()
        return try library.catalog.read { reader in
            try !reader.placements(in: .waiting, limit: 1).isEmpty
                || !reader.placements(in: .uploading, limit: 1).isEmpty
                || !reader.failingPlacements(dueAt: now, limit: 1).isEmpty
                || reader.hasPlacementsBecomeUnableToUpload(after: lastRun, through: now)
                || !reader.doubtedPlacements(after: 0, limit: 1).isEmpty
                || !reader.placementsUnnamed(since: now - Self.retention, limit: 1).isEmpty
        }
    }
}

extension CloudSync.Summary {
    fileprivate mutating func add(_ other: CloudSync.Summary) {
        stored += other.stored
        storedBytes += other.storedBytes
        failed += other.failed
        removed += other.removed
        postponed = other.postponed
    }
}
