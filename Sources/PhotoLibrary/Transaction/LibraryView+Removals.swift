import BlobStore
import Catalog
import Foundation
package import Records

extension LibraryView {
    /// Returns what the user must confirm before the change is made, or `nil` if the change removes nothing. Counts
    /// only objects that exist and that the principal may see.
    ///
    /// - Throws: `LibraryError.Code.unsupportedChange` if the principal may not delete one of the collections. The user
    ///   isn't asked in this case.
    package func deletion(in transaction: Transaction) throws -> Deletion? {
        try catalog.read { reader in
            var deletion = try collectionDeletion(in: transaction, reader)
            let removed = transaction.removedUUIDs
            let identifiers = try reader.assetIdentifiers(uuids: Array(removed)).values
            deletion.assets = try reader.granted(identifiers, scope: scope).count
            deletion.isPermanent = transaction.rights.contains(where: \.isPermanent)
            deletion.needsCount = try needsCount(removed.count, reader)
            return deletion.isEmpty ? nil : deletion
        }
    }

    private func collectionDeletion(in transaction: Transaction, _ reader: CatalogReader) throws -> Deletion {
        var deletion = Deletion()
        var seen: Set<Int64> = []
        for case .deleteCollection(let uuid)? in transaction.rights.map(\.effect) {
            for top in try reader.collections(.uuids([uuid]), scope: scope) {
                for collection in try reader.deletableTree(below: top, access: access)
                where seen.insert(collection.id).inserted {
                    if collection.kind == .album { deletion.albums += 1 } else { deletion.folders += 1 }
                }
            }
        }
        return deletion
    }

    /// Throws if a large removal lacks its confirmed count, or if collections were put into a folder while the user
    /// confirmed its deletion. `commit` is the only write path, so this check covers all removals.
    func checkRemovals(
        of transaction: Transaction, _ confirmedRemovals: Int?, _ confirmed: Deletion?, _ reader: CatalogReader
    ) throws {
        let count = transaction.removedUUIDs.count
        guard try !needsCount(count, reader) || confirmedRemovals == count else {
            throw LibraryError(
                .needsConfirmation,
                "This would remove \(count) photos and videos, more than a hundredth of the library. Confirm it with "
                    + "that count.")
        }
        guard let confirmed else { return }
        let now = try collectionDeletion(in: transaction, reader)
        guard now.albums <= confirmed.albums, now.folders <= confirmed.folders else {
            throw LibraryError(
                .needsConfirmation,
                "The folder to delete now has more in it: \(now.text). Try again to be asked anew."
            )
        }
    }

    /// Returns whether the removal of `count` assets must be confirmed with the count.
    ///
    /// For a client with limited access, the library consists of the assets that the client sees. Otherwise the result
    /// would reveal the number of all assets. This number is smaller, so the count is never required less often.
    ///
    /// - Complexity: O(1) with full access, else O(*n*) for *n* assets that the client sees.
    private func needsCount(_ count: Int, _ reader: CatalogReader) throws -> Bool {
        guard count > Deletion.mostUncountedAssets else { return false }
        guard access != .full else { return Deletion.needsCount(count, ofLibraryWith: try reader.shownCount()) }
        var visible = AssetQuery()
        visible.scope = scope
        return Deletion.needsCount(count, ofLibraryWith: try reader.assetCount(matching: visible))
    }

    /// Returns whether the removal of `count` assets must be confirmed with the count.
    package func needsCount(forRemoving count: Int) throws -> Bool {
        try catalog.read { try needsCount(count, $0) }
    }

    /// Returns the days, rounded up, until a purge of expired assets may delete an asset in Recently Deleted. Nothing
    /// is purged unless the user asks for it, so an asset can stay there with 0 days left.
    package func daysLeft(of asset: AssetRecord) -> Int {
        guard let trashedDate = asset.trashedDate else { return Library.trashRetentionInDays }
        let passed = now().timeIntervalSince(trashedDate) / 86_400
        let limit = Double(Library.trashRetentionInDays)
        return Int(min(limit, max(0, (limit - passed).rounded(.up))))
    }

    /// Returns the UUIDs of the assets that have been in Recently Deleted for longer than the library keeps them there.
    package func expiredTrash() throws -> [String] {
        let limit = now().addingTimeInterval(-Double(Library.trashRetentionInDays) * 86_400)
        var fetch = AssetFetch()
        fetch.membership = .smartAlbum(.recentlyDeleted)
        fetch.restrictions = [
            .comparison(.column(.trashedDate), .less, .real(limit.timeIntervalSinceReferenceDate))
        ]
        let identifiers = try assetIdentifiers(fetch)
        let records = try assets(withIdentifiers: identifiers)
        return identifiers.compactMap { records[$0]?.uuid }
    }
}

extension Library {
    /// The number of days that assets stay in Recently Deleted.
    package static let trashRetentionInDays = 30

    /// Removes bytes without a row, and their derivatives.
    ///
    /// Holds the write lock, because an import may be about to commit a row for the bytes. That import then restores
    /// the bytes when it has the lock.
    ///
    /// - Returns: Whether there were such bytes.
    package func removeUnnamed(_ digest: BlobDigest) throws -> Bool {
        let isRemoved: Bool? = try catalog.write(author: "purge") { transaction in
            guard try !transaction.reader.refers(toBytes: digest) else { return nil }
            return try blobs.remove(digest)
        }
        // Ignores errors, because derivatives can be made again, and leftovers are swept with the others.
        if isRemoved != nil {
            _ = try? derivatives.remove(digest)
            sharedMovies.store.remove(digest)
            _ = try? blobs.removePartialBlobs(unusedForSeconds: -1, of: digest)
        }
        return isRemoved ?? false
    }

    /// Removes the bytes that have no row any more. Ignores errors, because the change is already committed. The next
    /// opening of the library tries again.
    package func reclaim(_ digests: [BlobDigest]) {
        let removed = Set(digests).filter { (try? removeUnnamed($0)) != nil }
        guard !removed.isEmpty else { return }
        _ = try? catalog.maintain { maintenance in
            // Another process may have stored the bytes again, and may be about to remove them.
            for digest in removed where try !blobs.contains(digest) { try maintenance.endRemoval(of: digest) }
        }
    }

    /// Removes the bytes of purged assets and former edits that a killed process left.
    ///
    /// - Complexity: O(*n*) for *n* such files.
    func finishRemovals() throws {
        var last = BlobDigest.zero
        while true {
            let page = try catalog.read { try $0.removals(after: last, limit: Self.removalPageSize) }
            guard let end = page.last else { return }
            reclaim(page)
            last = end
        }
    }

    private static let removalPageSize = 256
}
