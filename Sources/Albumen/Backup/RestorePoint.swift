import BlobStore
import Cancellation
import Foundation
import LTX

/// A state of the catalog that a place can restore.
struct RestorePoint: Sendable {
    let epoch: Epoch
    let chain: RestoreChain
    /// When the last transaction was sent.
    let date: Date
}

extension LibraryRestoration {
    /// Chooses the newest state, or the newest one strictly before a time.
    ///
    /// The newest epoch with a whole snapshot counts. An epoch without one belongs to an owner that was ended before it had
    /// sent anything.
    func choosePoint(before date: Date?) throws -> RestorePoint {
        let all = try CatalogReplica.all(in: place, cancellation)
        // The owner may have lost all of its files.
        let owner = try OwnerListing.read(place, cancellation).newest
        for epoch in Set(all.keys).union([owner?.epoch].compactMap(\.self)).sorted().reversed() {
            // Another library may have had the place before.
            if let owner, let record = try OwnerRecord.read(epoch, in: place, cancellation),
                record.library != owner.library
            {
                continue
            }
            let files = all[epoch, default: []]
            let replica = CatalogReplica(of: epoch, in: place)
            guard files.contains(where: \.name.isSnapshot) else {
                guard try Ownership.head(of: epoch, place, cancellation) == nil else { throw lost(epoch) }
                continue
            }
            if let date {
                guard let point = try point(in: files, of: replica, before: date) else { continue }
                return point
            }
            let head = try Ownership.head(of: epoch, place, cancellation)
            let chain: RestoreChain
            do {
                chain = try RestoreChain.choose(from: files, expectedHead: head?.transaction)
            } catch {
                // The first error says what is lost.
                guard let newest = try? choosePoint(before: .distantFuture) else { throw error }
                throw naming(error, newest: newest)
            }
            return try point(chain, replica)
        }
        throw BackupError(
            .noBackup,
            date.map { "\(place.address) has no backup from before \($0.formatted(.iso8601))." }
                ?? "\(place.address) has no backup of a catalog. Check the address. Albumen before version 0.2 stored only the "
                + "originals there: import them with “albumen import” from a folder that has them.")
    }

    /// Returns the error for a backup that has lost files, with the way to the newest state that can be restored.
    private func naming(_ error: LTXError, newest: RestorePoint) -> BackupError {
        // The state is the newest one before the next second.
        let next = Date(timeIntervalSince1970: newest.date.timeIntervalSince1970.rounded(.down) + 1)
        return BackupError(
            .incomplete,
            "The newest state in \(place.address) can't be restored. \(error.message) The newest state that can be restored is "
                + "of \(newest.date.formatted(.iso8601)): add --before \(next.formatted(.iso8601)). To see all states, add "
                + "--list.")
    }

    /// The error for an epoch whose owner has noted that the place had something.
    private func lost(_ epoch: Epoch) -> BackupError {
        BackupError(
            .incomplete,
            "\(place.address) has lost the snapshot of the last owner (\(epoch.catalogPrefix)). Restore its objects there. "
                + "To see what else it has, add --list.")
    }

    /// Finds the newest state of an epoch before a time, with one request for each bisection: dates grow with transactions.
    private func point(in files: [LTXFile], of replica: CatalogReplica, before date: Date) throws -> RestorePoint? {
        let ends = files.sorted {
            ($0.name.transactions.upperBound, $0.name.level) < ($1.name.transactions.upperBound, $1.name.level)
        }
        var (low, high) = (0, ends.count)
        while low < high {
            let middle = (low + high) / 2
            if try replica.date(of: ends[middle].name, cancellation) < date { low = middle + 1 } else { high = middle }
        }
        // A state whose chain was removed by the rules of retention isn't one any more. Then the one before counts.
        for file in ends[..<low].reversed() {
            guard let chain = try? RestoreChain.choose(from: files, .through(file.name.transactions.upperBound)) else {
                continue
            }
            return try point(chain, replica)
        }
        return nil
    }

    private func point(_ chain: RestoreChain, _ replica: CatalogReplica) throws -> RestorePoint {
        guard let last = chain.files.last else { preconditionFailure("A chain has a snapshot.") }
        return RestorePoint(epoch: replica.epoch, chain: chain, date: try replica.date(of: last.name, cancellation))
    }
}
