internal import Foundation

/// Arranges the folders on disks as albums and folders.
struct DigiKamAlbums {
    struct Album {
        var id: Int64
        var root: Int64
        /// Starts with a slash.
        var path: String
        var members: [Int64]
        var cover: Int64?
    }

    private struct Place: Hashable {
        var root: Int64
        var path: String
    }

    /// The depth to which parents are looked for.
    private static let depthLimit = 128

    private var albums: [Album] = []

    mutating func add(_ album: Album) { albums.append(album) }

    /// Returns the albums, each folder before what it contains, sorted by title as digiKam does.
    ///
    /// An album that contains others is a folder, and an album in it for its own items. The identifiers are `folder-`
    /// and `album-` with the key of the row.
    func collections() -> [SourceCollection] {
        var indexes: [Place: Int] = [:]
        for (index, album) in albums.enumerated() where Self.title(of: album.path) != nil {
            let place = Place(root: album.root, path: album.path)
            if indexes[place] == nil { indexes[place] = index }
        }
        var children: [Int?: [(index: Int, title: String)]] = [:]
        var invalid: [SourceCollection] = []
        for (index, album) in albums.enumerated() {
            guard let title = Self.title(of: album.path) else {
                var collection = collection(album, title: ForeignValue.fileName(album.path) ?? "")
                collection.exclusion = .invalid
                invalid.append(collection)
                continue
            }
            children[parent(of: album, in: indexes), default: []].append((index, title))
        }
        for key in children.keys {
            children[key]?.sort { left, right in
                let titles = (left.title.lowercased(), right.title.lowercased())
                return titles.0 == titles.1 ? left.index < right.index : titles.0 < titles.1
            }
        }
        var collections: [SourceCollection] = []
        var pending = (children[nil] ?? []).reversed().map { (entry: $0, parent: String?.none) }
        while let (entry, parent) = pending.popLast() {
            let album = albums[entry.index]
            let inside = children[entry.index] ?? []
            var parent = parent
            if !inside.isEmpty {
                let folder = "folder-\(album.id)"
                collections.append(
                    SourceCollection(identifier: folder, kind: .folder, title: entry.title, parent: parent))
                parent = folder
                pending += inside.reversed().map { ($0, folder) }
                if album.members.isEmpty { continue }
            }
            var collection = collection(album, title: entry.title)
            collection.parent = parent
            collections.append(collection)
        }
        return collections + invalid
    }

    private func collection(_ album: Album, title: String) -> SourceCollection {
        var collection = SourceCollection(identifier: "album-\(album.id)", kind: .album, title: title)
        collection.members = album.members.map { String($0) }
        collection.cover = album.cover.map { String($0) }
        return collection
    }

    private func parent(of album: Album, in indexes: [Place: Int]) -> Int? {
        var path = album.path[...]
        for _ in 0..<Self.depthLimit {
            guard let slash = path.lastIndex(of: "/"), slash != path.startIndex else { return nil }
            path = path[..<slash]
            if let index = indexes[Place(root: album.root, path: String(path))] { return index }
        }
        return nil
    }

    /// Returns the last component of a path, or `nil` if it isn't the path of a folder in its root.
    private static func title(of path: String) -> String? {
        guard path.hasPrefix("/"), let components = ContainedFiles.components(of: String(path.dropFirst())) else {
            return nil
        }
        return components.last.flatMap { ForeignValue.text(String($0)) }
    }
}
