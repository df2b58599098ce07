package import Foundation

/// Plans the upkeep of a backup from the list of its files. It reads and writes nothing.
///
/// Days are days of Coordinated Universal Time, so that the plan doesn't depend on the machine's time zone.
package struct BackupSchedule: Sendable {
    /// A merge to make.
    package struct Merge: Hashable, Sendable {
        /// The merged file.
        package let name: LTXName
        /// The files to merge, the oldest first. Each begins with the transaction after the former file's last.
        package let sources: [LTXFile]
    }

    /// All files of the backup.
    package let files: [LTXFile]
    package let now: Date
    package let rules: BackupRules

    /// The levels of files that are merged from those of the level below.
    static let mergedLevels = 1...3

    package init(files: [LTXFile], now: Date, rules: BackupRules = BackupRules()) {
        precondition(
            rules.mergeIntervals.count == Self.mergedLevels.count
                && rules.retention.count == Self.mergedLevels.count + 1 && rules.largestMerge > 0)
        self.files = files
        self.now = now
        self.rules = rules
    }

    static let dayLength: TimeInterval = 24 * 60 * 60

    static func part(of date: Date, length: TimeInterval) -> Double {
        (date.timeIntervalSince1970 / length).rounded(.down)
    }
}
