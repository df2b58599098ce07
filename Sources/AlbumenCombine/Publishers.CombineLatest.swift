public import OpenCombine

extension Publishers {
    /// Publishes tuples of the newest values of two publishers, as soon as each has published a value.
    ///
    /// Finishes when all publishers have finished. If no value is requested, only the newest tuple is kept.
    public struct CombineLatest<A: Publisher, B: Publisher>: Publisher where A.Failure == B.Failure {
        public typealias Output = (A.Output, B.Output)
        public typealias Failure = A.Failure

        public let a: A
        public let b: B

        public init(_ a: A, _ b: B) {
            self.a = a
            self.b = b
        }

        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            let joined = newestValues(of: 2, for: subscriber) { ($0[0] as! A.Output, $0[1] as! B.Output) }
            joined.subscribe(to: a, index: 0)
            joined.subscribe(to: b, index: 1)
        }
    }

    /// Publishes tuples of the newest values of three publishers, as soon as each has published a value.
    ///
    /// Finishes when all publishers have finished. If no value is requested, only the newest tuple is kept.
    public struct CombineLatest3<A: Publisher, B: Publisher, C: Publisher>: Publisher
    where A.Failure == B.Failure, B.Failure == C.Failure {
        public typealias Output = (A.Output, B.Output, C.Output)
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
            let joined = newestValues(of: 3, for: subscriber) {
                ($0[0] as! A.Output, $0[1] as! B.Output, $0[2] as! C.Output)
            }
            joined.subscribe(to: a, index: 0)
            joined.subscribe(to: b, index: 1)
            joined.subscribe(to: c, index: 2)
        }
    }

    /// Publishes tuples of the newest values of four publishers, as soon as each has published a value.
    ///
    /// Finishes when all publishers have finished. If no value is requested, only the newest tuple is kept.
    public struct CombineLatest4<A: Publisher, B: Publisher, C: Publisher, D: Publisher>: Publisher
    where A.Failure == B.Failure, B.Failure == C.Failure, C.Failure == D.Failure {
        public typealias Output = (A.Output, B.Output, C.Output, D.Output)
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
            let joined = newestValues(of: 4, for: subscriber) {
                ($0[0] as! A.Output, $0[1] as! B.Output, $0[2] as! C.Output, $0[3] as! D.Output)
            }
            joined.subscribe(to: a, index: 0)
            joined.subscribe(to: b, index: 1)
            joined.subscribe(to: c, index: 2)
            joined.subscribe(to: d, index: 3)
        }
    }

    /// Creates the subscription of `subscriber`. `combine` is called with a value of each publisher.
    private static func newestValues<S: Subscriber>(
        of count: Int, for subscriber: S, combine: @escaping ([Any]) -> S.Input
    ) -> JoinedSubscription<S> {
        var newest = [Any?](repeating: nil, count: count)
        let joined = JoinedSubscription(downstream: subscriber, upstreamCount: count, keepsOnlyNewest: true) {
            newest[$0] = .some($1)
            let values = newest.compactMap(\.self)
            return values.count == count ? combine(values) : nil
        }
        subscriber.receive(subscription: joined)
        return joined
    }
}
