import AlbumenCombine
import Foundation
import Testing

@Suite struct CombineTests {
    private enum Failure: Error { case upstream }

    /// Everything that a publisher sends at once, with `|` for the end and `!` for a failure.
    private func record<P: Publisher>(_ publisher: P, while work: () -> Void = {}) -> String {
        var events: [String] = []
        let subscription = publisher.sink {
            if case .finished = $0 { events.append("|") } else { events.append("!") }
        } receiveValue: {
            events.append("\($0)")
        }
        work()
        subscription.cancel()
        return events.joined(separator: " ")
    }

    @Test func `combineLatest waits for each publisher, and then sends the newest values`() {
        let (a, b) = (PassthroughSubject<Int, Never>(), PassthroughSubject<String, Never>())
        let events = record(a.combineLatest(b) { "\($0)\($1)" }) {
            a.send(1)
            a.send(2)
            b.send("x")
            a.send(3)
            a.send(completion: .finished)
            b.send("y")
            b.send(completion: .finished)
        }
        #expect(events == "2x 3x 3y |")
    }

    @Test func `combineLatest joins three and four publishers`() {
        let (a, b, c, d) = (Just(1), Just("b"), Just(2.5), Just(false))
        #expect(record(a.combineLatest(b, c).map { "\($0.0)\($0.1)\($0.2)" }) == "1b2.5 |")
        #expect(record(a.combineLatest(b, c, d) { "\($0)\($1)\($2)\($3)" }) == "1b2.5false |")
        #expect(record(Publishers.CombineLatest(a, b).map { "\($0.0)\($0.1)" }) == "1b |")
    }

    @Test func `combineLatest keeps nil values`() {
        let (a, b) = (CurrentValueSubject<Int?, Never>(nil), CurrentValueSubject<Int?, Never>(1))
        #expect(record(a.combineLatest(b) { "\($0 ?? 0)-\($1 ?? 0)" }) { b.send(nil) } == "0-1 0-0")
    }

    @Test func `a failure ends the others`() {
        let (a, b) = (PassthroughSubject<Int, Failure>(), PassthroughSubject<Int, Failure>())
        let send = {
            a.send(1)
            b.send(2)
            a.send(completion: .failure(.upstream))
            b.send(3)
        }
        #expect(record(a.merge(with: b), while: send) == "1 2 !")
        let (c, d) = (PassthroughSubject<Int, Failure>(), PassthroughSubject<Int, Failure>())
        #expect(
            record(c.combineLatest(d).map { $0.0 + $0.1 }) {
                c.send(1)
                d.send(2)
                d.send(completion: .failure(.upstream))
                c.send(3)
            } == "3 !")
    }

    @Test func `merge sends values in their order and ends with the last publisher`() {
        let (a, b) = (PassthroughSubject<Int, Never>(), PassthroughSubject<Int, Never>())
        let events = record(Publishers.Merge(a, b.map { $0 * 10 })) {
            a.send(1)
            b.send(2)
            a.send(completion: .finished)
            b.send(3)
            b.send(completion: .finished)
        }
        #expect(events == "1 20 30 |")
        #expect(record(Publishers.MergeMany([Just(1), Just(2), Just(3)])) == "1 2 3 |")
        #expect(record(Publishers.MergeMany([Just<Int>]())) == "|")
        #expect(record(Just(1).merge(with: Just(2).eraseToAnyPublisher(), [3].publisher)) == "1 2 3 |")
    }

    @Test func `publishers that fail at the same time send one completion`() {
        for _ in 0..<2000 {
            let subjects = (0..<2).map { _ in PassthroughSubject<Int, Failure>() }
            let count = NSLock()
            nonisolated(unsafe) var completions = 0
            nonisolated(unsafe) let upstreams = subjects
            let subscriber = AnySubscriber<Int, Failure> {
                $0.request(.unlimited)
            } receiveValue: { _ in
                .none
            } receiveCompletion: { _ in
                count.withLock { completions += 1 }
            }
            subjects[0].merge(with: subjects[1]).subscribe(subscriber)
            DispatchQueue.concurrentPerform(iterations: 2) { upstreams[$0].send(completion: .failure(.upstream)) }
            #expect(completions == 1)
        }
    }

    @Test func `a subscriber receives no more values than it requests`() {
        var received: [Int] = []
        var subscription: (any Subscription)?
        let subscriber = AnySubscriber<Int, Never> {
            subscription = $0
            $0.request(.max(1))
        } receiveValue: {
            received.append($0)
            return .none
        }
        [1, 2].publisher.merge(with: Just(3)).subscribe(subscriber)
        #expect(received == [1])
        subscription?.request(.max(2))
        #expect(received == [1, 2, 3])
    }

    @Test func `a cancelled subscription receives nothing`() {
        let (a, b) = (PassthroughSubject<Int, Never>(), PassthroughSubject<Int, Never>())
        var received: [Int] = []
        let subscription = a.merge(with: b).sink { received.append($0) }
        a.send(1)
        subscription.cancel()
        b.send(2)
        #expect(received == [1])
    }
}
