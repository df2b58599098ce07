/// The times of two kinds of calls that were made in turn, to see whether a caller could tell them apart.
package struct InterleavedTimes: Sendable, CustomStringConvertible {
    /// Microseconds, sorted.
    package let first, second: [Double]

    /// Makes calls in pairs. The order within each pair is random.
    ///
    /// - Parameters:
    ///   - count: The number of calls of each kind.
    ///   - first: A call of the first kind, with its number.
    package init(
        count: Int, seed: UInt64 = 1, _ first: (Int) async throws -> Void, _ second: (Int) async throws -> Void
    ) async rethrows {
        var generator = SeededGenerator(seed: seed)
        var (ours, theirs): ([Double], [Double]) = ([], [])
        // The first calls fill caches.
        let warmUp = max(10, count / 20)
        for number in 0..<count + warmUp {
            let isFirst = Bool.random(using: &generator)
            for isOurs in [isFirst, !isFirst] {
                let start = ContinuousClock.now
                try await isOurs ? first(number) : second(number)
                let time = (ContinuousClock.now - start) / .microseconds(1)
                guard number >= warmUp else { continue }
                if isOurs { ours.append(time) } else { theirs.append(time) }
            }
        }
        (self.first, self.second) = (ours.sorted(), theirs.sorted())
    }

    /// The probability that a call of the first kind takes longer than one of the second. 0.5 if the times are alike.
    package var probabilityOfLongerFirst: Double {
        var (below, wins) = (0, 0.0)
        for time in first {
            while below < second.count, second[below] < time { below += 1 }
            wins += Double(below)
        }
        return wins / Double(max(1, first.count * second.count))
    }

    package var description: String {
        func text(_ times: [Double]) -> String {
            func quantile(_ share: Double) -> String {
                "\((times[min(times.count - 1, Int(Double(times.count) * share))] * 10).rounded() / 10)"
            }
            return "median \(quantile(0.5)) µs, quartiles \(quantile(0.25)) and \(quantile(0.75)) µs"
        }
        let probability = (probabilityOfLongerFirst * 1000).rounded() / 1000
        return "\(text(first)); \(text(second)); the first takes longer with probability \(probability)"
    }
}
