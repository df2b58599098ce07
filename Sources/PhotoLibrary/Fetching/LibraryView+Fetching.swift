import Catalog
import Foundation
package import Records

extension LibraryView {
    /// Returns the row identifiers of the fetched assets that the principal may see, in order.
    package func assetIdentifiers(_ fetch: AssetFetch) throws -> [Int64] {
        let query = fetch.query(scope: scope, now: now())
        if query.scope == .nothing { return [] }
        return try library.read(searches: fetch.search != nil) { try $0.assetIdentifiers(matching: query) }
    }

    package func assetCount(_ fetch: AssetFetch) throws -> Int {
        let query = fetch.query(scope: scope, now: now())
        return try library.read(searches: fetch.search != nil) { try $0.assetCount(matching: query) }
    }

    /// Returns the assets of an earlier fetch, by row identifier. The fetch has checked that the principal may see
    /// them.
    ///
    /// A purged asset is read from its tombstone, which has its UUID, media type, size in pixels and dates.
    package func assets(withIdentifiers identifiers: some Collection<Int64>) throws -> [Int64: AssetRecord] {
        try catalog.read { try Self.assets(withIdentifiers: identifiers, $0) }
    }

    /// Returns assets as `assets(withIdentifiers:)` does, but leaves out purged assets.
    package func liveAssets(withIdentifiers identifiers: some Collection<Int64>) throws -> [Int64: AssetRecord] {
        try catalog.read { try $0.assets(withIdentifiers: identifiers) }
    }

    static func assets(
        withIdentifiers identifiers: some Collection<Int64>, _ reader: CatalogReader
    ) throws -> [Int64: AssetRecord] {
        let records = try reader.assets(withIdentifiers: identifiers)
        let missing = identifiers.filter { records[$0] == nil }
        guard !missing.isEmpty else { return records }
        return records.merging(try reader.purgedAssets(withIdentifiers: missing)) { live, _ in live }
    }

    /// Returns the asset if the principal may see it. Includes hidden assets, but no assets in Recently Deleted.
    ///
    /// Reads one row.
    package func asset(withUUID uuid: String) throws -> AssetRecord? {
        var query = AssetQuery()
        query.filter = .comparison(.column(.uuid), .equal, .text(uuid))
        query.hidden = .included
        query.includesAllBurstMembers = true
        query.sourceTypes = .all
        query.scope = scope
        return try catalog.read { reader in
            let identifiers = try reader.assetIdentifiers(matching: query)
            return try identifiers.first.flatMap { try reader.assets(withIdentifiers: [$0])[$0] }
        }
    }

    /// Returns the row identifiers of assets that the principal may see, by UUID. Includes assets in Recently Deleted.
    ///
    /// - Complexity: O(*n*) for *n* UUIDs.
    package func assetRows(uuids: [String]) throws -> [String: Int64] {
        try catalog.read { reader in
            let rows = try reader.assetIdentifiers(uuids: uuids)
            if scope == .everything { return rows }
            let granted = try reader.granted(rows.values, scope: scope)
            return rows.filter { granted.contains($0.value) }
        }
    }

    /// Returns the assets that the principal may see, by UUID. Includes assets in Recently Deleted.
    package func assets(uuids: [String]) throws -> [String: AssetRecord] {
        let rows = try assetRows(uuids: uuids)
        let records = try catalog.read { try $0.assets(withIdentifiers: Array(rows.values)) }
        return rows.compactMapValues { records[$0] }
    }

    /// Returns an asset in Recently Deleted if the principal may see it.
    ///
    /// Reads one row.
    package func trashedAsset(withUUID uuid: String) throws -> AssetRecord? {
        var fetch = AssetFetch()
        fetch.membership = .smartAlbum(.recentlyDeleted)
        fetch.restrictions = [.comparison(.column(.uuid), .equal, .text(uuid))]
        return try assetIdentifiers(fetch).first.flatMap { try assets(withIdentifiers: [$0])[$0] }
    }

    /// Returns the caption, keywords and rating of an asset at a version of the library, or the current ones if no
    /// version is given. Returns `nil` if the principal may no longer see the asset.
    package func metadata(ofAsset identifier: Int64, at version: Int64 = .max) throws -> MetadataRecord? {
        try catalog.read { reader in
            guard try access.canSee(identifier, reader) else { return nil }
            return try reader.metadata(ofAsset: identifier, at: version) ?? MetadataRecord()
        }
    }

    /// Returns the files of an asset in the order of their types, or `nil` if the principal may no longer see the
    /// asset.
    package func resources(ofAsset identifier: Int64) throws -> [ResourceRecord]? {
        try catalog.read { reader in
            try access.canSee(identifier, reader) ? AssetFiles(reader.resources(ofAsset: identifier)).all : nil
        }
    }

    /// Returns the number of assets of a media type among the row identifiers of a fetch. Purged assets count, too.
    package func assetCount(ofMediaType mediaType: AssetMediaType, in identifiers: IdentifierList) throws -> Int {
        try catalog.read { try $0.count(ofMediaType: mediaType, in: identifiers) }
    }
}
