import Foundation

/// A small pool of threads that run work in order of urgency, and then in order of submission.
///
/// It has its own threads instead of Dispatch's or Swift's, because a caller that blocks until its image is ready
/// must never wait for the pool whose thread it occupies. The threads start when there is work and end with the
/// queue.
package final class WorkQueue: Sendable {
    /// The urgencies, most urgent first.
    package enum Urgency: Int, Sendable, CaseIterable, Comparable {
        case quick, visible, preheat

        package static func < (left: Urgency, right: Urgency) -> Bool { left.rawValue < right.rawValue }
    }

    package typealias Work = @Sendable () -> Void

    private let threads: WorkThreads

    /// - Parameter name: The name of the threads. The system keeps at most 15 bytes.
    package init(name: String, threadLimit: Int) {
        threads = WorkThreads(name: name, threadLimit: max(1, threadLimit))
    }

    deinit {
        threads.stop()
    }

    /// Submits work. If running work submits more work, its thread runs it next, unless another thread is free
    /// sooner. Running work must not wait for it.
    package func submit(_ urgency: Urgency, _ work: @escaping Work) {
        threads.submit(urgency, work)
    }

    /// Discards waiting and future work.
    func stop() {
        threads.stop()
    }

    /// Discards waiting and future work, and waits until the work on other threads has ended.
    package func finish() {
        threads.stop()
        threads.waitUntilIdle()
    }
}

/// The state that the threads share. They retain it instead of the queue, so that the queue can be deallocated.
// Unchecked because the condition's lock guards all mutable state.
private final class WorkThreads: @unchecked Sendable {
    private let condition = NSCondition()
    private let name: String
    private let threadLimit: Int
    /// A struct, because a generic collection would wrap a bare closure in another one.
    private struct Item {
        let work: WorkQueue.Work
    }

    private var waiting: [FirstInFirstOut<Item>]
    /// A busy thread.
    private struct Busy {
        let thread = pthread_self()
        /// Whether its work has submitted more work. The thread then takes that work when it's done, which is quicker
        /// than waking another thread.
        var takesNext = false

        var isThisThread: Bool { pthread_equal(thread, pthread_self()) != 0 }
    }

    private var threadCount = 0
    private var idleCount = 0
    private var busy: [Busy] = []
    private var isStopped = false

    init(name: String, threadLimit: Int) {
        self.name = name
        self.threadLimit = threadLimit
        self.waiting = WorkQueue.Urgency.allCases.map { _ in FirstInFirstOut() }
    }

    func submit(_ urgency: WorkQueue.Urgency, _ work: @escaping WorkQueue.Work) {
        condition.lock()
        defer { condition.unlock() }
        guard !isStopped else { return }
        waiting[urgency.rawValue].append(Item(work: work))
        if let own = busy.firstIndex(where: { $0.isThisThread && !$0.takesNext }) {
            busy[own].takesNext = true
            return
        }
        // Each waiting work before this one may already have woken an idle thread.
        if idleCount < waiting.reduce(0, { $0 + $1.count }), threadCount < threadLimit {
            threadCount += 1
            Thread {
                Thread.current.name = self.name
                self.run()
            }.start()
        }
        condition.signal()
    }

    func stop() {
        condition.lock()
        isStopped = true
        waiting = waiting.map { _ in FirstInFirstOut() }
        condition.broadcast()
        condition.unlock()
    }

    func waitUntilIdle() {
        condition.lock()
        while busy.contains(where: { !$0.isThisThread }) { condition.wait() }
        condition.unlock()
    }

    private func run() {
        while let work = next() {
            work()
            condition.lock()
            busy.removeAll { $0.isThisThread }
            if isStopped { condition.broadcast() }
            condition.unlock()
        }
    }

    /// Waits for work. Returns `nil` at the end of the queue.
    private func next() -> WorkQueue.Work? {
        condition.lock()
        defer { condition.unlock() }
        while true {
            if let urgency = waiting.firstIndex(where: { !$0.isEmpty }) {
                busy.append(Busy())
                return waiting[urgency].popFirst()?.work
            }
            if isStopped { return nil }
            idleCount += 1
            condition.wait()
            idleCount -= 1
        }
    }
}
