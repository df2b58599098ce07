import Dispatch
import Foundation
import Synchronization

/// The thread on which the upkeep of a backup runs, so that changes are sent meanwhile. It exists only while there is work.
final class UpkeepThread: Sendable {
    private let result = Mutex<Result<Void, any Error>?>(nil)
    private let failure = Mutex<(any Error)?>(nil)
    private let remainder = Mutex(false)
    private let ending = DispatchSemaphore(value: 0)

    /// - Parameters:
    ///   - thumbnails: Only the thread may use it until `wait` has returned.
    ///   - end: When the work on thumbnails stops, or `nil` to do all of it, and to store those that wait for others.
    init(
        _ upkeep: BackupUpkeep, _ snapshot: BackupUpkeep.Snapshot?, _ thumbnails: ThumbnailBackup,
        until end: ContinuousClock.Instant?
    ) {
        nonisolated(unsafe) let thumbnails = thumbnails
        let thread = Thread { [self] in
            let outcome = Result {
                try upkeep.run(snapshot)
                guard let end else { return try thumbnails.finish() }
                thumbnails.noteUpkeep()
                while try thumbnails.advance({ error in failure.withLock { $0 = error } }) {
                    guard ContinuousClock.now < end else { return remainder.withLock { $0 = true } }
                }
            }
            result.withLock { $0 = outcome }
            ending.signal()
        }
        thread.name = "albumen.backup.upkeep"
        thread.start()
    }

    /// The result, or `nil` while it runs.
    var outcome: Result<Void, any Error>? { result.withLock { $0 } }

    /// A new failure of this machine with thumbnails, which doesn't matter to the rest.
    var thumbnailFailure: (any Error)? { failure.withLock { $0 } }

    /// Whether it stopped before all thumbnails were stored.
    var hasMore: Bool { remainder.withLock { $0 } }

    /// Blocks until it has ended. Call it once.
    func wait() { ending.wait() }
}
