package import Foundation

/// The result of the last weekly restore drill, as the backup's state keeps it.
package struct DrillRecord: Sendable, Equatable, Codable {
    /// When the newest state was restored and checked, or when that failed. `nil` if it was never possible.
    package var date: Date?
    /// When the last drill began that hasn't ended.
    package var beginning: Date?
    /// Why the backup couldn't be restored, for people. `nil` if it could.
    package var failure: String?
    /// Why the last drill that was due didn't run, for people.
    package var obstacle: String?

    package init() {}
}
