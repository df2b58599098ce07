import BlobStore
import Cancellation
import Foundation
import LTX
import PhotoLibrary

extension CatalogBackup {
    /// The time between two looks at former owners' files, in seconds.
    private static let formerInterval: TimeInterval = 86_400
    /// The age at which the last state of a former owner isn't a restore point any more, in seconds. Originals stay as long.
    private static let formerAge: TimeInterval = 37 * 86_400

    /// Removes the catalog's files of former owners whose last state was replaced long ago. Records of owners stay.
    ///
    /// Does nothing before the present owner has a whole snapshot of its own.
    ///
    /// - Complexity: Once a day, O(*n*) for *n* files in the place, and some requests for each former owner that has files.
    func removeFormerOwners() throws {
        let now = library.now()
        if let last = staging.state.formerOwnersDate, abs(now.timeIntervalSince(last)) < Self.formerInterval { return }
        guard staging.state.waiting.isEmpty else { return }
        let all = try CatalogReplica.all(in: place, cancellation)
        // What the place has now, not what it had.
        let damaged = Set(index.damagedFiles.map(\.name))
        let own = all[ownership.epoch, default: []].filter { !damaged.contains($0.name) }
        // Without a chain, the next upkeep makes a snapshot.
        guard (try? RestoreChain.choose(from: own, expectedHead: staging.state.storedTransaction)) != nil else {
            return
        }
        for (epoch, files) in all.sorted(by: { $0.key < $1.key })
        where epoch < ownership.epoch {
            let replica = CatalogReplica(of: epoch, in: place)
            guard try isReplacedLongAgo(epoch, files, replica, now) else { continue }
            // Only the owner removes.
            try ownership.check(place, cancellation)
            // Snapshots come last, so that a run that is stopped leaves states that can be restored.
            for file in files.sorted(by: { !$0.name.isSnapshot && $1.name.isSnapshot }) {
                try cancellation.check(place.address)
                try place.remove(replica.name(of: file.name), cancellation)
            }
        }
        try staging.change { $0.formerOwnersDate = now }
    }

    /// Whether the next owner began, and the last file was made, longer ago than the retention.
    private func isReplacedLongAgo(
        _ epoch: Epoch, _ files: [LTXFile], _ replica: CatalogReplica, _ now: Date
    ) throws -> Bool {
        // Without a record, when its last state was replaced isn't known.
        guard let next = epoch.next, let follower = try OwnerRecord.read(next, in: place, cancellation),
            now.timeIntervalSince(follower.date) >= Self.formerAge,
            let newest = files.max(by: { $0.name.transactions.upperBound < $1.name.transactions.upperBound })
        else { return false }
        return now.timeIntervalSince(try replica.date(of: newest.name, cancellation)) >= Self.formerAge
    }
}
