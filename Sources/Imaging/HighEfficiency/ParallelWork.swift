import Foundation
import MediaRequests
import Synchronization

/// Runs parts of a request on several threads that end with the request.
enum ParallelWork {
    /// The largest number of threads. There are no more than cores.
    private static let threadLimit = 4

    static let threadCount = max(1, min(threadLimit, Processors.usableCount))

    /// Calls `body` with each number below `count`, in any order, on the caller's thread and up to three others. If a
    /// thread can't be started, the other threads do its part.
    static func run(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) {
        let queue = Queue(count: count, body: body)
        var threads: [pthread_t] = []
        while threads.count + 1 < min(count, threadCount) {
            var thread = pthread_t()
            let context = Unmanaged.passRetained(queue)
            let failure = pthread_create(
                &thread, nil,
                { context in
                    if let context { Unmanaged<Queue>.fromOpaque(context).takeRetainedValue().work() }
                    return nil
                }, context.toOpaque())
            guard failure == 0 else {
                context.release()
                break
            }
            threads.append(thread)
        }
        queue.work()
        for thread in threads { pthread_join(thread, nil) }
    }

    private final class Queue: Sendable {
        private let next = Mutex(0)
        private let count: Int
        private let body: @Sendable (Int) -> Void

        init(count: Int, body: @escaping @Sendable (Int) -> Void) {
            self.count = count
            self.body = body
        }

        func work() {
            while let index = take() { body(index) }
        }

        private func take() -> Int? {
            next.withLock { next in
                guard next < count else { return nil }
                defer { next += 1 }
                return next
            }
        }
    }
}
