internal import Foundation

extension BackupSchedule {
    /// The merges that are due, and whose sources exist.
    ///
    /// Each merge has the files of one part of time that is over: 30 seconds, 5 minutes or an hour. A long outage so leaves as
    /// many restore points as usual. Snapshots are never merged. Make the merges, and plan again until none is due: a higher
    /// level waits for the lower ones.
    ///
    /// - Complexity: O(*n* log *n*) for *n* files.
    package var merges: [Merge] {
        var merges: [Merge] = []
        // The time of the oldest file of a lower level that the next level doesn't have yet.
        var oldestPending = Date.distantFuture
        for level in Self.mergedLevels {
            let sources = unmerged(below: level)
            let length = rules.mergeIntervals[level - 1]
            for (group, isLast) in groups(of: sources, length: length) {
                guard let start = group.first, let end = group.last else { continue }
                let part = Self.part(of: Self.time(of: end), length: length)
                let isOver =
                    !isLast || group.count == rules.largestMerge || part < Self.part(of: now, length: length)
                let isComplete = part < Self.part(of: oldestPending, length: length)
                guard isOver, isComplete else { break }
                merges.append(Merge(name: LTXName(level: level, transactions: start.first...end.last), sources: group))
            }
            if let oldest = sources.lazy.map(Self.time).min() { oldestPending = min(oldestPending, oldest) }
        }
        return merges
    }

    /// The files that the level doesn't have yet, the oldest first.
    private func unmerged(below level: Int) -> [LTXFile] {
        let merged = files.lazy.filter { (level...Self.mergedLevels.upperBound).contains($0.name.level) }.map(\.last)
        let end = merged.max() ?? 0
        return files.filter { $0.name.level == level - 1 && !$0.name.isSnapshot && $0.first > end }
            .sorted { ($0.first, $0.last) < ($1.first, $1.last) }
    }

    /// Divides files into those that one merge can have, and says which group is the last.
    private func groups(of sources: [LTXFile], length: TimeInterval) -> [(files: [LTXFile], isLast: Bool)] {
        func part(of file: LTXFile) -> Double { Self.part(of: Self.time(of: file), length: length) }
        var groups: [[LTXFile]] = []
        for file in sources {
            if let former = groups.last?.last, let count = groups.last?.count, count < rules.largestMerge,
                former.last == file.first - 1, part(of: former) == part(of: file)
            {
                groups[groups.count - 1].append(file)
            } else if let former = groups.last?.last, file.first <= former.last {
                // Another program's file has transactions of the former one. It remains unmerged.
                continue
            } else {
                groups.append([file])
            }
        }
        return groups.enumerated().map { ($1, $0 == groups.count - 1) }
    }

    private static func time(of file: LTXFile) -> Date { file.date ?? .distantPast }
}
