import Albumen
import Records

/// An asset with its files, as the catalog has them at one moment.
struct AssetEntry {
    let asset: AssetRecord
    let resources: [ResourceRecord]

    var localIdentifier: String { LocalIdentifier.string(uuid: asset.uuid, kind: .asset) }

    /// The file that stands for the asset: its photo, else its video.
    var primaryResource: ResourceRecord? {
        resources.first { $0.type == ResourceType.photo.rawValue }
            ?? resources.first { $0.type == ResourceType.video.rawValue } ?? resources.first
    }

    var mediaTypeName: String { AssetMediaType(rawValue: asset.mediaType)?.name ?? AssetMediaType.unknown.name }
}

extension LibraryView {
    /// Calls `body` for each asset in order. Skips assets that were purged since the identifiers were read.
    func forEachEntry(of identifiers: [Int64], _ body: (AssetEntry) throws -> Void) throws {
        try forEachAsset(identifiers) { try body(AssetEntry(asset: $0, resources: $1)) }
    }
}
