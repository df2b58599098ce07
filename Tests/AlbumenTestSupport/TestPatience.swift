package import Dispatch
package import Foundation

/// How long a test waits for what has to come before it counts as failed. All tests share a machine's few cores, and some keep
/// them for minutes: this is no measure of anything, and long enough for a slow day.
package enum TestPatience {
    package static let seconds: Double = 900

    /// For a program that waits by itself, and tells for what it waited in vain.
    package static let programSeconds: Double = 1200

    /// From now on.
    package static var end: DispatchTime { .now() + seconds }

    /// From now on.
    package static var endDate: Date { Date(timeIntervalSinceNow: seconds) }
}
