import Foundation

/// Estimates the remaining time of an operation from its progress.
///
/// The estimate counts down while an item is worked on, and never rises because a single item takes long. It rises only
/// if the operation is clearly slower than estimated for some time. The clock is a parameter, so the type can be tested.
struct RemainingTime {
    /// The time over which the speed is measured.
    private static let memoryInSeconds = 15.0
    /// The shortest measurement for an estimate.
    private static let minimumInSeconds = 2.0
    /// The estimate rises if the new one exceeds it by this factor and this time, for longer than `doubtInSeconds`.
    private static let toleratedFactor = 1.2
    private static let toleratedSeconds = 2.0
    private static let doubtInSeconds = 10.0
    /// The time over which the estimate falls if the operation is faster than estimated.
    private static let reliefInSeconds = 4.0
    /// There is no estimate if an item takes longer than this.
    private static let patienceInSeconds = 60.0

    private struct Sample {
        var time: Double
        var done: Double
        var passed: Double
    }

    private var last: Sample?
    /// The time up to which the done work is known.
    private var workedUntil = 0.0
    /// The work and its duration. Older work counts less.
    private var work = 0.0
    private var duration = 0.0
    private var estimate: Double?
    /// Since when the operation has been clearly slower than estimated.
    private var doubtedSince: Double?

    /// The estimate in seconds, or `nil` if it's unknown.
    private(set) var seconds: Double?

    /// Records the progress. Work has any unit.
    ///
    /// - Parameters:
    ///   - time: Seconds of any monotonic clock.
    ///   - done: The work that is done.
    ///   - passed: The work of the items that turned out to need none.
    ///   - total: The work of all items, or `nil` if it's unknown.
    mutating func update(at time: Double, done: Double, passed: Double = 0, total: Double?) {
        let previous = last ?? Sample(time: time, done: done, passed: passed)
        if last == nil { workedUntil = time }
        last = Sample(time: time, done: done, passed: passed)
        if done > previous.done {
            let elapsed = time - workedUntil
            let weight = exp(-elapsed / Self.memoryInSeconds)
            work = work * weight + done - previous.done
            duration = duration * weight + elapsed
            workedUntil = time
        } else if passed > previous.passed {
            // Finding the items that need no work isn't part of the work's duration.
            workedUntil = time
        }
        guard let total, work > 0, duration >= Self.minimumInSeconds else { return }
        let rest = max(0, total - done - passed)
        let waited = time - workedUntil
        follow(max(0, rest * duration / work - waited), elapsed: time - previous.time, at: time)
        seconds = waited > Self.patienceInSeconds ? nil : rest > 0 ? estimate.map { max(1, $0) } : 0
    }

    /// Moves the estimate towards a new one.
    private mutating func follow(_ target: Double, elapsed: Double, at time: Double) {
        guard let current = estimate else {
            estimate = target
            return
        }
        let isSlower = target > current * Self.toleratedFactor + Self.toleratedSeconds
        doubtedSince = isSlower ? doubtedSince ?? time : nil
        if let doubtedSince, time - doubtedSince >= Self.doubtInSeconds {
            estimate = target
            self.doubtedSince = nil
        } else if target < current {
            let countdown = max(0, current - elapsed)
            let relief = 1 - exp(-elapsed / Self.reliefInSeconds)
            estimate = target >= countdown ? target : countdown - (countdown - target) * relief
        }
    }
}
