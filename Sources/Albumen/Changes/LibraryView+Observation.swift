import Catalog
package import Records

extension LibraryView {
    /// The number of the last change.
    package func version() throws -> Int64 {
        try catalog.read { try $0.latestChange() }
    }

    /// What has become of albums and folders since a version; nil where the history does not go back so far.
    package func collectionsTouched(after version: Int64) throws -> (version: Int64, touched: TouchedCollections)? {
        try catalog.read { reader in
            let latest = try reader.latestChange()
            guard version <= latest, try reader.hasHistory(after: version) else { return nil }
            guard version < latest else { return (latest, TouchedCollections()) }
            return (latest, try reader.collectionsTouched(by: (version + 1)...latest))
        }
    }

    /// What changes of these numbers did to albums and folders.
    package func collectionsTouched(by changes: ClosedRange<Int64>) throws -> TouchedCollections {
        try catalog.read { try $0.collectionsTouched(by: changes) }
    }

    /// Whether moments may be others than at a version.
    package func momentsMayDiffer(since version: Int64) throws -> Bool {
        try catalog.read { reader in
            guard try reader.hasHistory(after: version) else { return true }
            return try reader.momentsMayDiffer(after: version)
        }
    }

    /// What changes of these numbers did to an asset that was there before; nil where they did nothing to it.
    package func assetTouched(_ identifier: Int64, by changes: ClosedRange<Int64>) throws -> TouchedAsset? {
        try catalog.read { try $0.assetTouched(identifier, by: changes) }
    }

    /// The assets whose rows changes after a version changed; nil where the history does not go back so far.
    package func assetsChanged(after version: Int64) throws -> Set<Int64>? {
        try catalog.read { try $0.hasHistory(after: version) ? $0.assetsChanged(after: version) : nil }
    }

    /// Whether a collection is a folder, or in it at any depth.
    package func isCollection(_ uuid: String, within folder: Int64) throws -> Bool {
        try catalog.read { reader in
            var next = try reader.collections(.uuids([uuid]), scope: .everything).first
            while let collection = next {
                if collection.id == folder { return true }
                next = try collection.parentID.flatMap { try reader.collections(withIdentifiers: [$0]).first }
            }
            return false
        }
    }
}
