package import Foundation

/// How often a backup merges its files, and how long it keeps them. Times are in seconds.
package struct BackupRules: Hashable, Sendable {
    /// The length of the part of time that a merged file has, for the levels 1, 2 and 3.
    package var mergeIntervals: [TimeInterval] = [30, 5 * 60, 60 * 60]
    /// The largest number of files in a merge.
    package var largestMerge = 120
    /// The age until which files are restore points, for the levels 0 to 3.
    package var retention: [TimeInterval] = [24 * 60 * 60, 24 * 60 * 60, 7 * 24 * 60 * 60, 30 * 24 * 60 * 60]
    /// The number of newest snapshots that remain at any age.
    package var newestSnapshots = 2
    /// The age in days until which the last snapshot of each day remains.
    package var snapshotDays = 30
    /// The time for which a file remains after another superseded it, so that a restore in progress finds it.
    package var grace: TimeInterval = 24 * 60 * 60

    package init() {}
}
