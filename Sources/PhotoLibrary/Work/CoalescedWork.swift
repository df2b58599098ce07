import Cancellation
import Dispatch
import MediaRequests
import Synchronization

/// Work that is done once for all callers that request it at the same time.
///
/// Delivers a result to all callers that requested it before it was ready, and then forgets it. Caches keep results.
/// Doesn't start work that no caller waits for any longer, and cancels such work if it is in progress. Work that fails
/// with `takesLong` starts again in the slow lane, on separate threads, so that other work doesn't wait behind it.
package final class CoalescedWork<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    typealias Deliver = @Sendable (Result<Value, any Error>) -> Void
    typealias Make = @Sendable (WorkCancellation, RenderLane) throws -> Value

    private struct Subscriber {
        let number: Int
        let deliver: Deliver
        /// Whether the caller's thread belongs to the quick lane and must not wait for work in the slow lane.
        var leavesSlowWork = false
    }

    /// One piece of work. Guarded by the lock of `state`.
    private final class Job {
        let make: Make
        var urgency: WorkQueue.Urgency
        var lane = RenderLane.quick
        /// The first subscriber. Most jobs have no others.
        var first: Subscriber?
        var others: [Subscriber] = []
        /// `nil` if the work hasn't started.
        var cancellation: WorkCancellation?

        init(make: @escaping Make, urgency: WorkQueue.Urgency) {
            self.make = make
            self.urgency = urgency
        }

        var subscribers: [Subscriber] { (first.map { [$0] } ?? []) + others }

        func add(_ subscriber: Subscriber) {
            if first == nil, others.isEmpty { first = subscriber } else { others.append(subscriber) }
        }

        /// Removes a subscriber.
        ///
        /// - Returns: Whether it was the last subscriber.
        func remove(_ number: Int) -> Bool {
            let count = others.count + (first == nil ? 0 : 1)
            if first?.number == number { first = nil } else { others.removeAll { $0.number == number } }
            return count == 1 && first == nil && others.isEmpty
        }

        /// Removes and returns the subscribers whose threads belong to the quick lane.
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

    /// - Parameter slowQueue: A queue with separate threads for work that takes long, or `nil` if no work takes long.
    init(queue: WorkQueue, slowQueue: WorkQueue? = nil) {
        enqueue = { urgency, lane, work in
            (lane == .quick ? queue : slowQueue ?? queue).submit(urgency) { work(true) }
        }
    }

    /// Creates work without urgencies and lanes, which runs on the caller's threads.
    package init(enqueue: @escaping Enqueue) {
        self.enqueue = { _, _, work in enqueue(work) }
    }

    /// Requests the value. Calls `deliver` once, on a thread of the queue or of a caller of `value`.
    ///
    /// - Returns: A closure that withdraws the request.
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
        // A job can be queued twice. At its second turn it has started or ended, and nothing happens.
        if let lane = isToQueue { enqueue(key, urgency, lane) }
        return { self.withdraw(subscriber, key) }
    }

    /// Requests the value of work that never takes long.
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

    /// Returns the value. Does the work on this thread, unless another thread already does it. Blocks.
    ///
    /// - Parameters:
    ///   - cancellation: Cancels the work if no other caller waits for it. If another thread does the work, this call
    ///     returns early.
    ///   - lane: The lane of this thread, or `nil` for a thread that may wait for either lane.
    /// - Throws: The error of the work, `CancellationError`, or `takesLong` if this thread belongs to the quick lane
    ///   and the work to the slow lane.
    func value(
        _ key: Key, _ cancellation: WorkCancellation? = nil, lane: RenderLane? = nil, make: @escaping Make
    ) throws -> Value {
        let awaited = AwaitedResult<Value>()
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
                    number: subscriber, deliver: { awaited.deliver($0) }, leavesSlowWork: lane == .quick))
            return (subscriber, isMine ? job.lane : nil)
        }
        return try awaited.wait(
            cancellation, withdraw: { self.withdraw(subscriber, key) },
            while: workLane.map { workLane in
                { self.run(key, own, make, workLane, mayChangeLanes: lane == nil) }
            })
    }

    /// Cancels all work in progress, and starts no other. Callers that wait for work in progress receive its failure.
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

    /// Fails work that no thread will run.
    private func drop(_ key: Key) {
        let subscribers = state.withLock { state -> [Subscriber] in
            guard let job = state.jobs[key], job.cancellation == nil else { return [] }
            state.jobs[key] = nil
            return job.subscribers
        }
        for subscriber in subscribers { subscriber.deliver(.failure(CancellationError())) }
    }

    /// Runs the work if a caller still waits for it.
    ///
    /// - Parameter lane: The lane of the calling thread.
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

    /// Does the work and delivers its result to all callers that wait for it. Delivers nothing if the job was withdrawn
    /// meanwhile.
    ///
    /// - Parameter mayChangeLanes: Whether work that takes long starts again on this thread instead of a thread of the
    ///   slow queue.
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

    /// Moves work to the slow lane. Fails the requests of waiting quick-lane threads with `takesLong`.
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

    /// Withdraws a request. A request that follows the withdrawal of the last one starts new work, and doesn't join the
    /// cancelled work.
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
