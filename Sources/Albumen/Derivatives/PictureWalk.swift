import BlobStore
import Catalog
import Records

/// Goes over all pictures of a library, hidden and deleted ones among them, in bounded memory.
struct PictureWalk {
    struct Page {
        var sources: [PictureSource]
        /// What is stored of each; nothing for one of which nothing is.
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

    /// How many pictures there are at most: an asset may have none.
    func count() throws -> Int {
        try library.catalog.read { try $0.assetCount() }
    }

    /// The next pictures; nil at the end.
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
