import BlobStore
import Cancellation
import Foundation
import LTX

/// The maintenance of a catalog's files in a place. It only uses files, so it can run on another thread than the one that sends
/// changes.
struct BackupUpkeep: Sendable {
    /// A snapshot that was made here, beside the changes.
    struct Snapshot: Sendable {
        let name: LTXName
        let date: Date
    }

    let place: any RemoteBlobStore
    let ownership: Ownership
    let replica: CatalogReplica
    let folder: BackupFolder
    let index: ReplicaIndex
    let cancellation: WorkCancellation
    let now: @Sendable () -> Date

    private var schedule: BackupSchedule { BackupSchedule(files: index.files, now: now()) }

    /// Whether a new snapshot is due, by the rules or because a damaged file had the last transactions.
    var isSnapshotDue: Bool {
        if schedule.isSnapshotDue { return true }
        let end = (try? RestoreChain.choose(from: index.files).last) ?? 0
        return index.damagedFiles.contains { $0.name.transactions.upperBound > end }
    }

    /// Merges files in the place, stores a snapshot if one was made, and removes what the rules of retention don't keep.
    ///
    /// Merging finds damaged files. A snapshot is due then.
    ///
    /// - Complexity: O(*n* log *n*) for *n* files in the place.
    func run(_ snapshot: Snapshot?) throws {
        defer {
            // It's large. A copy that stays is removed when the next backup begins.
            if let snapshot { try? folder.remove(snapshot.name) }
        }
        if let snapshot { try store(snapshot.name, date: snapshot.date) }
        while true {
            let merges = schedule.merges
            guard !merges.isEmpty else { break }
            for merge in merges {
                do {
                    try make(merge)
                } catch let error as LTXError {
                    guard try noteDamage(in: merge.sources) else {
                        throw RemoteBlobError(.damaged, error.message)
                    }
                    // The other merges may need the same files.
                    break
                }
            }
        }
        let removable = schedule.removable + outdatedDamage
        if !removable.isEmpty {
            // Only the owner removes.
            try ownership.check(place, cancellation)
            for file in removable {
                try cancellation.check(place.address)
                try place.remove(replica.name(of: file.name), cancellation)
                index.remove(file.name)
            }
        }
        try index.write(folder)
    }

    /// Damaged files that no state needs any more. They stay as long as others, in case somebody repairs the place.
    private var outdatedDamage: [LTXFile] {
        let rules = BackupRules()
        let age = max(TimeInterval(rules.snapshotDays) * 86_400, rules.retention.max() ?? 0)
        return index.damagedFiles.filter { now().timeIntervalSince($0.date ?? .distantPast) > age }
    }

    /// Finds the files that can't be merged. A copy here that is damaged is removed, so that the place's file is read next time.
    ///
    /// - Returns: Whether there are such files.
    private func noteDamage(in files: [LTXFile]) throws -> Bool {
        var hasFound = false
        for file in files {
            try cancellation.check(place.address)
            if folder.contains(file.name), try !isSound(folder.reader(of: file.name)) {
                try folder.remove(file.name)
                hasFound = true
            }
            if try !isSound(replica.reader(of: file.name, cancellation)) {
                index.noteDamage(of: file.name)
                hasFound = true
            }
        }
        return hasFound
    }

    private func isSound(_ reader: @autoclosure () throws -> LTXReader) throws -> Bool {
        do {
            let reader = try reader()
            while try reader.next() != nil {}
            return true
        } catch is LTXError {
            return false
        }
    }

    /// Uploads a file of the folder.
    func store(_ name: LTXName, date: Date) throws {
        try replica.store(folder.file(of: name), as: name, date: date, cancellation)
        index.add(LTXFile(name: name, size: try folder.size(of: name), date: date, stored: now()))
    }

    private func make(_ merge: BackupSchedule.Merge) throws {
        var copies: [LTXName] = []
        defer {
            // A copy that stays is removed when the next backup begins.
            for name in copies { try? folder.remove(name) }
        }
        for source in merge.sources where !folder.contains(source.name) {
            try cancellation.check(place.address)
            try copyHere(source.name)
            copies.append(source.name)
        }
        copies.append(merge.name)
        let merged = try folder.write(merge.name) { write in
            try LTXMerge.merge(
                try merge.sources.map { try folder.reader(of: $0.name) }, name: merge.name.text, write: write)
        }
        try store(merge.name, date: merged.header.date)
    }

    /// Copies a file of the place to the folder. Its reader checks it.
    private func copyHere(_ name: LTXName) throws {
        let download = try place.download(replica.name(of: name), range: nil)
        defer { download.cancel() }
        try folder.write(name) { write in
            while let piece = try download.next() { try piece.withUnsafeBytes { try write($0) } }
        }
    }
}
