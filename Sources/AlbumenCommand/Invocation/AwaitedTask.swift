import Dispatch
import Synchronization

/// Runs asynchronous work while the program's thread waits for it.
enum AwaitedTask {
    /// - Parameter limit: The longest time to wait, or `nil` for no limit.
    /// - Returns: Whether the work has ended. Otherwise, it's still running.
    @discardableResult
    static func run(
        within limit: DispatchTimeInterval? = nil, _ body: @escaping @Sendable () async throws -> Void
    ) throws -> Bool {
        let ended = DispatchSemaphore(value: 0)
        let failure = Mutex<(any Error)?>(nil)
        Task {
            do {
                try await body()
            } catch {
                failure.withLock { $0 = error }
            }
            ended.signal()
        }
        let deadline = limit.map { DispatchTime.now() + $0 } ?? .distantFuture
        guard ended.wait(timeout: deadline) == .success else { return false }
        if let error = failure.withLock({ $0 }) { throw error }
        return true
    }
}
