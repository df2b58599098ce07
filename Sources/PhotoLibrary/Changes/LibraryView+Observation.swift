import Catalog
import Records

extension LibraryView {
    /// The number of the last change.
    package func version() throws -> Int64 {
        try catalog.read { try $0.latestChange() }
    }

    /// Returns how albums and folders changed since a version, or `nil` if the history doesn't go back to it.
    func collectionsTouched(after version: Int64) throws -> (version: Int64, touched: TouchedCollections)? {
        try catalog.read { reader in
            let latest = try reader.latestChange()
            guard version <= latest, try reader.hasHistory(after: version) else { return nil }
            guard version < latest else { return (latest, TouchedCollections()) }
            return (latest, try reader.collectionsTouched(by: (version + 1)...latest, scope: scope))
        }
    }

    /// Returns how changes of these numbers affected albums and folders.
    func collectionsTouched(by changes: ClosedRange<Int64>) throws -> TouchedCollections {
        try catalog.read { try $0.collectionsTouched(by: changes, scope: scope) }
    }

    /// Whether moments may differ from those at a version.
    func momentsMayDiffer(since version: Int64) throws -> Bool {
        try catalog.read { reader in
            guard try reader.hasHistory(after: version) else { return true }
            return try reader.momentsMayDiffer(after: version, scope: scope)
        }
    }

    /// Returns how changes of these numbers affected an asset that existed before, or `nil` if they didn't.
    func assetTouched(_ identifier: Int64, by changes: ClosedRange<Int64>) throws -> TouchedAsset? {
        try catalog.read { try $0.assetTouched(identifier, by: changes, scope: scope) }
    }

    /// Returns the assets whose rows changed after a version, or `nil` if the history doesn't go back to it.
    func assetsChanged(after version: Int64) throws -> Set<Int64>? {
        try catalog.read { try $0.hasHistory(after: version) ? $0.assetsChanged(after: version) : nil }
    }

    /// Returns whether a collection is the folder or inside it, at any depth.
    func isCollection(_ uuid: String, within folder: Int64) throws -> Bool {
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
