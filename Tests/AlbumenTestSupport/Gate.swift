import Dispatch

/// Blocks threads until it's opened, so that a test determines the order of events instead of waiting for a clock.
package final class Gate: Sendable {
    private let semaphore = DispatchSemaphore(value: 0)

    package init() {}

    /// Waits until the gate is open. Returns `false` after so long that the test has failed.
    package func wait() -> Bool {
        guard semaphore.wait(timeout: TestPatience.end) == .success else { return false }
        semaphore.signal()
        return true
    }

    package var isOpen: Bool {
        guard semaphore.wait(timeout: .now()) == .success else { return false }
        semaphore.signal()
        return true
    }

    package func open() {
        semaphore.signal()
    }
}
