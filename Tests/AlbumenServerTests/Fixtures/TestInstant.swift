import Synchronization

/// A clock of instants that a test moves.
final class TestInstant: Sendable {
    private let instant: Mutex<ContinuousClock.Instant>

    init(_ start: ContinuousClock.Instant) { instant = Mutex(start) }

    var now: ContinuousClock.Instant { instant.withLock { $0 } }

    func advance(by duration: Duration) { instant.withLock { $0 += duration } }
}
