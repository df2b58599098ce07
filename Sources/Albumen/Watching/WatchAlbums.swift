import Catalog
import Foundation
import PhotoLibrary
import Records
import SystemCalls
import SystemPackage

/// The albums of watched folders: one for each folder with photos.
struct WatchAlbums {
    let library: Library

    /// Adds the assets of imported files to their folder's album, and creates it with the first one. Does nothing if the user
    /// deleted the album.
    func add(_ files: some Collection<ImportedFileRecord>, of folder: FilePath) throws {
        let identifiers = Set(files.filter { $0.outcome == .imported }.compactMap(\.assetID))
        guard !identifiers.isEmpty else { return }
        let assets = try library.catalog.read { try $0.assets(withIdentifiers: identifiers) }.values
            .filter { $0.trashedDate == nil }.sorted { $0.id < $1.id }.map(\.uuid)
        guard !assets.isEmpty, let (album, isNew) = try album(of: folder) else { return }
        let name = folder.name.map { FilePath.text(of: $0) } ?? folder.text
        let creation = Transaction.Operation.createCollection(NewCollection(uuid: album, kind: .album, title: name))
        try library.view(for: .importer).commit(
            (isNew ? [creation] : []) + [.editMembers(ListEdit(.add(assets)), albumUUID: album)])
    }

    /// Returns the folder's album, or `nil` if the user deleted it.
    private func album(of folder: FilePath) throws -> (uuid: String, isNew: Bool)? {
        let known = try library.catalog.read { catalog -> (uuid: String, exists: Bool)? in
            guard let uuid = try catalog.visitedFolder(path: folder.text)?.albumUUID else { return nil }
            return (uuid, try !catalog.collections(.uuids([uuid]), scope: .everything).isEmpty)
        }
        if let known { return known.exists ? (known.uuid, false) : nil }
        let uuid = library.makeUUID().uuidString
        try library.catalog.write(author: Principal.importer.author, at: library.now()) { catalog in
            try catalog.setAlbum(uuid, ofVisitedFolder: catalog.visitFolder(path: folder.text))
        }
        return (uuid, true)
    }
}
