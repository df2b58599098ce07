import Foundation

/// The limits of sessions.
struct PickLimits: Sendable {
    /// The time in which a request's body must arrive.
    var bodyTime = Duration.seconds(10)
    /// The largest number of sessions of one origin, or of one user's programs, that wait for the owner.
    var waitingOfRequester = 8
    /// The largest number of sessions of another user that wait, with all origins that the user's programs name.
    var waitingOfUser = 8
    /// The largest number of sessions of all other users that wait.
    var waitingOfOtherUsers = 24
    /// The largest number of sessions of pages on the owner's connections that wait. The owner's programs have the rest.
    var waitingOfPages = 32
    /// The largest number of sessions that wait for the owner.
    var waiting = 64
    /// The largest number of sessions, with those that have ended and whose bytes are available.
    var all = 512
    /// The time after which a session without an open page expires, in seconds.
    var unopened: TimeInterval = 600
    /// The time after which an app's session is cancelled if its window has closed, in seconds. A page that lost its
    /// connection reconnects meanwhile.
    var closed: TimeInterval = 2
    /// The time in which a page connects after the browser has loaded its document, in seconds. A reload needs it.
    var loading: TimeInterval = 60
    /// The time after which another page no longer counts as waiting for the session, in seconds. It asks each second.
    var asking: TimeInterval = 10
    /// The time for which the gallery offers a page's session after a browser that isn't signed in has shown it, in
    /// seconds. Then the session is cancelled. The browser asks each second, or each minute in a hidden window.
    var visit: TimeInterval = 70
    /// The time in which an app can load the bytes after the choice, in seconds. A session that has expired is known as
    /// long again.
    var bytes: TimeInterval = 3600
    /// The longest time that a request waits for a change.
    var patience = Duration.seconds(25)
    /// The largest number of requests that wait for one session.
    var waiters = 8
}
