import Dispatch
import MediaWork
import Synchronization

/// Work that is done once for all who ask for it at the same time.
///
/// A result goes to everybody who asked before it was there, and is then forgotten: keeping it is a cache's part. Work that
/// nobody wants any longer is never begun, or is cancelled where it is under way.
final class CoalescedWork<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    typealias Deliver = @Sendable (Result<Value, any Error>) -> Void
    typealias Make = @Sendable (WorkCancellation) throws -> Value

    private typealias Subscriber = (number: Int, deliver: Deliver)

    /// One piece of work. Guarded by the lock of `state`.
    private final class Job {
        let make: Make
        var urgency: WorkQueue.Urgency
        /// Most jobs have one alone.
        var first: Subscriber?
        var others: [Subscriber] = []
        /// Nil: not begun.
        var cancellation: WorkCancellation?

        init(make: @escaping Make, urgency: WorkQueue.Urgency) {
            self.make = make
            self.urgency = urgency
        }

        var subscribers: [Subscriber] { (first.map { [$0] } ?? []) + others }

        func add(_ subscriber: Subscriber) {
            if first == nil, others.isEmpty { first = subscriber } else { others.append(subscriber) }
        }

        /// - Returns: whether that was the last one.
        func remove(_ number: Int) -> Bool {
            let count = others.count + (first == nil ? 0 : 1)
            if first?.number == number { first = nil } else { others.removeAll { $0.number == number } }
            return count == 1 && first == nil && others.isEmpty
        }
    }

    private struct State {
        var jobs: [Key: Job] = [:]
        var lastNumber = 0
        var isEnded = false

        mutating func nextNumber() -> Int {
            lastNumber += 1
            return lastNumber
        }
    }

    private let queue: WorkQueue
    private let state = Mutex(State())

    init(queue: WorkQueue) {
        self.queue = queue
    }

    /// Asks for the value; `deliver` is called once, on one of the queue's threads or on that of a caller of `value`.
    ///
    /// - Returns: withdraws the question.
    func submit(
        _ key: Key, _ urgency: WorkQueue.Urgency, make: @escaping Make, deliver: @escaping Deliver
    ) -> @Sendable () -> Void {
        let (subscriber, isToQueue) = state.withLock { state in
            let subscriber = state.nextNumber()
            let known = state.jobs[key]
            let job = known ?? Job(make: make, urgency: urgency)
            if known == nil { state.jobs[key] = job }
            let isMoreUrgent = job.cancellation == nil && urgency < job.urgency
            job.urgency = min(job.urgency, urgency)
            job.add((subscriber, deliver))
            return (subscriber, known == nil || isMoreUrgent)
        }
        // Queued a second time, the job is found begun or gone when its turn comes again.
        if isToQueue { queue.submit(urgency) { self.runIfWanted(key) } }
        return { self.withdraw(subscriber, key) }
    }

    /// The value, made on this thread unless another is at it. Blocks.
    ///
    /// - Parameter cancellation: ends the work where nobody else wants it, and this call early unless the work is its own.
    /// - Throws: what the work throws; `CancellationError`.
    func value(_ key: Key, _ cancellation: WorkCancellation? = nil, make: @escaping Make) throws -> Value {
        let finished = DispatchSemaphore(value: 0)
        let outcome = Mutex<Result<Value, any Error>>(.failure(CancellationError()))
        let own = WorkCancellation()
        let (subscriber, isMine) = state.withLock { state in
            let subscriber = state.nextNumber()
            let job = state.jobs[key] ?? Job(make: make, urgency: .visible)
            state.jobs[key] = job
            let isMine = job.cancellation == nil
            if isMine { job.cancellation = own }
            job.add(
                (
                    subscriber,
                    { result in
                        outcome.withLock { $0 = result }
                        finished.signal()
                    }
                ))
            return (subscriber, isMine)
        }
        let wait = {
            if isMine { self.run(key, own, make) } else { finished.wait() }
        }
        if let cancellation {
            cancellation.whileWaking {
                self.withdraw(subscriber, key)
                finished.signal()
            } while: {
                wait()
            }
        } else {
            wait()
        }
        return try outcome.withLock { $0 }.get()
    }

    /// Cancels all work under way, and begins no other. Who waits for it is told that it failed.
    func cancelAll() {
        let cancellations = state.withLock { state in
            state.isEnded = true
            return state.jobs.values.compactMap(\.cancellation)
        }
        for cancellation in cancellations { cancellation.cancel() }
    }

    private func runIfWanted(_ key: Key) {
        let cancellation = WorkCancellation()
        let make = state.withLock { state -> Make? in
            guard !state.isEnded, let job = state.jobs[key], job.cancellation == nil else { return nil }
            job.cancellation = cancellation
            return job.make
        }
        if let make { run(key, cancellation, make) }
    }

    /// Tells the result to those who wait for it; nobody does where the job was given up meanwhile.
    private func run(_ key: Key, _ cancellation: WorkCancellation, _ make: Make) {
        let result = Result { try make(cancellation) }
        let subscribers = state.withLock { state -> [Deliver] in
            guard let job = state.jobs[key], job.cancellation === cancellation else { return [] }
            state.jobs[key] = nil
            return job.subscribers.map(\.deliver)
        }
        for deliver in subscribers { deliver(result) }
    }

    /// Whoever asks after the last one has withdrawn gets work of its own, not what is being cancelled.
    private func withdraw(_ subscriber: Int, _ key: Key) {
        let cancellation = state.withLock { state -> WorkCancellation? in
            guard let job = state.jobs[key], job.remove(subscriber) else { return nil }
            state.jobs[key] = nil
            return job.cancellation
        }
        cancellation?.cancel()
    }
}
