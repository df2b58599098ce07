import Dispatch
import Foundation
import Synchronization

/// The thread on which the upkeep of a backup runs, so that changes are sent meanwhile. It exists only while there is work.
final class UpkeepThread: Sendable {
    private let result = Mutex<Result<Void, any Error>?>(nil)
    private let failure = Mutex<(any Error)?>(nil)
    private let ending = DispatchSemaphore(value: 0)

    /// - Parameter thumbnails: Only the thread may use it until `wait` has returned.
    init(_ upkeep: BackupUpkeep, _ snapshot: BackupUpkeep.Snapshot?, _ thumbnails: ThumbnailBackup) {
        nonisolated(unsafe) let thumbnails = thumbnails
        let thread = Thread { [self] in
            let outcome = Result {
                try upkeep.run(snapshot)
                thumbnails.noteUpkeep()
                while try thumbnails.advance({ error in failure.withLock { $0 = error } }) {}
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

    /// Blocks until it has ended. Call it once.
    func wait() { ending.wait() }
}
