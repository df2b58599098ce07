import Catalog
package import Records

/// Assets of an earlier fetch, as they were at one version of the library.
package struct AssetPage: Sendable {
    /// What the row of an asset doesn't contain.
    package struct Details: Sendable {
        package let metadata: MetadataRecord
        /// The files in the order of their types.
        package let resources: [ResourceRecord]
    }

    package let assets: [Int64: AssetRecord]
    /// The details of the assets that the client may see now. Empty if they weren't wanted.
    package let details: [Int64: Details]
    /// The number of the library's last change.
    package let version: Int64
}

extension LibraryView {
    /// Returns assets as `assets(withIdentifiers:)` does, as a page.
    ///
    /// - Parameter access: The client's access now, to read the details as well. `nil` leaves them out.
    /// - Complexity: O(*n* log *m*) for *n* assets in a library of *m*.
    package func page(
        withIdentifiers identifiers: some Collection<Int64>, detailsFor access: Access?
    ) throws -> AssetPage {
        try catalog.read { reader in
            AssetPage(
                assets: try Self.assets(withIdentifiers: identifiers, reader),
                details: try access.map { try Self.details(of: identifiers, for: $0, reader) } ?? [:],
                version: try reader.latestChange())
        }
    }

    private static func details(
        of identifiers: some Collection<Int64>, for access: Access, _ reader: CatalogReader
    ) throws -> [Int64: AssetPage.Details] {
        let seen =
            access == .full ? Set(identifiers) : try reader.granted(identifiers, scope: access.scope)
        let metadata = try reader.metadata(ofAssets: seen)
        return try reader.resources(ofAssets: seen).reduce(into: [:]) { details, asset in
            details[asset.key] = AssetPage.Details(
                metadata: metadata[asset.key] ?? MetadataRecord(), resources: AssetFiles(asset.value).all)
        }
    }
}
