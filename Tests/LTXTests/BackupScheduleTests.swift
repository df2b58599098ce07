import Foundation
import LTX
import Testing

/// What a backup merges, keeps and removes.
@Suite struct BackupScheduleTests {
    private let start = Date(timeIntervalSince1970: 1_700_006_400)

    private func file(
        _ level: Int, _ transactions: ClosedRange<UInt64>, size: UInt64 = 10, at seconds: Double,
        storedAt stored: Double? = nil
    ) -> LTXFile {
        LTXFile(
            name: LTXName(level: level, transactions: transactions), size: size, date: start + seconds,
            stored: start + (stored ?? seconds))
    }

    private func merges(_ files: [LTXFile], at seconds: Double) -> [String] {
        BackupSchedule(files: files, now: start + seconds).merges.map { merge in
            let sources = merge.sources.map { "\($0.name.transactions)" }.joined(separator: " ")
            return "\(merge.name.level): \(merge.name.transactions) = \(sources)"
        }
    }

    @Test func aMergeHasThePartsOfTimeThatAreOver() {
        let files = [
            file(9, 1...1, at: 0), file(0, 2...2, at: 1), file(0, 3...3, at: 29), file(0, 4...4, at: 30),
            file(0, 5...5, at: 65),
        ]
        #expect(merges(files, at: 29.9) == ["1: 2...3 = 2...2 3...3", "1: 4...4 = 4...4"])
        #expect(merges(Array(files[..<3]), at: 29.9) == [])
        #expect(merges(Array(files[..<3]), at: 30) == ["1: 2...3 = 2...2 3...3"])
        #expect(
            merges(files, at: 90) == ["1: 2...3 = 2...2 3...3", "1: 4...4 = 4...4", "1: 5...5 = 5...5"])
        #expect(merges(files + [file(1, 2...3, at: 29)], at: 80) == ["1: 4...4 = 4...4"])
    }

    @Test func aHigherLevelWaitsForTheLowerOne() {
        let lower = [file(1, 2...3, at: 29), file(1, 4...4, at: 299)]
        #expect(merges(lower, at: 299) == [])
        #expect(merges(lower, at: 300) == ["2: 2...4 = 2...3 4...4"])
        #expect(merges(lower + [file(0, 5...5, at: 299)], at: 300) == ["1: 5...5 = 5...5"])
        #expect(merges(lower + [file(0, 5...5, at: 301)], at: 310) == ["2: 2...4 = 2...3 4...4"])
        let both = lower + [file(2, 2...4, at: 299)]
        #expect(merges(both, at: 3599) == [])
        #expect(merges(both, at: 3600) == ["3: 2...4 = 2...4"])
    }

    @Test func aMergeEndsAtAMissingTransactionAndASnapshotIsNeverMerged() {
        let files = [file(0, 1...1, at: 0), file(0, 2...2, at: 1), file(0, 4...4, at: 2), file(0, 5...5, at: 3)]
        #expect(merges(files, at: 40) == ["1: 2...2 = 2...2", "1: 4...5 = 4...4 5...5"])
    }

    /// The clock was a year ahead. Its part of time won't be over soon.
    @Test func filesOfTheFutureAreMergedInLargeGroups() {
        let future = 365 * 86400.0
        let files = (2...250).map { file(0, $0...$0, at: future) }
        let plan = BackupSchedule(files: files, now: start)
        #expect(plan.merges.map(\.name.transactions) == [2...121, 122...241])
    }

    @Test func aSnapshotIsDueOnceADayIfTheChangesOutweighHalf() {
        let day = 86400.0
        func isDue(_ files: [LTXFile], at seconds: Double) -> Bool {
            BackupSchedule(files: files, now: start + seconds).isSnapshotDue
        }
        let snapshot = file(9, 1...5, size: 100, at: 0)
        #expect(isDue([], at: 0))
        #expect(!isDue([snapshot], at: 9 * day))
        #expect(!isDue([snapshot, file(1, 6...9, size: 50, at: 10)], at: 9 * day))
        #expect(isDue([snapshot, file(1, 6...9, size: 51, at: 10)], at: 9 * day))
        // The same day in Coordinated Universal Time, in which `start` is midnight.
        #expect(!isDue([snapshot, file(1, 6...9, size: 51, at: 10)], at: day - 1))
        #expect(isDue([snapshot, file(1, 6...9, size: 51, at: 10)], at: day))
        // Files that a restore doesn't read don't count.
        #expect(!isDue([snapshot, file(1, 6...9, size: 50, at: 10), file(0, 6...6, size: 50, at: 9)], at: day))
        // A transaction is missing.
        #expect(isDue([snapshot, file(0, 7...7, at: 10)], at: 10))
    }

    @Test func aFileWithoutKnownTimesRemains() {
        var files = [file(9, 1...5, at: 0), file(0, 6...6, at: 1), file(1, 6...6, at: 1), file(2, 6...6, at: 1)]
        func removable() -> [LTXFile] { BackupSchedule(files: files, now: start + 9 * 86400).removable }
        #expect(removable().map(\.name.level) == [0, 1])
        files[1].date = nil
        #expect(removable().map(\.name.level) == [1])
        files[2].stored = nil
        files[3].stored = nil
        #expect(removable() == [])
    }

    @Test func aSupersededFileRemainsForADay() {
        let files = [
            file(9, 1...5, at: 0), file(0, 6...6, at: 1), file(1, 6...6, at: 1, storedAt: 5 * 86400),
            file(2, 6...6, at: 1, storedAt: 5 * 86400),
        ]
        #expect(BackupSchedule(files: files, now: start + 6 * 86400 - 1).removable == [])
        #expect(BackupSchedule(files: files, now: start + 6 * 86400).removable.map(\.name.level) == [0, 1])
    }
}
