import Dispatch
import Synchronization

/// Work that is done once for all who ask for it at the same time.
///
/// A result goes to everybody who asked before it was there, and is then forgotten: keeping it is a cache's part.
final class CoalescedWork<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    typealias Deliver = @Sendable (Result<Value, any Error>) -> Void
    typealias Make = @Sendable () throws -> Value

    private struct Job {
        let make: Make
        var urgency: WorkQueue.Urgency
        var subscribers: [Int: Deliver] = [:]
        var isRunning = false
    }

    private struct State {
        var jobs: [Key: Job] = [:]
        var lastSubscriber = 0
    }

    private let queue: WorkQueue
    private let state = Mutex(State())

    init(queue: WorkQueue) {
        self.queue = queue
    }

    /// Asks for the value; `deliver` is called once, on one of the queue's threads or on that of a caller of `value`.
    ///
    /// - Returns: withdraws the question. Work that nobody waits for and that was not begun is never done.
    func submit(
        _ key: Key, _ urgency: WorkQueue.Urgency, make: @escaping Make, deliver: @escaping Deliver
    ) -> @Sendable () -> Void {
        let (subscriber, isToQueue) = state.withLock { state in
            state.lastSubscriber += 1
            let subscriber = state.lastSubscriber
            var job = state.jobs[key] ?? Job(make: make, urgency: urgency)
            let isNew = state.jobs[key] == nil
            let isMoreUrgent = !job.isRunning && urgency < job.urgency
            job.urgency = min(job.urgency, urgency)
            job.subscribers[subscriber] = deliver
            state.jobs[key] = job
            return (subscriber, isNew || isMoreUrgent)
        }
        // Queued a second time, the job is found begun or gone when its turn comes again.
        if isToQueue { queue.submit(urgency) { [weak self] in self?.runIfWanted(key) } }
        return { [weak self] in self?.withdraw(subscriber, key) }
    }

    /// The value, made on this thread unless another is at it. Blocks.
    func value(_ key: Key, make: @escaping Make) throws -> Value {
        let finished = DispatchSemaphore(value: 0)
        let outcome = Mutex<Result<Value, any Error>?>(nil)
        let isMine = state.withLock { state in
            if state.jobs[key]?.isRunning == true {
                state.lastSubscriber += 1
                state.jobs[key]?.subscribers[state.lastSubscriber] = { result in
                    outcome.withLock { $0 = result }
                    finished.signal()
                }
                return false
            }
            state.jobs[key, default: Job(make: make, urgency: .visible)].isRunning = true
            return true
        }
        if isMine { return try finish(key, make) }
        finished.wait()
        guard let result = outcome.withLock({ $0 }) else { preconditionFailure("signalled without a result") }
        return try result.get()
    }

    private func runIfWanted(_ key: Key) {
        let make = state.withLock { state -> Make? in
            guard let job = state.jobs[key], !job.isRunning else { return nil }
            guard !job.subscribers.isEmpty else {
                state.jobs[key] = nil
                return nil
            }
            state.jobs[key]?.isRunning = true
            return job.make
        }
        // The subscribers are told of a failure.
        if let make { _ = try? finish(key, make) }
    }

    private func finish(_ key: Key, _ make: Make) throws -> Value {
        let result = Result { try make() }
        let job = state.withLock { $0.jobs.removeValue(forKey: key) }
        for (_, deliver) in (job?.subscribers ?? [:]).sorted(by: { $0.key < $1.key }) { deliver(result) }
        return try result.get()
    }

    private func withdraw(_ subscriber: Int, _ key: Key) {
        state.withLock { state in
            guard var job = state.jobs[key] else { return }
            job.subscribers[subscriber] = nil
            state.jobs[key] = job.subscribers.isEmpty && !job.isRunning ? nil : job
        }
    }
}
