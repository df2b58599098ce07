package import Dispatch
package import Foundation

/// The time after which a waiting test fails. All tests share a few cores, and some of them use these for minutes. So
/// the time is long, and isn't a measure of anything.
package enum TestPatience {
    package static let seconds: Double = 900

    /// The time for a program that waits and then reports the missing event.
    package static let programSeconds: Double = 1200

    /// The end of the time, starting now.
    package static var end: DispatchTime { .now() + seconds }

    /// The end of the time, starting now.
    package static var endDate: Date { Date(timeIntervalSinceNow: seconds) }
}
