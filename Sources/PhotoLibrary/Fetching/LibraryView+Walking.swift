import Catalog
package import Records

extension LibraryView {
    private static var pageSize: Int { 512 }

    /// Calls `body` with each asset of `identifiers` and its files, in order. Skips assets that were purged since the
    /// identifiers were fetched.
    ///
    /// Reads page by page, so that memory doesn't grow with the number of assets.
    ///
    /// - Parameter withMetadata: Whether to read the metadata, too. Otherwise, `body` gets an empty record.
    /// - Complexity: O(*n*) for *n* identifiers.
    package func forEachAsset(
        _ identifiers: [Int64], withMetadata: Bool = false,
        _ body: (AssetRecord, [ResourceRecord], MetadataRecord) throws -> Void
    ) throws {
        var rest = identifiers[...]
        while !rest.isEmpty {
            let page = rest.prefix(Self.pageSize)
            rest = rest.dropFirst(page.count)
            let (assets, resources, metadata) = try catalog.read { reader in
                (
                    try reader.assets(withIdentifiers: page), try reader.resources(ofAssets: page),
                    withMetadata ? try reader.metadata(ofAssets: page) : [:]
                )
            }
            for identifier in page {
                guard let asset = assets[identifier] else { continue }
                try body(asset, resources[identifier] ?? [], metadata[identifier] ?? MetadataRecord())
            }
        }
    }

    /// Returns at most `limit` assets whose UUIDs begin with `prefix`. Includes hidden assets, frames of bursts and
    /// assets in Recently Deleted.
    ///
    /// - Parameter prefix: Upper-case hexadecimal digits and hyphens.
    package func assets(uuidPrefix prefix: String, limit: Int) throws -> [AssetRecord] {
        var query = AssetQuery()
        // G follows all characters of a UUID.
        query.filter = .between(.column(.uuid), .text(prefix), .text(prefix + "G"))
        query.hidden = .included
        query.trashed = .included
        query.includesAllBurstMembers = true
        query.sourceTypes = .all
        query.limit = limit
        query.scope = scope
        return try catalog.read { reader in
            let identifiers = try reader.assetIdentifiers(matching: query)
            let assets = try reader.assets(withIdentifiers: identifiers)
            return identifiers.compactMap { assets[$0] }
        }
    }
}
