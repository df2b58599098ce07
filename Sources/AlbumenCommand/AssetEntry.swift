import Albumen
import Catalog
import Records

/// An asset with its files, as the catalog has them at one moment.
struct AssetEntry {
    let asset: AssetRecord
    let resources: [ResourceRecord]

    var localIdentifier: String { LocalIdentifier.string(uuid: asset.uuid, kind: .asset) }

    /// The file that stands for the asset: its photo, else its video.
    var primaryResource: ResourceRecord? {
        resources.first { $0.type == .photo }
            ?? resources.first { $0.type == .video } ?? resources.first
    }

    var mediaTypeName: String { asset.mediaType.name ?? AssetMediaType.unknown.description }
}

extension Library {
    private static var pageSize: Int { 512 }

    /// Calls `body` for each asset in order, reading page by page: memory grows by eight bytes an asset. One that has
    /// gone since the identifiers were read is left out.
    func forEachEntry(of identifiers: [Int64], _ body: (AssetEntry) throws -> Void) throws {
        var rest = identifiers[...]
        while !rest.isEmpty {
            let page = rest.prefix(Self.pageSize)
            rest = rest.dropFirst(page.count)
            let (assets, resources) = try catalog.read { reader in
                (try reader.assets(withIdentifiers: page), try reader.resources(ofAssets: page))
            }
            for identifier in page {
                guard let asset = assets[identifier] else { continue }
                try body(AssetEntry(asset: asset, resources: resources[identifier] ?? []))
            }
        }
    }
}
