import OpenCombine

/// Passes the events of one upstream to a subscription with several upstreams.
struct JoinedUpstream<Input, Downstream: Subscriber>: Subscriber {
    typealias Failure = Downstream.Failure

    let index: Int
    let subscription: JoinedSubscription<Downstream>
    let combineIdentifier = CombineIdentifier()

    func receive(subscription: any Subscription) {
        self.subscription.receive(subscription)
    }

    func receive(_ input: Input) -> Subscribers.Demand {
        subscription.receive(input, from: index)
        return .none
    }

    func receive(completion: Subscribers.Completion<Failure>) {
        subscription.receive(completion)
    }
}

extension JoinedSubscription {
    /// Subscribes to an upstream. Its index is its position in the publisher's list.
    func subscribe<Upstream: Publisher>(to upstream: Upstream, index: Int)
    where Upstream.Failure == Downstream.Failure {
        upstream.subscribe(JoinedUpstream<Upstream.Output, Downstream>(index: index, subscription: self))
    }
}
