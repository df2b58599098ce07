extension BackupSchedule {
    /// The files that may be removed.
    ///
    /// Restore points are the newest state, and the states after each file whose age is below its level's retention. Of the
    /// snapshots it's the newest ones and the last of each day. A file may be removed if it isn't a restore point itself, no
    /// restore point needs it, and another file superseded it longer ago than the grace.
    ///
    /// - Complexity: O(*n* log *n*) for *n* files, and again for each group of old files that restore points need.
    package var removable: [LTXFile] {
        let retention = Retention(files: files, now: now, rules: rules)
        let points = Set(files.lazy.filter(retention.isRestorePoint))
        var kept = Set(files.lazy.filter { points.contains($0) || !retention.isSupersededLongAgo($0) })

        let reachable = Retention.reachable(in: files)
        var targets = Set(points.lazy.map(\.last)).intersection(reachable)
        if let newest = reachable.max() { targets.insert(newest) }
        while let target = targets.subtracting(Retention.reachable(in: kept)).min() {
            do {
                kept.formUnion(try RestoreChain.choose(from: files, .through(target)).files)
            } catch {
                preconditionFailure("A reachable transaction has a chain.")
            }
        }
        return files.filter { !kept.contains($0) }
    }
}
