public import OpenCombine

extension Publishers {
    /// Publishes the values of two publishers in the order of their arrival.
    public struct Merge<A: Publisher, B: Publisher>: Publisher
    where A.Failure == B.Failure, A.Output == B.Output {
        public typealias Output = A.Output
        public typealias Failure = A.Failure

        public let a: A
        public let b: B

        public init(_ a: A, _ b: B) {
            self.a = a
            self.b = b
        }

        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            let joined = allValues(of: 2, for: subscriber)
            joined.subscribe(to: a, index: 0)
            joined.subscribe(to: b, index: 1)
        }
    }

    /// Publishes the values of three publishers in the order of their arrival.
    public struct Merge3<A: Publisher, B: Publisher, C: Publisher>: Publisher
    where A.Failure == B.Failure, A.Output == B.Output, B.Failure == C.Failure, B.Output == C.Output {
        public typealias Output = A.Output
        public typealias Failure = A.Failure

        public let a: A
        public let b: B
        public let c: C

        public init(_ a: A, _ b: B, _ c: C) {
            self.a = a
            self.b = b
            self.c = c
        }

        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            let joined = allValues(of: 3, for: subscriber)
            joined.subscribe(to: a, index: 0)
            joined.subscribe(to: b, index: 1)
            joined.subscribe(to: c, index: 2)
        }
    }

    /// Publishes the values of four publishers in the order of their arrival.
    public struct Merge4<A: Publisher, B: Publisher, C: Publisher, D: Publisher>: Publisher
    where
        A.Failure == B.Failure, A.Output == B.Output, B.Failure == C.Failure, B.Output == C.Output,
        C.Failure == D.Failure, C.Output == D.Output
    {
        public typealias Output = A.Output
        public typealias Failure = A.Failure

        public let a: A
        public let b: B
        public let c: C
        public let d: D

        public init(_ a: A, _ b: B, _ c: C, _ d: D) {
            self.a = a
            self.b = b
            self.c = c
            self.d = d
        }

        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            let joined = allValues(of: 4, for: subscriber)
            joined.subscribe(to: a, index: 0)
            joined.subscribe(to: b, index: 1)
            joined.subscribe(to: c, index: 2)
            joined.subscribe(to: d, index: 3)
        }
    }

    /// Publishes the values of publishers of one type in the order of their arrival.
    public struct MergeMany<Upstream: Publisher>: Publisher {
        public typealias Output = Upstream.Output
        public typealias Failure = Upstream.Failure

        public let publishers: [Upstream]

        public init(_ upstream: Upstream...) {
            publishers = upstream
        }

        public init<S: Swift.Sequence>(_ upstream: S) where S.Element == Upstream {
            publishers = Array(upstream)
        }

        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            let joined = allValues(of: publishers.count, for: subscriber)
            for (index, publisher) in publishers.enumerated() { joined.subscribe(to: publisher, index: index) }
            // Without a publisher, no event causes the completion.
            if publishers.isEmpty { joined.deliver() }
        }
    }

    private static func allValues<S: Subscriber>(of count: Int, for subscriber: S) -> JoinedSubscription<S> {
        let joined = JoinedSubscription(downstream: subscriber, upstreamCount: count, keepsOnlyNewest: false) {
            $1 as? S.Input
        }
        subscriber.receive(subscription: joined)
        return joined
    }
}
