import BlobStore
import Catalog
import Records

/// Reads all images of a library in pages, including hidden and deleted ones.
struct PictureWalk {
    struct Page {
        var sources: [PictureSource]
        /// The stored sizes of each image. Images without any are missing.
        var presence: [BlobDigest: DerivativePresence]

        func presence(of source: PictureSource) -> DerivativePresence {
            presence[source.digest] ?? DerivativePresence()
        }
    }

    private static let pageSize = 256

    let library: Library
    private var last: Int64 = 0

    init(of library: Library) {
        self.library = library
    }

    /// Returns the maximum number of images. Some assets have none.
    func count() throws -> Int {
        try library.catalog.read { try $0.assetCount() }
    }

    /// Returns the next page, or `nil` at the end.
    mutating func next() throws -> Page? {
        let (assets, resources) = try library.catalog.read { reader in
            let assets = try reader.assets(after: last, limit: Self.pageSize)
            return (assets, try reader.resources(ofAssets: assets.map(\.id)))
        }
        guard let end = assets.last else { return nil }
        last = end.id
        let sources = assets.compactMap { asset in
            PictureSource(of: asset, resources: resources[asset.id] ?? [], version: .current)
        }
        return Page(sources: sources, presence: try library.derivatives.presence(of: sources.map(\.digest)))
    }
}
