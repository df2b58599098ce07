import Foundation
import Synchronization
package import Testing

/// Runs the tests of a suite on threads that may block, for example until a program has ended.
///
/// Swift's own pool has as many threads as the machine has cores. Two tests that wait there for a program keep all
/// others from running, and so from meeting the deadlines of the servers that they talk to. Child tasks of such a test
/// use these threads, too, but a `Task` of its own doesn't.
package struct BlockingTests: SuiteTrait, TestTrait, TestScoping {
    package var isRecursive: Bool { true }

    package func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        try await withTaskExecutorPreference(BlockingExecutor.shared) { try await function() }
    }
}

extension Trait where Self == BlockingTests {
    /// Lets the suite's tests block their threads.
    package static var blocking: BlockingTests { BlockingTests() }
}

/// The threads of all such tests.
private final class BlockingExecutor: TaskExecutor {
    static let shared = BlockingExecutor(threads: 8)

    private let waiting = Mutex<[UnownedJob]>([])
    private let count = DispatchSemaphore(value: 0)

    private init(threads: Int) {
        for _ in 0..<threads {
            Thread.detachNewThread { [self] in
                while true { runNext() }
            }
        }
    }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        waiting.withLock { $0.append(job) }
        count.signal()
    }

    private func runNext() {
        count.wait()
        let job = waiting.withLock { $0.removeFirst() }
        job.runSynchronously(on: asUnownedTaskExecutor())
    }
}
