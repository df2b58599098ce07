import Dispatch
import Synchronization

/// Asynchronous work that the program's own thread waits for.
enum AwaitedTask {
    /// - Parameter limit: how long to wait at most; nil for as long as it takes.
    /// - Returns: whether the work came to its end; else it is still under way.
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
