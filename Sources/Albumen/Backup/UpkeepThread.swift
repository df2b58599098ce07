import Dispatch
import Foundation
import Synchronization

/// The thread on which the upkeep of a backup runs, so that changes are sent meanwhile. It exists only while there is work.
final class UpkeepThread: Sendable {
    private let result = Mutex<Result<Void, any Error>?>(nil)
    private let ending = DispatchSemaphore(value: 0)

    init(_ upkeep: BackupUpkeep, _ snapshot: BackupUpkeep.Snapshot?) {
        let thread = Thread { [self] in
            let outcome = Result { try upkeep.run(snapshot) }
            result.withLock { $0 = outcome }
            ending.signal()
        }
        thread.name = "albumen.backup.upkeep"
        thread.start()
    }

    /// The result, or `nil` while it runs.
    var outcome: Result<Void, any Error>? { result.withLock { $0 } }

    /// Blocks until it has ended. Call it once.
    func wait() { ending.wait() }
}
