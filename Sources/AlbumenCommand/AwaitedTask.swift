import Dispatch
import Synchronization

/// Asynchronous work that the program's own thread waits for.
enum AwaitedTask {
    static func run(_ body: @escaping @Sendable () async throws -> Void) throws {
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
        ended.wait()
        if let error = failure.withLock({ $0 }) { throw error }
    }
}
