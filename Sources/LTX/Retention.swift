internal import Foundation

/// Decides which files of a backup are restore points, and which files another one superseded.
struct Retention {
    private let now: Date
    private let rules: BackupRules
    /// The snapshots, the newest first.
    private let snapshots: [LTXFile]
    private let keptSnapshots: Set<LTXFile>
    /// The files of each level that aren't snapshots, sorted by their first transaction.
    private let levels: [Int: [LTXFile]]

    init(files: [LTXFile], now: Date, rules: BackupRules) {
        self.now = now
        self.rules = rules
        snapshots = files.filter(\.name.isSnapshot).sorted { ($0.last, $0.name.level) > ($1.last, $1.name.level) }
        keptSnapshots = Self.kept(snapshots, now: now, rules: rules)
        levels = Dictionary(grouping: files.lazy.filter { !$0.name.isSnapshot }, by: \.name.level)
            .mapValues { $0.sorted { ($0.first, $0.last) < ($1.first, $1.last) } }
    }

    func isRestorePoint(_ file: LTXFile) -> Bool {
        if file.name.isSnapshot, keptSnapshots.contains(file) { return true }
        guard rules.retention.indices.contains(file.name.level) else {
            // Other programs' levels remain.
            return !file.name.isSnapshot
        }
        guard let date = file.date else { return true }
        return now.timeIntervalSince(date) < rules.retention[file.name.level]
    }

    /// Whether another file replaced this one for the newest state, and the grace after that is over.
    func isSupersededLongAgo(_ file: LTXFile) -> Bool {
        let superseding: [LTXFile]
        if file.name.isSnapshot {
            superseding = snapshots.filter { ($0.last, $0.name.level) > (file.last, file.name.level) }
        } else if file.name.level == BackupSchedule.mergedLevels.upperBound {
            superseding = snapshots.filter { $0.last >= file.last }
        } else if file.name.level < BackupSchedule.mergedLevels.upperBound {
            superseding = (file.name.level + 1...BackupSchedule.mergedLevels.upperBound).compactMap {
                containing(file, level: $0)
            }
        } else {
            superseding = []
        }
        guard let date = superseding.lazy.compactMap(\.stored).min() else { return false }
        return now.timeIntervalSince(date) >= rules.grace
    }

    /// Returns the transactions whose states files restore, each with the files up to it.
    static func reachable(in files: some Sequence<LTXFile>) -> Set<UInt64> {
        var reachable: Set<UInt64> = []
        var last: UInt64 = 0
        for file in files.sorted(by: { $0.last < $1.last }) where file.first - 1 <= last {
            reachable.insert(file.last)
            last = file.last
        }
        return reachable
    }

    private func containing(_ file: LTXFile, level: Int) -> LTXFile? {
        guard let files = levels[level] else { return nil }
        // Binary search for the last file that begins at or before the transactions.
        var range = files.indices
        while !range.isEmpty {
            let middle = range.lowerBound + range.count / 2
            if files[middle].first <= file.first {
                range = middle + 1..<range.upperBound
            } else {
                range = range.lowerBound..<middle
            }
        }
        guard range.lowerBound > 0 else { return nil }
        let candidate = files[range.lowerBound - 1]
        return candidate.last >= file.last ? candidate : nil
    }

    /// Returns the newest snapshots, the last one of each day that isn't too old, and the one before those.
    ///
    /// The states after the one before need fewer files with it. Without it they would need the former one, and all files
    /// since then, again and again.
    private static func kept(_ snapshots: [LTXFile], now: Date, rules: BackupRules) -> Set<LTXFile> {
        var kept = Set(snapshots.prefix(rules.newestSnapshots))
        let today = BackupSchedule.part(of: now, length: BackupSchedule.dayLength)
        var days: Set<Double> = []
        var hasOlder = false
        for snapshot in snapshots {
            guard let date = snapshot.date else {
                kept.insert(snapshot)
                continue
            }
            let day = BackupSchedule.part(of: date, length: BackupSchedule.dayLength)
            if today - day < Double(rules.snapshotDays) {
                if days.insert(day).inserted { kept.insert(snapshot) }
            } else if !hasOlder {
                kept.insert(snapshot)
                hasOlder = true
            }
        }
        return kept
    }
}
