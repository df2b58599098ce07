import BlobStore
import Catalog
import Foundation
import Records

extension Transaction {
    /// What the user must confirm before the change is made. Returns `nil` if the change removes nothing. Counts only
    /// objects that exist and that the client may see.
    ///
    /// - Throws: `LibraryError.Code.unsupportedChange` if the client may not delete one of the collections, so that
    ///   nobody is asked in vain.
    package func deletion(in library: Library, access: Access) throws -> Deletion? {
        try library.catalog.read { reader in
            var deletion = try collectionDeletion(access, reader)
            let removed = removals
            let identifiers = try reader.assetIdentifiers(uuids: Array(removed)).values
            deletion.assets = try reader.granted(identifiers, scope: access.scope).count
            deletion.isPermanent = operations.contains { if case .purge = $0 { true } else { false } }
            deletion.needsCount = try needsCount(removed.count, access, reader)
            return deletion.isEmpty ? nil : deletion
        }
    }

    private func collectionDeletion(_ access: Access, _ reader: CatalogReader) throws -> Deletion {
        var deletion = Deletion()
        var seen: Set<Int64> = []
        for case .deleteCollection(let uuid) in operations {
            for top in try reader.collections(.uuids([uuid]), scope: access.scope) {
                for collection in try reader.deletableTree(below: top, access: access)
                where seen.insert(collection.id).inserted {
                    if collection.kind == .album { deletion.albums += 1 } else { deletion.folders += 1 }
                }
            }
        }
        return deletion
    }

    /// One door for writes means one guard: so large a removal passes nowhere without its count, and nothing goes that was put
    /// into a folder while the user was asked about it.
    func checkRemovals(
        _ confirmedRemovals: Int?, _ confirmed: Deletion?, _ access: Access, _ reader: CatalogReader
    ) throws {
        let count = removals.count
        guard try !needsCount(count, access, reader) || confirmedRemovals == count else {
            throw LibraryError(
                .needsConfirmation,
                "This would remove \(count) photos and videos, more than a hundredth of the library. Confirm it with "
                    + "that count.")
        }
        guard let confirmed else { return }
        let now = try collectionDeletion(access, reader)
        guard now.albums <= confirmed.albums, now.folders <= confirmed.folders else {
            throw LibraryError(
                .needsConfirmation,
                "Meanwhile there is more in the folder that was to be deleted: \(now.text). Try again to be asked anew."
            )
        }
    }

    /// For a client with limited access the library is what the client sees: otherwise the answer would reveal how many
    /// photos there are. That library is smaller, so the count is never required less often.
    ///
    /// - Complexity: O(1) with full access, else O(*n*) for *n* assets that the client sees.
    private func needsCount(_ count: Int, _ access: Access, _ reader: CatalogReader) throws -> Bool {
        guard count > Deletion.mostUncountedAssets else { return false }
        guard access != .full else { return Deletion.needsCount(count, ofLibraryWith: try reader.shownCount()) }
        var visible = AssetQuery()
        visible.scope = access.scope
        return Deletion.needsCount(count, ofLibraryWith: try reader.assetCount(matching: visible))
    }

    private var removals: Set<String> {
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

    /// The UUIDs of the assets that have been in Recently Deleted for longer than the library keeps them there.
    package func expiredTrash() throws -> [String] {
        let limit = now().addingTimeInterval(-Double(Self.trashRetentionInDays) * 86_400)
        var fetch = AssetFetch()
        fetch.membership = .smartAlbum(.recentlyDeleted)
        fetch.restrictions = [
            .comparison(.column(.trashedDate), .less, .real(limit.timeIntervalSinceReferenceDate))
        ]
        let identifiers = try assetIdentifiers(fetch, access: .full)
        let records = try assets(withIdentifiers: identifiers)
        return identifiers.compactMap { records[$0]?.uuid }
    }
}
