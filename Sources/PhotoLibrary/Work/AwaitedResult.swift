import Cancellation
import Foundation
import Synchronization

/// The result of work that is delivered to a closure, for a thread that waits for it.
final class AwaitedResult<Value: Sendable>: Sendable {
    private let finished = DispatchSemaphore(value: 0)
    private let result = Mutex<Result<Value, any Error>>(.failure(CancellationError()))

    /// Ends the wait.
    func deliver(_ result: Result<Value, any Error>) {
        self.result.withLock { $0 = result }
        finished.signal()
    }

    /// Blocks until the delivery or the cancellation.
    ///
    /// - Parameters:
    ///   - withdraw: Called on the thread that cancels. Afterwards, nothing is delivered.
    ///   - work: Done instead of waiting, if this thread does the work itself.
    /// - Throws: The error of the result, or `CancellationError` if nothing was delivered.
    func wait(
        _ cancellation: WorkCancellation? = nil, withdraw: @escaping @Sendable () -> Void = {},
        while work: (() -> Void)? = nil
    ) throws -> Value {
        let wait = work ?? { self.finished.wait() }
        if let cancellation {
            cancellation.whileWaking {
                withdraw()
                self.finished.signal()
            } while: {
                wait()
            }
        } else {
            wait()
        }
        return try value()
    }

    /// Returns the result of work that this thread did, without waiting.
    ///
    /// - Throws: The error of the result, or `CancellationError` if nothing was delivered.
    func value() throws -> Value { try result.withLock { $0 }.get() }
}
