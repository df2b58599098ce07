import Catalog
import Foundation
import PhotoLibrary
import PhotoSources
import Records

/// Collects where an export wrote each asset, for the albums and folders of the export.
///
/// Memory grows with the number of exported assets.
struct ExportedAlbums {
    private let view: LibraryView
    /// Whether to list albums without an exported asset.
    private let listsAll: Bool
    /// The albums and folders to list, with all of their members. `nil` for those with exported assets.
    private let wanted: Set<Int64>?
    private let root: String
    private var members: [Int64: AlbumCatalogue.Member] = [:]

    /// - Parameter root: The path of the export's folder.
    init(of view: LibraryView, in root: String, listsAll: Bool, only wanted: Set<Int64>?) {
        self.view = view
        self.wanted = wanted
        self.root = root
        self.listsAll = listsAll
    }

    /// Notes the first folder to which an asset's first file was exported.
    mutating func note(_ asset: Int64, _ files: ExportedFiles, _ events: [ExportEvent]) {
        guard members[asset] == nil, let first = files.parts.first, first.conversion == nil else { return }
        for event in events {
            switch event {
            case .exported(let path, _), .present(let path, _):
                guard path.hasPrefix(root + "/") else { return }
                members[asset] = AlbumCatalogue.Member(
                    path: String(path.dropFirst(root.count + 1)), sha256: first.digest)
                return
            case .failed: return
            case .sidecar, .albums: continue
            }
        }
    }

    /// Returns the albums and folders, or `nil` if there are none.
    func catalogue() throws -> AlbumCatalogue? {
        let collections = try view.catalog.read { try listed(inFolder: nil, depth: 0, $0) }
        return collections.isEmpty ? nil : AlbumCatalogue(collections)
    }

    /// Returns all members of an album. Those that weren't exported have a path at which nothing is: an import finds them by
    /// their bytes.
    private func all(ofAlbum album: Int64, _ catalog: CatalogReader) throws -> [Int64: AlbumCatalogue.Member] {
        var found = members
        let others = try catalog.members(ofAlbum: album).filter { members[$0] == nil }
        let resources = try catalog.resources(ofAssets: others)
        // Two assets can have the same bytes. An import finds one of them.
        var digests: Set<BlobDigest> = []
        for asset in others {
            guard let original = AssetFiles(resources[asset] ?? []).originals.first,
                digests.insert(original.sha256).inserted
            else { continue }
            found[asset] = AlbumCatalogue.Member(
                path: "not-exported/\(original.sha256.hexadecimal)", sha256: original.sha256)
        }
        return found
    }

    /// Lists folders one level deeper than a catalogue may be, so that it's refused with its reason.
    private func listed(
        inFolder parent: CollectionRecord?, depth: Int, _ catalog: CatalogReader
    ) throws -> [AlbumCatalogue.Collection] {
        guard depth <= AlbumCatalogue.Limits.folderDepth + 1 else { return [] }
        var listed: [AlbumCatalogue.Collection] = []
        for child in try catalog.collections(.children(folder: parent?.id), scope: view.scope) {
            let identifier = LocalIdentifier.string(
                uuid: child.uuid, kind: child.kind == .album ? .collection : .folder)
            var collection = AlbumCatalogue.Collection(
                identifier: identifier, kind: child.kind == .album ? .album : .folder, title: child.title,
                parent: parent.map { LocalIdentifier.string(uuid: $0.uuid, kind: .folder) })
            guard child.kind == .album else {
                let below = try self.listed(inFolder: child, depth: depth + 1, catalog)
                if listsAll || !below.isEmpty || wanted?.contains(child.id) == true {
                    listed += [collection] + below
                }
                continue
            }
            var members = members
            if let wanted {
                guard wanted.contains(child.id) else { continue }
                members = try all(ofAlbum: child.id, catalog)
            }
            let exported = try catalog.members(ofAlbum: child.id).compactMap { members[$0] }
            guard listsAll || wanted != nil || !exported.isEmpty else { continue }
            collection.members = exported
            collection.cover = child.coverID.flatMap { members[$0]?.path }.flatMap { path in
                exported.contains { $0.path == path } ? path : nil
            }
            listed.append(collection)
        }
        return listed
    }
}
