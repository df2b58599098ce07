import Foundation

/// A copy of the catalog from before an upgrade. Its file in `snapshots/` is named by the schemas before and after the
/// upgrade and by the time, such as `upgrade-18-to-29-20261130T083512Z.sqlite`.
package struct UpgradeSnapshot: Hashable, Sendable {
    /// The number of the copy's last migration.
    package let version: Int
    /// The number of the last migration of the program that made the copy.
    package let nextVersion: Int
    /// The time of the copy in UTC, in a form whose order is that of the times.
    package let time: String

    init(version: Int, nextVersion: Int, at date: Date) {
        let style = Date.ISO8601FormatStyle(dateSeparator: .omitted, timeSeparator: .omitted, timeZone: .gmt)
        (self.version, self.nextVersion, self.time) = (version, nextVersion, date.formatted(style))
    }

    /// - Returns: `nil` if the file isn't such a copy.
    package init?(name: String) {
        guard let match = name.wholeMatch(of: /upgrade-([0-9]{1,6})-to-([0-9]{1,6})-([0-9]{8}T[0-9]{6}Z)\.sqlite/),
            let version = Int(match.1), let nextVersion = Int(match.2)
        else { return nil }
        (self.version, self.nextVersion, self.time) = (version, nextVersion, String(match.3))
    }

    package var name: String { "upgrade-\(version)-to-\(nextVersion)-\(time).sqlite" }

    /// The time for people, such as `2026-11-30 08:35:12 UTC`, or the time in the name if it isn't one.
    package var timeText: String {
        guard let match = time.wholeMatch(of: /(....)(..)(..)T(..)(..)(..)Z/) else { return time }
        return "\(match.1)-\(match.2)-\(match.3) \(match.4):\(match.5):\(match.6) UTC"
    }

    /// Whether the copies are from before the same upgrade, which then was begun more than once.
    func isAttempt(of other: UpgradeSnapshot) -> Bool {
        version == other.version && nextVersion == other.nextVersion
    }

    /// The order of the copies: by time.
    static func isOlder(_ one: UpgradeSnapshot, than other: UpgradeSnapshot) -> Bool {
        (one.time, one.version, one.nextVersion) < (other.time, other.version, other.nextVersion)
    }
}
