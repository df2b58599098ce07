@_spi(Storage) package import Albumen
import Catalog
import Records

extension LibraryModel {
    /// Reads the library's state from its rows.
    package init(of library: Library) throws {
        self.init()
        try library.storage.catalog.read { reader in
            var names: [Int64: String] = [:]
            let records = try reader.assets(after: 0, limit: 10_000)
            let originals = try reader.originalDates(ofAssets: records.map(\.id))
            for asset in records {
                names[asset.id] = asset.uuid
                let metadata = try reader.metadata(ofAsset: asset.id)
                assets[asset.uuid] = Asset(
                    isFavorite: asset.isFavorite, isHidden: asset.isHidden, isTrashed: asset.trashedDate != nil,
                    rating: metadata?.rating ?? 0, caption: metadata?.caption, creationDate: asset.creationDate,
                    originalDate: originals[asset.id].map(\.creationDate))
            }
            let collections = try reader.collections(.all, scope: .everything)
            for collection in collections {
                switch collection.kind {
                case .album:
                    var query = AssetQuery()
                    query.source = .album(collection.id)
                    (query.hidden, query.trashed) = (.included, .included)
                    let members = try reader.assetIdentifiers(matching: query).compactMap { names[$0] }
                    albums[collection.uuid] = Album(title: collection.title, members: members)
                case .folder:
                    let children = try reader.collections(.children(folder: collection.id), scope: .everything)
                    folders[collection.uuid] = Folder(title: collection.title, children: children.map(\.uuid))
                }
            }
            topLevel = try reader.collections(.children(folder: nil), scope: .everything).map(\.uuid)
        }
    }

    /// Returns the number of each album's visible members: the stored one and the counted one.
    package static func counts(of library: Library) throws -> [(title: String, kept: Int, counted: Int)] {
        try library.storage.catalog.read { reader in
            try reader.collections(.all, scope: .everything).filter { $0.kind == .album }.map { album in
                var query = AssetQuery()
                query.source = .album(album.id)
                return (album.title, album.shownCount, try reader.assetCount(matching: query))
            }
        }
    }

    /// Returns all row identifiers by UUID.
    package static func rows(of library: Library) throws -> [String: Int64] {
        try library.storage.catalog.read { reader in
            var rows: [String: Int64] = [:]
            for asset in try reader.assets(after: 0, limit: 10_000) { rows[asset.uuid] = asset.id }
            for collection in try reader.collections(.all, scope: .everything) { rows[collection.uuid] = collection.id }
            return rows
        }
    }
}
