/// The albums of an export: its album folders, and those that the options ask for.
struct TakeoutAlbums {
    /// In the order of their identifiers. Exports have no order of albums; the members are in the order of the items.
    let collections: [SourceCollection]

    init(_ index: TakeoutIndex, options: TakeoutOptions) {
        var albums: [String: SourceCollection] = [:]
        var identifiers: [Int: String] = [:]
        for (number, folder) in index.folders.enumerated() {
            let title: String
            switch folder.kind {
            case .album(let name): title = name
            case .untitledAlbum where options.bringsUntitledAlbums: title = folder.key.folder
            default: continue
            }
            let identifier = "album/\(folder.key.folder)"
            identifiers[number] = identifier
            // Two exports can have the album.
            albums[identifier] =
                albums[identifier] ?? SourceCollection(identifier: identifier, kind: .album, title: title)
        }
        for item in index.items {
            var owners = Set(item.copies.compactMap { identifiers[$0.folder] })
            let marks = [
                ("archived", options.archived, item.copies.contains { $0.brief?.isArchived ?? false }),
                ("partner", options.partner, item.copies.contains { $0.brief?.isOfPartner ?? false }),
            ]
            for (name, marking, isMarked) in marks where isMarked {
                guard case .album(let title) = marking else { continue }
                let album = SourceCollection(identifier: "marked/\(name)", kind: .album, title: title)
                albums[album.identifier] = albums[album.identifier] ?? album
                owners.insert(album.identifier)
            }
            for owner in owners { albums[owner]?.members.append(item.identifier) }
        }
        collections = albums.values.sorted { $0.identifier < $1.identifier }
    }
}
