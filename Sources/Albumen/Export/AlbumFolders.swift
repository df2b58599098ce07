import Records

/// The folders of an export for the library's albums: one for each album, in those of the folders that contain it.
struct AlbumFolders {
    /// The folder for assets that are in none of the albums.
    static let unfiled = ExportName(folder: "No Album", otherwise: "No Album")

    private let paths: [Int64: [ExportName]]

    /// - Parameters:
    ///   - collections: All albums and folders of the library.
    ///   - albums: The row identifiers of the albums to use, or `nil` for all albums that the user made.
    init(_ collections: [CollectionRecord], albums: Set<Int64>?) {
        let names = Self.names(collections)
        let parents = Dictionary(uniqueKeysWithValues: collections.map { ($0.id, $0.parentID) })
        var paths: [Int64: [ExportName]] = [:]
        for album in collections where album.kind == .album {
            guard albums?.contains(album.id) ?? (album.position != nil) else { continue }
            var path: [ExportName] = []
            var next: Int64? = album.id
            while let identifier = next, let name = names[identifier] {
                path.append(name)
                next = parents[identifier] ?? nil
            }
            paths[album.id] = path.reversed()
        }
        self.paths = paths
    }

    /// Returns the names of an album's folders, starting with the outermost, or `nil` for other albums.
    func path(ofAlbum identifier: Int64) -> [ExportName]? {
        paths[identifier]
    }

    /// Returns a name for each collection, so that the names in a folder differ even if their case is ignored. Of equal
    /// titles, the oldest collection has no number, so that new albums don't change the folders of earlier exports.
    private static func names(_ collections: [CollectionRecord]) -> [Int64: ExportName] {
        var names: [Int64: ExportName] = [:]
        for (parent, children) in Dictionary(grouping: collections, by: \.parentID) {
            var taken: Set<String> = parent == nil ? [unfiled.numbered(1).lowercased()] : []
            for child in children.sorted(by: { $0.id < $1.id }) {
                let name = ExportName(folder: child.title, otherwise: child.kind == .album ? "Album" : "Folder")
                var number = 1
                while !taken.insert(name.numbered(number).lowercased()).inserted { number += 1 }
                names[child.id] = number == 1 ? name : ExportName(folder: name.numbered(number), otherwise: "Album")
            }
        }
        return names
    }
}
