import Foundation
import MediaRequests
import Synchronization

/// A thread that starts all workers of this process and never ends.
///
/// With `PR_SET_PDEATHSIG`, the kernel ends a worker when the thread that started it ends, even if the process of that
/// thread continues.
// Unchecked because the condition's lock guards all mutable state.
final class WorkerStarter: @unchecked Sendable {
    static let shared = WorkerStarter()

    private let condition = NSCondition()
    private var waiting: [@Sendable () -> Void] = []

    private init() {
        let thread = Thread { [self] in run() }
        thread.name = "albumen.workers"
        thread.start()
    }

    /// Runs `body` on the thread and returns its result. Blocks the calling thread.
    func run<Answer: Sendable>(_ body: @escaping @Sendable () -> Answer) -> Answer {
        let answer = Mutex<Answer?>(nil)
        let finished = DispatchSemaphore(value: 0)
        condition.lock()
        waiting.append {
            let result = body()
            answer.withLock { $0 = result }
            finished.signal()
        }
        condition.signal()
        condition.unlock()
        finished.wait()
        guard let answer = answer.withLock({ $0 }) else { preconditionFailure("the starting thread has run nothing") }
        return answer
    }

    private func run() -> Never {
        while true {
            condition.lock()
            while waiting.isEmpty { condition.wait() }
            let work = waiting.removeFirst()
            condition.unlock()
            work()
        }
    }
}
