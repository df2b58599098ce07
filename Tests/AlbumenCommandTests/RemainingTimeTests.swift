import AlbumenTestSupport
import Testing

@testable import AlbumenCommand

/// A clock that the tests advance drives the estimates.
@Suite struct RemainingTimeTests {
    /// Works on items one after another, and returns the estimate every tenth of a second.
    ///
    /// - Parameter items: The work of each item, and its duration in seconds.
    private func estimates(of items: [(work: Double, seconds: Double)]) -> [(time: Double, seconds: Double?)] {
        let total = items.map(\.work).reduce(0, +)
        var ends: [(time: Double, done: Double)] = []
        var (time, done) = (0.0, 0.0)
        for item in items {
            time += item.seconds
            done += item.work
            ends.append((time, done))
        }
        var remaining = RemainingTime()
        var results: [(time: Double, seconds: Double?)] = []
        var next = 0
        for tick in 0...Int(time * 10) + 1 {
            let now = Double(tick) / 10
            while next < ends.count, ends[next].time <= now { next += 1 }
            remaining.update(at: now, done: next == 0 ? 0 : ends[next - 1].done, total: total)
            results.append((now, remaining.seconds))
        }
        return results
    }

    /// The estimates that are higher than the one before.
    private func rises(_ results: [(time: Double, seconds: Double?)]) -> [Double] {
        let known = results.compactMap(\.seconds)
        return zip(known, known.dropFirst()).filter { $0 < $1 }.map { $1 - $0 }
    }

    @Test func `with a steady speed, the estimate is the remaining time`() {
        let results = estimates(of: Array(repeating: (work: 3, seconds: 0.5), count: 200))
        for (time, seconds) in results where time > 3 {
            #expect(abs((seconds ?? -100) - max(0, 100 - time)) < 1.1, "at \(time)")
        }
        #expect(rises(results) == [])
        #expect(results.last?.seconds == 0)
    }

    @Test func `there is no estimate before two seconds of work`() {
        let results = estimates(of: Array(repeating: (work: 1, seconds: 0.25), count: 100))
        #expect(results.filter { $0.time < 1.9 }.allSatisfy { $0.seconds == nil })
        #expect(results.filter { $0.time > 2.6 }.allSatisfy { $0.seconds != nil })
    }

    @Test(arguments: [1, 2, 3, 4, 5] as [UInt64])
    func `the estimate never rises with files of all sizes and commits in between`(_ seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let items = (0..<2000).map { index -> (work: Double, seconds: Double) in
            let work = Double.random(in: 0.2...2, using: &generator)
            // The work is only known roughly, and each 64th file waits for a commit.
            let error = Double.random(in: 0.5...1.5, using: &generator)
            return (work, work * 0.05 * error + (index % 64 == 63 ? 1.2 : 0))
        }
        #expect(rises(estimates(of: items)) == [])
    }

    @Test func `the estimate counts down during a long file`() {
        var items = Array(repeating: (work: 1.0, seconds: 0.1), count: 100)
        items.append((work: 200, seconds: 20))
        items += Array(repeating: (work: 1.0, seconds: 0.1), count: 100)
        let results = estimates(of: items)
        #expect(rises(results) == [])
        let during = results.filter { $0.time > 11 && $0.time < 29 }.compactMap(\.seconds)
        #expect(abs((during.first ?? 0) - 29) < 1.5 && abs((during.last ?? 0) - 11) < 1.5)
    }

    @Test func `the estimate rises once if the operation becomes slower`() {
        let fast = Array(repeating: (work: 1.0, seconds: 0.1), count: 200)
        let slow = Array(repeating: (work: 1.0, seconds: 0.5), count: 200)
        let results = estimates(of: fast + slow)
        #expect((1...3).contains(rises(results).count))
        // 50 s before the end.
        let late = results.first { $0.time >= 70 }?.seconds
        #expect(abs((late ?? 0) - 50) < 5)
    }

    @Test func `there is no estimate while an item takes longer than a minute`() {
        let results = estimates(of: Array(repeating: (1, 0.1), count: 100) + [(1, 100)] + [(1, 0.1)])
        #expect(results.filter { $0.time > 71 && $0.time < 109 }.allSatisfy { $0.seconds == nil })
    }

    @Test func `the estimate is at least a second until the end`() {
        let results = estimates(of: Array(repeating: (1, 0.1), count: 100) + [(1, 30)])
        #expect(results.filter { $0.time > 3 && $0.time < 39 }.allSatisfy { ($0.seconds ?? 0) >= 1 })
    }
}
