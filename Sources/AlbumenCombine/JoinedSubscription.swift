import Foundation
import OpenCombine

/// The subscription of a publisher with several upstreams, which OpenCombine lacks.
///
/// Requests all values of the upstreams. Stores values until the downstream requests them.
final class JoinedSubscription<Downstream: Subscriber>: Subscription, @unchecked Sendable {
    // Unchecked, because locks order all accesses: one for the state, and one for the calls of the downstream.
    private let state = NSLock()
    private let delivery = NSRecursiveLock()

    private let transform: (_ index: Int, _ value: Any) -> Downstream.Input?
    private let keepsOnlyNewest: Bool
    private var downstream: Downstream?
    private var upstreams: [any Subscription] = []
    private var runningUpstreamCount: Int
    private var pending: [Downstream.Input] = []
    private var demand = Subscribers.Demand.none

    /// Creates a subscription. `transform` is called by one thread at a time. It returns `nil` if a value produces no
    /// output.
    init(
        downstream: Downstream, upstreamCount: Int, keepsOnlyNewest: Bool,
        transform: @escaping (_ index: Int, _ value: Any) -> Downstream.Input?
    ) {
        self.downstream = downstream
        self.keepsOnlyNewest = keepsOnlyNewest
        self.transform = transform
        runningUpstreamCount = upstreamCount
    }

    func request(_ demand: Subscribers.Demand) {
        state.withLock { self.demand += demand }
        deliver()
    }

    func cancel() {
        _ = takeDownstream()
    }

    /// Removes the downstream and cancels the upstreams. Only one caller gets the downstream, and can complete it.
    private func takeDownstream() -> Downstream? {
        let (downstream, upstreams) = state.withLock {
            defer { (self.downstream, self.upstreams, pending) = (nil, [], []) }
            return (self.downstream, self.upstreams)
        }
        for upstream in upstreams { upstream.cancel() }
        return downstream
    }

    // MARK: - Events of the upstreams

    func receive(_ subscription: any Subscription) {
        let isOpen = state.withLock {
            if downstream != nil { upstreams.append(subscription) }
            return downstream != nil
        }
        guard isOpen else { return subscription.cancel() }
        subscription.request(.unlimited)
    }

    func receive(_ value: Any, from index: Int) {
        state.withLock {
            guard downstream != nil, let output = transform(index, value) else { return }
            if keepsOnlyNewest, demand == .none { pending = [] }
            pending.append(output)
        }
        deliver()
    }

    func receive(_ completion: Subscribers.Completion<Downstream.Failure>) {
        switch completion {
        case .finished:
            state.withLock { runningUpstreamCount -= 1 }
            deliver()
        case .failure:
            let downstream = takeDownstream()
            delivery.withLock { downstream?.receive(completion: completion) }
        }
    }

    /// Sends the pending values that the downstream has requested, and then its completion.
    func deliver() {
        delivery.withLock {
            while let (downstream, value) = next() {
                guard let value else {
                    takeDownstream()?.receive(completion: .finished)
                    return
                }
                let more = downstream.receive(value)
                state.withLock { demand += more }
            }
        }
    }

    /// Removes the next event. An event without a value is the completion.
    private func next() -> (Downstream, Downstream.Input?)? {
        state.withLock {
            guard let downstream else { return nil }
            if pending.isEmpty { return runningUpstreamCount == 0 ? (downstream, nil) : nil }
            guard demand > .none else { return nil }
            demand -= 1
            return (downstream, pending.removeFirst())
        }
    }
}
