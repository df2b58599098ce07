import Albumen
import Foundation
import Records

/// An asset with its resources, in one state of the catalog.
struct AssetEntry {
    let asset: AssetRecord
    let resources: [ResourceRecord]
    /// Empty if it wasn't asked for.
    var metadata = MetadataRecord()

    var localIdentifier: String { LocalIdentifier.string(uuid: asset.uuid, kind: .asset) }

    var files: AssetFiles<ResourceRecord> { AssetFiles(resources) }

    /// The resource whose filename names the asset.
    var primaryResource: ResourceRecord? { files.primary(.unadjusted) }

    /// The date after which a purge deletes the asset, if it is in Recently Deleted.
    var expirationDate: Date? {
        asset.trashedDate?.addingTimeInterval(Double(Library.trashRetentionInDays) * 86_400)
    }

    var mediaTypeName: String { asset.mediaType.name ?? AssetMediaType.unknown.description }
}

extension LibraryView {
    /// Calls `body` for each asset in order. Skips assets that were purged since the identifiers were read.
    ///
    /// - Parameter withMetadata: Whether the entries have metadata.
    func forEachEntry(
        of identifiers: [Int64], withMetadata: Bool = false, _ body: (AssetEntry) throws -> Void
    ) throws {
        try forEachAsset(identifiers, withMetadata: withMetadata) {
            try body(AssetEntry(asset: $0, resources: $1, metadata: $2))
        }
    }
}
