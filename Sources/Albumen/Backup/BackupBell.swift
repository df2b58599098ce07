import Cancellation
import Dispatch
import Foundation
import PhotoLibrary

/// Wakes the thread that sends changes, when any process has changed the library.
final class BackupBell: Sendable {
    /// The longest time between two looks at the catalog, in seconds. A look reads the log's index.
    static let lookInterval: TimeInterval = 1

    private let wakeUp = DispatchSemaphore(value: 0)
    private let subscription: ChangeFeed.Subscription?

    /// If the library can't be watched, only the looks each second remain.
    init(of library: Library) {
        subscription = try? library.changes.subscribeToBell { [wakeUp] in wakeUp.signal() }
    }

    /// Blocks until the library has changed, for some seconds at most, or until one of the signals.
    func wait(
        _ ending: WorkCancellation, _ cancellation: WorkCancellation, seconds: TimeInterval = BackupBell.lookInterval
    ) {
        let wake: @Sendable () -> Void = { [wakeUp] in wakeUp.signal() }
        ending.whileWaking(wake) {
            cancellation.whileWaking(wake) { _ = wakeUp.wait(timeout: .now() + seconds) }
        }
        // All rings up to now are answered together.
        while wakeUp.wait(timeout: .now()) == .success {}
    }
}
