import Albumen
import Records

/// An asset with its resources, in one state of the catalog.
struct AssetEntry {
    let asset: AssetRecord
    let resources: [ResourceRecord]

    var localIdentifier: String { LocalIdentifier.string(uuid: asset.uuid, kind: .asset) }

    var files: AssetFiles<ResourceRecord> { AssetFiles(resources) }

    /// The resource whose filename names the asset.
    var primaryResource: ResourceRecord? { files.primary(.unadjusted) }

    var mediaTypeName: String { asset.mediaType.name ?? AssetMediaType.unknown.description }
}

extension LibraryView {
    /// Calls `body` for each asset in order. Skips assets that were purged since the identifiers were read.
    func forEachEntry(of identifiers: [Int64], _ body: (AssetEntry) throws -> Void) throws {
        try forEachAsset(identifiers) { try body(AssetEntry(asset: $0, resources: $1)) }
    }
}
