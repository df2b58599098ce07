import Foundation

/// Compares two ways to do the same work. They run in turn, so that other load of the machine affects both.
struct Measurement {
    enum Goal {
        /// The largest allowed ratio of Albumen's time to the peer's.
        case atMost(Double)
        /// The smallest allowed ratio of Albumen's rate to the peer's.
        case rateAtLeast(Double)
        /// The longest allowed time of Albumen in seconds, independent of the peer's.
        case seconds(Double)
    }

    let title: String
    let peer: String
    let goal: Goal
    var repetitions = 5

    /// Runs the closures in turn and compares their times. Each closure does the work once.
    func run(ours: () throws -> Void, theirs: () throws -> Void) throws {
        var (our, their): ([Double], [Double]) = ([], [])
        for _ in 0..<repetitions {
            our.append(try Self.seconds(ours))
            their.append(try Self.seconds(theirs))
        }
        tell(our, their)
    }

    func tell(_ ours: [Double], _ theirs: [Double]) {
        let (our, their) = (Self.median(ours), Self.median(theirs))
        let (ratio, isMet, wish): (Double, Bool, String)
        switch goal {
        case .atMost(let limit): (ratio, isMet, wish) = (our / their, our / their <= limit, "time at most \(limit)×")
        case .rateAtLeast(let limit):
            (ratio, isMet, wish) = (their / our, their / our >= limit, "rate at least \(limit)×")
        case .seconds(let limit):
            (ratio, isMet, wish) = (our / their, our <= limit, "at most \(Self.text(limit))")
        }
        MeasuredResult.note(
            MeasuredResult(
                title: title, peer: peer, albumenSeconds: our, peerSeconds: their, ratio: ratio, goal: wish,
                isMet: isMet))
        print(
            """

            \(title)
              albumen: median \(Self.text(our)), best \(Self.text(ours.min() ?? 0))
              \(peer): median \(Self.text(their)), best \(Self.text(theirs.min() ?? 0))
              ratio: \(String(format: "%.2f", ratio)), goal \(wish): \(isMet ? "met" : "MISSED")
            """)
        // Otherwise, a file gets the results only at the end.
        fflush(nil)
    }

    static func seconds(_ body: () throws -> Void) rethrows -> Double {
        let taken = try ContinuousClock().measure(body).components
        return Double(taken.seconds) + Double(taken.attoseconds) * 1e-18
    }

    static func seconds(since start: ContinuousClock.Instant) -> Double {
        let taken = (ContinuousClock.now - start).components
        return Double(taken.seconds) + Double(taken.attoseconds) * 1e-18
    }

    static func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }

    static func text(_ seconds: Double) -> String {
        seconds < 0.001
            ? String(format: "%.1f µs", seconds * 1e6)
            : seconds < 1 ? String(format: "%.2f ms", seconds * 1e3) : String(format: "%.2f s", seconds)
    }
}

/// Stops the program if a measured result is wrong. Unlike the argument of `precondition`, this one can throw.
func check(_ condition: Bool) {
    precondition(condition)
}
