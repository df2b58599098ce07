import BlobStore
import Cancellation
import CatalogShipping
import Foundation
import LTX

extension CatalogBackup {
    /// How long files that the place has stay here, in seconds, so that merges don't read them from the place.
    private static let keptAge: TimeInterval = 3600

    /// Merges files in the place, makes a snapshot if one is due, and removes what the rules of retention don't keep.
    ///
    /// - Complexity: O(*n* log *n*) for *n* files in the place.
    func keepUp() throws {
        while true {
            let merges = schedule.merges
            guard !merges.isEmpty else { break }
            for merge in merges { try make(merge) }
        }
        if schedule.isSnapshotDue { try makeSnapshot() }
        let removable = schedule.removable
        if !removable.isEmpty {
            // Only the owner removes.
            try ownership.check(place, cancellation)
            for file in removable {
                try cancellation.check(place.address)
                try place.remove(replica.name(of: file.name), cancellation)
                index.remove(file.name)
            }
        }
        try staging.removeStored(before: library.now() - Self.keptAge)
        try index.write(folder)
    }

    private var schedule: BackupSchedule { BackupSchedule(files: Array(index.files.values), now: library.now()) }

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

    private func makeSnapshot() throws {
        // Everything before is in the place, so the snapshot doesn't come before a file that it follows.
        guard staging.state.waiting.isEmpty else { return }
        var written: (name: LTXName, date: Date)?
        defer {
            // It's large. A copy that stays is removed when the next backup begins.
            if let written { try? folder.remove(written.name) }
        }
        _ = try shipper.snapshot { pages in written = try self.staging.write(pages) }
        // The snapshot may have shipped a last change first.
        _ = try upload()
        if let written { try store(written.name, date: written.date) }
    }
}
