import Foundation

/// The limits of sessions.
struct PickLimits: Sendable {
    /// The time in which a request's body must arrive.
    var bodyTime = Duration.seconds(10)
    /// The largest number of sessions of one user or origin that wait for the user.
    var waitingOfRequester = 8
    /// The largest number of sessions that wait for the user.
    var waiting = 64
    /// The largest number of sessions, with those that have ended and whose bytes are available.
    var all = 512
    /// The time after which a session without an open page expires, in seconds.
    var unopened: TimeInterval = 600
    /// The time in which an app can load the bytes after the choice, in seconds. A session that has expired is known as
    /// long again.
    var bytes: TimeInterval = 3600
    /// The longest time that a request waits for a change.
    var patience = Duration.seconds(25)
    /// The largest number of requests that wait for one session.
    var waiters = 8
}
