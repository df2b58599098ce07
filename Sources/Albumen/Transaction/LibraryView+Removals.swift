import BlobStore
import Catalog
import Foundation
import Records

extension LibraryView {
    /// Returns what the user must confirm before the change is made, or `nil` if the change removes nothing. Counts only
    /// objects that exist and that the principal may see.
    ///
    /// - Throws: `LibraryError.Code.unsupportedChange` if the principal may not delete one of the collections, so that
    ///   nobody is asked in vain.
    package func deletion(in transaction: Transaction) throws -> Deletion? {
        try catalog.read { reader in
            var deletion = try collectionDeletion(in: transaction, reader)
            let removed = transaction.removals
            let identifiers = try reader.assetIdentifiers(uuids: Array(removed)).values
            deletion.assets = try reader.granted(identifiers, scope: scope).count
            deletion.isPermanent = transaction.operations.contains { if case .purge = $0 { true } else { false } }
            deletion.needsCount = try needsCount(removed.count, reader)
            return deletion.isEmpty ? nil : deletion
        }
    }

    private func collectionDeletion(in transaction: Transaction, _ reader: CatalogReader) throws -> Deletion {
        var deletion = Deletion()
        var seen: Set<Int64> = []
        for case .deleteCollection(let uuid) in transaction.operations {
            for top in try reader.collections(.uuids([uuid]), scope: scope) {
                for collection in try reader.deletableTree(below: top, access: access)
                where seen.insert(collection.id).inserted {
                    if collection.kind == .album { deletion.albums += 1 } else { deletion.folders += 1 }
                }
            }
        }
        return deletion
    }

    /// Refuses a large removal without its confirmed count, and a deletion of collections that were put into a folder
    /// while the user was asked about it. `commit` is the only write path, so this check covers all removals.
    func checkRemovals(
        of transaction: Transaction, _ confirmedRemovals: Int?, _ confirmed: Deletion?, _ reader: CatalogReader
    ) throws {
        let count = transaction.removals.count
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
                "Meanwhile there is more in the folder that was to be deleted: \(now.text). Try again to be asked anew."
            )
        }
    }

    /// For a client with limited access the library is what the client sees: otherwise the result would reveal how many
    /// photos there are. That library is smaller, so the count is never required less often.
    ///
    /// - Complexity: O(1) with full access, else O(*n*) for *n* assets that the client sees.
    private func needsCount(_ count: Int, _ reader: CatalogReader) throws -> Bool {
        guard count > Deletion.mostUncountedAssets else { return false }
        guard access != .full else { return Deletion.needsCount(count, ofLibraryWith: try reader.shownCount()) }
        var visible = AssetQuery()
        visible.scope = scope
        return Deletion.needsCount(count, ofLibraryWith: try reader.assetCount(matching: visible))
    }

    /// Whether the removal of `count` assets must be confirmed with the count.
    package func needsCount(forRemoving count: Int) throws -> Bool {
        try catalog.read { try needsCount(count, $0) }
    }

    /// The UUIDs of the assets that have been in Recently Deleted for longer than the library keeps them there.
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

extension Transaction {
    fileprivate var removals: Set<String> {
        var removals: Set<String> = []
        for operation in operations {
            switch operation {
            case .trash(let uuid), .purge(let uuid): removals.insert(uuid)
            default: break
            }
        }
        return removals
    }
}

extension Library {
    /// How long what is deleted stays in Recently Deleted.
    package static let trashRetentionInDays = 30

    /// Removes bytes that no row names, and the pictures made of them. With the write lock held, because an import may be
    /// about to name them: it puts them back when it has the lock.
    ///
    /// - Returns: whether there were such bytes.
    func removeUnnamed(_ digest: BlobDigest) throws -> Bool {
        let isRemoved = try catalog.write(author: "purge") { transaction in
            guard try transaction.reader.resource(sha256: digest.data) == nil else { return false }
            return try blobs.remove(digest)
        }
        // They can be made again and are swept with the others, so that they fail nothing.
        if isRemoved { _ = try? derivatives.remove(digest) }
        return isRemoved
    }

    /// Removes those of the bytes that no row names any longer. The change before it stands: what cannot be removed is an
    /// orphan, for `verify` to find.
    func reclaim(_ hashes: [Data]) {
        for digest in Set(hashes).compactMap(BlobDigest.init(bytes:)) { _ = try? removeUnnamed(digest) }
    }
}
