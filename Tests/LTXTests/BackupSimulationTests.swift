import AlbumenTestSupport
import Foundation
import LTX
import Testing

/// Months of a backup's life, checked against the rules in their own words.
@Suite struct BackupSimulationTests {
    /// The files of a backup, and all that it ever had.
    private struct Backup {
        var now: Date
        var files: [LTXFile] = []
        var all: [LTXFile] = []
        var transaction: UInt64 = 0

        mutating func store(_ name: LTXName, size: UInt64, date: Date) {
            let file = LTXFile(name: name, size: size, date: date, stored: now)
            files.append(file)
            all.append(file)
        }

        mutating func commit(size: UInt64) {
            transaction += 1
            store(LTXName(level: 0, transactions: transaction...transaction), size: size, date: now)
        }

        /// Does all that's due.
        mutating func keepUp() {
            if BackupSchedule(files: files, now: now).isSnapshotDue, transaction > 0 {
                store(LTXName(level: 9, transactions: 1...transaction), size: 1000, date: now)
            }
            while true {
                let merges = BackupSchedule(files: files, now: now).merges
                if merges.isEmpty { break }
                for merge in merges {
                    // Another version of a page in another file is left out.
                    let size = merge.sources.reduce(0) { $0 + $1.size } * 3 / 4 + 1
                    guard let date = merge.sources.last?.date else { continue }
                    store(merge.name, size: size, date: date)
                }
            }
        }
    }

    @Test func allThatTheRulesPromiseRemainsRestorable() throws {
        var generator = SeededGenerator.printingSeed("allThatTheRulesPromiseRemainsRestorable")
        for _ in 0..<min(TestLength.cases(2), 200) {
            var backup = Backup(now: Date(timeIntervalSince1970: 1_700_000_000))
            backup.commit(size: 1000)
            backup.keepUp()
            for _ in 0..<150 {
                // A burst of commits, and then a time without any, in which the program may not run.
                for _ in 0..<Int.random(in: 0...12, using: &generator) {
                    backup.now += Double.random(in: 1...200, using: &generator)
                    backup.commit(size: UInt64.random(in: 1...60, using: &generator))
                    if Bool.random(using: &generator) { backup.keepUp() }
                }
                let pauses: [TimeInterval] = [600, 7200, 86400, 9 * 86400]
                let pause = pauses.randomElement(using: &generator) ?? 600
                backup.now += Double.random(in: 0...pause, using: &generator)
                if Bool.random(using: &generator) { backup.keepUp() }
                let removable = Set(BackupSchedule(files: backup.files, now: backup.now).removable)
                check(removable, of: backup)
                backup.files.removeAll(where: removable.contains)
                checkPromises(backup)
            }
        }
    }

    private func check(_ removable: Set<LTXFile>, of backup: Backup) {
        for file in removable {
            // Something replaced it a day ago.
            let range = file.name.transactions
            let isReplaced = backup.all.contains { other in
                let isHigher = file.name.isSnapshot ? other.name.isSnapshot : other.name.level > file.name.level
                return other != file && isHigher && other.name.transactions.lowerBound <= range.lowerBound
                    && other.name.transactions.upperBound >= range.upperBound
                    && (other.stored.map { backup.now.timeIntervalSince($0) >= 86400 } ?? false)
            }
            #expect(isReplaced)
        }
    }

    private func checkPromises(_ backup: Backup) {
        func isRestorable(_ transaction: UInt64) -> Bool {
            codeOfError { _ = try RestoreChain.choose(from: backup.files, .through(transaction)) } == nil
        }
        let head = backup.transaction
        #expect(codeOfError { _ = try RestoreChain.choose(from: backup.files, expectedHead: head) } == nil)
        let day: TimeInterval = 86400
        let limits: [Int: TimeInterval] = [0: day, 1: day, 2: 7 * day, 3: 30 * day]
        for file in backup.all {
            let age: TimeInterval = file.date.map { backup.now.timeIntervalSince($0) } ?? 0
            let limit = limits[file.name.level] ?? 0
            if age < limit, !isRestorable(file.name.transactions.upperBound) {
                Issue.record("\(file.name.path) of age \(age) is lost at \(backup.now.timeIntervalSince1970).")
            }
        }
        let snapshots = backup.all.filter(\.name.isSnapshot)
        for snapshot in snapshots.suffix(2) { #expect(backup.files.contains(snapshot)) }
        let today = (backup.now.timeIntervalSince1970 / day).rounded(.down)
        for day in 0..<30 {
            let ofDay = snapshots.filter { snapshot in
                let date = snapshot.date?.timeIntervalSince1970 ?? 0
                return (date / 86400).rounded(.down) == today - Double(day)
            }
            if let last = ofDay.last { #expect(backup.files.contains(last)) }
        }
    }

    @Test func aBackupDoesNotGrowForever() {
        var generator = SeededGenerator(seed: 11)
        var backup = Backup(now: Date(timeIntervalSince1970: 1_700_000_000))
        backup.commit(size: 1000)
        for _ in 0..<50 * 24 {
            backup.now += 3600
            backup.commit(size: UInt64.random(in: 1...10, using: &generator))
            backup.keepUp()
            let removable = Set(BackupSchedule(files: backup.files, now: backup.now).removable)
            backup.files.removeAll(where: removable.contains)
        }
        let counts = Dictionary(grouping: backup.files, by: \.name.level).mapValues(\.count)
        // The days of retention, and those until a snapshot supersedes the hours.
        // One file each hour. The days of retention, and those until a snapshot supersedes the files.
        #expect((23...60).contains(counts[0] ?? 0))
        #expect((23...60).contains(counts[1] ?? 0))
        #expect((166...10 * 24).contains(counts[2] ?? 0))
        #expect((718...45 * 24).contains(counts[3] ?? 0))
        #expect((2...31).contains(counts[9] ?? 0))
    }
}
