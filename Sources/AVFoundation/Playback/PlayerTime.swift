import Dispatch

/// The time that moves positions. A test can replace it.
struct PlayerTime: Sendable {
    /// The time of the system.
    static let system = PlayerTime(
        now: { .now },
        schedule: { delay, body in PlayerSchedule.queue.asyncAfter(deadline: .now() + delay, execute: body) })

    var now: @Sendable () -> ContinuousClock.Instant
    /// Calls a closure once, after a delay in seconds.
    var schedule: @Sendable (_ delay: Double, _ body: @escaping @Sendable () -> Void) -> Void
}
