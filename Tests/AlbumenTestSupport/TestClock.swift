public import Foundation
import Synchronization

/// A clock that only a test advances.
public final class TestClock: Sendable {
    private let date = Mutex(Date(timeIntervalSinceReferenceDate: 800_000_000))

    public var now: @Sendable () -> Date { { self.date.withLock { $0 } } }

    public init() {}

    public func advance(by seconds: TimeInterval) {
        date.withLock { $0 += seconds }
    }
}
