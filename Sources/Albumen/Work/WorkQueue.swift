import DequeModule
import Foundation

/// A few threads that run what they are given, the most urgent first, then in the order it came.
///
/// Threads of its own and not Dispatch's or Swift's: a caller that blocks until its picture is there must never wait for
/// the pool whose thread it holds. They start when there is work and end with the queue.
final class WorkQueue: Sendable {
    /// Most urgent first.
    enum Urgency: Int, Sendable, CaseIterable, Comparable {
        case quick, visible, preheat

        static func < (left: Urgency, right: Urgency) -> Bool { left.rawValue < right.rawValue }
    }

    typealias Work = @Sendable () -> Void

    private let threads: WorkThreads

    /// - Parameter name: of the threads; the system keeps 15 bytes at most.
    init(name: String, threadLimit: Int) {
        threads = WorkThreads(name: name, threadLimit: max(1, threadLimit))
    }

    deinit {
        threads.stop()
    }

    /// What work hands in first waits until that work has ended, on the same thread, unless another thread is free sooner: work
    /// must not wait for it.
    func submit(_ urgency: Urgency, _ work: @escaping Work) {
        threads.submit(urgency, work)
    }

    /// Drops what waits, and what is still to come.
    func stop() {
        threads.stop()
    }

    /// Drops what waits, and what is still to come, and waits for the end of what is under way on other threads.
    func finish() {
        threads.stop()
        threads.waitUntilIdle()
    }
}

/// What the threads share; they keep this and not the queue, so that it can go.
// Unchecked: the condition's lock guards all that changes.
private final class WorkThreads: @unchecked Sendable {
    private let condition = NSCondition()
    private let name: String
    private let threadLimit: Int
    /// A closure that a generic collection holds by itself would be wrapped in another.
    private struct Item {
        let work: WorkQueue.Work
    }

    private var waiting: [Deque<Item>]
    /// A thread that is at work.
    private struct Busy {
        let thread = pthread_self()
        /// Its work has handed in another: it takes one up itself when it ends, sooner than a thread that must be woken.
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
        self.waiting = WorkQueue.Urgency.allCases.map { _ in [] }
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
        // One idle thread may have been woken for each of the works before this one.
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
        waiting = waiting.map { _ in [] }
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

    /// Waits for work; nil at the end of the queue.
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
