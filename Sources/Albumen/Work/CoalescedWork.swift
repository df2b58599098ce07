import Dispatch
import MediaWork
import Synchronization

/// Work that is done once for all who ask for it at the same time.
///
/// A result goes to everybody who asked before it was there, and is then forgotten: keeping it is a cache's part. Work that
/// nobody wants any longer is never begun, or is cancelled where it is under way. Work that fails with `takesLong` begins again
/// in the slow lane, on threads of its own, so that none behind it waits.
package final class CoalescedWork<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    typealias Deliver = @Sendable (Result<Value, any Error>) -> Void
    typealias Make = @Sendable (WorkCancellation, RenderLane) throws -> Value

    private struct Subscriber {
        let number: Int
        let deliver: Deliver
        /// Its thread belongs to the quick lane, and must not wait for work of the slow one.
        var leavesSlowWork = false
    }

    /// One piece of work. Guarded by the lock of `state`.
    private final class Job {
        let make: Make
        var urgency: WorkQueue.Urgency
        var lane = RenderLane.quick
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

        /// Takes out those whose threads belong to the quick lane.
        func removeQuickSubscribers() -> [Subscriber] {
            let leaving = subscribers.filter(\.leavesSlowWork)
            let staying = subscribers.filter { !$0.leavesSlowWork }
            first = staying.first
            others = Array(staying.dropFirst())
            return leaving
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

    /// Runs work on a thread of its own, or calls it with `false` if the threads have ended.
    package typealias Enqueue = @Sendable (@escaping @Sendable (_ isActive: Bool) -> Void) -> Void

    private let enqueue: @Sendable (WorkQueue.Urgency, RenderLane, @escaping @Sendable (Bool) -> Void) -> Void
    private let state = Mutex(State())

    /// - Parameter slowQueue: has threads of its own for work that takes long; `nil` for work that never does.
    init(queue: WorkQueue, slowQueue: WorkQueue? = nil) {
        enqueue = { urgency, lane, work in
            (lane == .quick ? queue : slowQueue ?? queue).submit(urgency) { work(true) }
        }
    }

    /// Work without urgencies and lanes, on threads of the caller's.
    package init(enqueue: @escaping Enqueue) {
        self.enqueue = { _, _, work in enqueue(work) }
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
            job.add(Subscriber(number: subscriber, deliver: deliver))
            return (subscriber, known == nil || isMoreUrgent ? job.lane : nil)
        }
        // Queued a second time, the job is found begun or gone when its turn comes again.
        if let lane = isToQueue { enqueue(key, urgency, lane) }
        return { self.withdraw(subscriber, key) }
    }

    /// Asks for the value of work that never takes long.
    func submit(
        _ key: Key, _ urgency: WorkQueue.Urgency, make: @escaping @Sendable (WorkCancellation) throws -> Value,
        deliver: @escaping Deliver
    ) -> @Sendable () -> Void {
        submit(key, urgency, make: { cancellation, _ in try make(cancellation) }, deliver: deliver)
    }

    /// Returns the value of work that never takes long. Blocks.
    func value(
        _ key: Key, _ cancellation: WorkCancellation? = nil,
        make: @escaping @Sendable (WorkCancellation) throws -> Value
    ) throws -> Value {
        try value(key, cancellation, make: { cancellation, _ in try make(cancellation) })
    }

    /// The value, made on this thread unless another is at it. Blocks.
    ///
    /// - Parameters:
    ///   - cancellation: ends the work where nobody else wants it, and this call early unless the work is its own.
    ///   - lane: to which this thread belongs; `nil` for a thread that may wait for either.
    /// - Throws: what the work throws; `CancellationError`; `takesLong` if the thread belongs to the quick lane and the work to the
    ///   slow one.
    func value(
        _ key: Key, _ cancellation: WorkCancellation? = nil, lane: RenderLane? = nil, make: @escaping Make
    ) throws -> Value {
        let finished = DispatchSemaphore(value: 0)
        let outcome = Mutex<Result<Value, any Error>>(.failure(CancellationError()))
        let own = WorkCancellation()
        let (subscriber, workLane) = try state.withLock { state in
            if lane == .quick, state.jobs[key]?.lane == .slow { throw MediaError.takesLong }
            let subscriber = state.nextNumber()
            let job = state.jobs[key] ?? Job(make: make, urgency: .visible)
            state.jobs[key] = job
            if lane == .slow, job.cancellation == nil { job.lane = .slow }
            let isMine = job.cancellation == nil
            if isMine { job.cancellation = own }
            job.add(
                Subscriber(
                    number: subscriber,
                    deliver: { result in
                        outcome.withLock { $0 = result }
                        finished.signal()
                    }, leavesSlowWork: lane == .quick))
            return (subscriber, isMine ? job.lane : nil)
        }
        let wait = {
            guard let workLane else { return finished.wait() }
            self.run(key, own, make, workLane, mayChangeLanes: lane == nil)
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

    private func enqueue(_ key: Key, _ urgency: WorkQueue.Urgency, _ lane: RenderLane) {
        enqueue(urgency, lane) { isActive in
            if isActive { self.runIfWanted(key, lane) } else { self.drop(key) }
        }
    }

    /// Fails work that no thread will do.
    private func drop(_ key: Key) {
        let subscribers = state.withLock { state -> [Subscriber] in
            guard let job = state.jobs[key], job.cancellation == nil else { return [] }
            state.jobs[key] = nil
            return job.subscribers
        }
        for subscriber in subscribers { subscriber.deliver(.failure(CancellationError())) }
    }

    /// - Parameter lane: to which the calling thread belongs.
    private func runIfWanted(_ key: Key, _ lane: RenderLane) {
        let cancellation = WorkCancellation()
        let make = state.withLock { state -> Make? in
            guard !state.isEnded, let job = state.jobs[key], job.cancellation == nil, job.lane == lane else {
                return nil
            }
            job.cancellation = cancellation
            return job.make
        }
        if let make { run(key, cancellation, make, lane, mayChangeLanes: false) }
    }

    /// Tells the result to those who wait for it; nobody does where the job was given up meanwhile.
    ///
    /// - Parameter mayChangeLanes: work that takes long begins again on this thread, and not on one of the slow queue's.
    private func run(
        _ key: Key, _ cancellation: WorkCancellation, _ make: Make, _ lane: RenderLane, mayChangeLanes: Bool
    ) {
        let result = Result { try make(cancellation, lane) }
        if lane == .quick, result.takesLong {
            changeLanes(key, cancellation, result, staysHere: mayChangeLanes)
            if mayChangeLanes { run(key, cancellation, make, .slow, mayChangeLanes: true) }
            return
        }
        let subscribers = state.withLock { state -> [Deliver] in
            guard let job = state.jobs[key], job.cancellation === cancellation else { return [] }
            state.jobs[key] = nil
            return job.subscribers.map(\.deliver)
        }
        for deliver in subscribers { deliver(result) }
    }

    /// Moves work to the slow lane. Threads of the quick lane that wait for it are told so.
    private func changeLanes(
        _ key: Key, _ cancellation: WorkCancellation, _ result: Result<Value, any Error>, staysHere: Bool
    ) {
        let (leaving, urgency) = state.withLock { state -> ([Subscriber], WorkQueue.Urgency?) in
            guard let job = state.jobs[key], job.cancellation === cancellation else { return ([], nil) }
            job.lane = .slow
            let leaving = job.removeQuickSubscribers()
            if staysHere { return (leaving, nil) }
            job.cancellation = nil
            guard !job.subscribers.isEmpty, !state.isEnded else {
                state.jobs[key] = nil
                return (leaving + job.subscribers, nil)
            }
            return (leaving, job.urgency)
        }
        if let urgency { enqueue(key, urgency, .slow) }
        for subscriber in leaving { subscriber.deliver(result) }
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

extension Result {
    fileprivate var takesLong: Bool {
        if case .failure(let error as MediaError) = self { error.code == .takesLong } else { false }
    }
}
