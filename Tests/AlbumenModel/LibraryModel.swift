package import Albumen
import Catalog
package import Foundation
import Records

/// The expected state of a library after changes, in lists and dictionaries without positions, rows or SQL.
package struct LibraryModel: Equatable {
    package struct Asset: Equatable {
        package var isFavorite = false
        package var isHidden = false
        package var isTrashed = false
        package var rating = 0
        package var caption: String?
        package var creationDate: Date?
        /// The date of the import, if the user replaced it.
        package var originalDate: Date??

        var isShown: Bool { !isHidden && !isTrashed }

    }

    package struct Folder: Equatable {
        package var title: String
        package var children: [String] = []
    }

    package struct Album: Equatable {
        package var title: String
        package var members: [String] = []
    }

    package var assets: [String: Asset] = [:]
    package var albums: [String: Album] = [:]
    package var folders: [String: Folder] = [:]
    package var topLevel: [String] = []
    /// The lists that the block's requests edited, after their steps.
    private var shown: [Int: [String]] = [:]
    private var deleted: Set<String> = []
    /// Collections that the block created without adding them anywhere. They're at the front of the top level and have
    /// no index.
    private var unplaced: Set<String> = []

    package init() {}

    /// - Throws: `LibraryError` with its code. The model is invalid afterwards.
    package mutating func apply(_ block: [ModelChange]) throws(LibraryError) {
        (shown, deleted, unplaced) = ([:], [], [])
        for change in block { try apply(change) }
        (shown, deleted, unplaced) = ([:], [], [])
    }

    private mutating func apply(_ change: ModelChange) throws(LibraryError) {
        switch change {
        case .change(let change, let uuid):
            guard var asset = assets[uuid] else { throw error(.notFound) }
            guard !asset.isTrashed else { throw error(.unsupportedChange) }
            asset.isFavorite = change.isFavorite ?? asset.isFavorite
            asset.isHidden = change.isHidden ?? asset.isHidden
            asset.rating = change.rating ?? asset.rating
            // An empty caption is stored as none.
            if let caption = change.caption { asset.caption = caption == "" ? nil : caption }
            if let date = change.creationDate {
                asset.originalDate = asset.originalDate ?? .some(asset.creationDate)
                asset.creationDate = date
            }
            assets[uuid] = asset
        case .restoreDate(let uuid):
            guard let asset = assets[uuid] else { throw error(.notFound) }
            guard !asset.isTrashed else { throw error(.unsupportedChange) }
            guard let original = asset.originalDate else { return }
            assets[uuid]?.creationDate = original
            assets[uuid]?.originalDate = nil
        case .trash(let uuid): try setTrashed(true, uuid)
        case .restore(let uuid): try setTrashed(false, uuid)
        case .purge(let uuid):
            guard let asset = assets[uuid] else { throw error(.notFound) }
            guard asset.isTrashed else { throw error(.unsupportedChange) }
            assets[uuid] = nil
            for album in albums.keys { albums[album]?.members.removeAll { $0 == uuid } }
        case .createAlbum(let uuid, let title):
            albums[uuid] = Album(title: title)
            topLevel.insert(uuid, at: 0)
            unplaced.insert(uuid)
        case .createFolder(let uuid, let title):
            folders[uuid] = Folder(title: title)
            topLevel.insert(uuid, at: 0)
            unplaced.insert(uuid)
        case .rename(let title, let uuid):
            guard albums[uuid] != nil || folders[uuid] != nil else { throw error(.notFound) }
            albums[uuid]?.title = title
            folders[uuid]?.title = title
        case .delete(let uuid):
            if deleted.contains(uuid) { return }
            guard albums[uuid] != nil || folders[uuid] != nil else { throw error(.notFound) }
            detach(uuid)
            delete(uuid)
        case .editMembers(let step, let request, let seen, let uuid):
            guard folders[uuid] == nil else { throw error(.unsupportedChange) }
            guard let album = albums[uuid] else { throw error(.notFound) }
            let isRemoval = if case .remove = step { true } else { false }
            for item in step.uuids where !isRemoval && assets[item]?.isTrashed ?? true { throw error(.notFound) }
            let shownAssets = step.uuids.filter { assets[$0].map { !$0.isTrashed } ?? false }
            let list = shown[request] ?? seen ?? album.members.filter { assets[$0]?.isShown ?? false }
            let result = try NaiveList(list).applying(step, shownAssets)
            if seen != nil || shown[request] != nil { shown[request] = result.rows }
            albums[uuid]?.members = result.carriedOut(on: album.members)
        case .editChildren(let step, let request, let seen, let uuid):
            try editChildren(step, request, seen, uuid)
        }
    }

    private mutating func editChildren(
        _ step: ListEdit.Step, _ request: Int, _ seen: [String]?, _ uuid: String?
    ) throws(LibraryError) {
        if let uuid {
            guard albums[uuid] == nil else { throw error(.unsupportedChange) }
            guard folders[uuid] != nil else { throw error(.notFound) }
        }
        let isRemoval = if case .remove = step { true } else { false }
        func isThere(_ uuid: String) -> Bool { albums[uuid] != nil || folders[uuid] != nil }
        for item in step.uuids where !isRemoval && !isThere(item) { throw error(.notFound) }
        func placedChildren() -> [String] { children(uuid).filter { uuid != nil || !unplaced.contains($0) } }
        let list = shown[request] ?? seen ?? placedChildren()
        let result = try NaiveList(list).applying(step, step.uuids.filter(isThere))
        if seen != nil || shown[request] != nil { shown[request] = result.rows }
        // A child that is named twice is removed once.
        var present = placedChildren()
        let leaving = result.removed.filter { item in
            defer { present.removeAll { $0 == item } }
            return present.contains(item)
        }
        if uuid == nil, !leaving.isEmpty { throw error(.unsupportedChange) }
        for item in leaving { detach(item) }
        topLevel.insert(contentsOf: leaving, at: 0)
        for every in result.groups {
            let group = result.isMove ? every.filter(placedChildren().contains) : every
            guard !group.isEmpty else { continue }
            for item in group where uuid.map({ isIn($0, item) }) ?? false { throw error(.unsupportedChange) }
            for item in group where !isThere(item) { throw error(.notFound) }
            // The neighbour is found before any of the group moves.
            let order = result.carriedOut(on: children(uuid), only: group, unplaced: uuid == nil ? unplaced : [])
            for item in group { detach(item) }
            setChildren(order, uuid)
            unplaced.subtract(group)
        }
    }

    /// Whether the folder is the collection or inside it.
    private func isIn(_ folder: String, _ collection: String) -> Bool {
        folder == collection || (folders[collection]?.children.contains { isIn(folder, $0) } ?? false)
    }

    private mutating func setTrashed(_ isTrashed: Bool, _ uuid: String) throws(LibraryError) {
        guard assets[uuid] != nil else { throw error(.notFound) }
        assets[uuid]?.isTrashed = isTrashed
    }

    private mutating func detach(_ uuid: String) {
        topLevel.removeAll { $0 == uuid }
        for folder in folders.keys { folders[folder]?.children.removeAll { $0 == uuid } }
    }

    private mutating func delete(_ uuid: String) {
        deleted.insert(uuid)
        albums[uuid] = nil
        for child in folders.removeValue(forKey: uuid)?.children ?? [] { delete(child) }
    }

    package func children(_ folder: String?) -> [String] {
        folder.map { folders[$0]?.children ?? [] } ?? topLevel
    }

    private mutating func setChildren(_ children: [String], _ folder: String?) {
        if let folder { folders[folder]?.children = children } else { topLevel = children }
    }

    /// Describes the differences for a failure's message.
    package func differences(from other: LibraryModel) -> String {
        var lines: [String] = topLevel == other.topLevel ? [] : ["top level: \(topLevel), not \(other.topLevel)"]
        func compare<Value: Equatable>(_ left: [String: Value], _ right: [String: Value]) {
            for key in Set(left.keys).union(right.keys) where left[key] != right[key] {
                lines.append(
                    "\(key): \(left[key].map { "\($0)" } ?? "none"), not \(right[key].map { "\($0)" } ?? "none")")
            }
        }
        compare(assets, other.assets)
        compare(albums, other.albums)
        compare(folders, other.folders)
        return lines.joined(separator: "\n")
    }

    private func error(_ code: LibraryError.Code) -> LibraryError {
        LibraryError(code, "")
    }
}

/// A change that a test generates, before it's applied to the model and the library.
package enum ModelChange {
    case change(AssetChange, String)
    /// Restores the imported date.
    case restoreDate(String)
    case trash(String)
    case restore(String)
    case purge(String)
    case createAlbum(String, title: String)
    case createFolder(String, title: String)
    case rename(String, String)
    case delete(String)
    case editMembers(ListEdit.Step, request: Int, seen: [String]?, album: String)
    case editChildren(ListEdit.Step, request: Int, seen: [String]?, folder: String?)

    /// - Parameter rows: The row identifiers of all objects, by UUID.
    package func operation(rows: [String: Int64]) -> Transaction.Operation {
        switch self {
        case .change(let change, let uuid): .change(change, assetUUID: uuid)
        case .restoreDate(let uuid): .restoreOriginals(.date, read: OriginalValues(), assetUUID: uuid)
        case .trash(let uuid): .trash(assetUUID: uuid)
        case .restore(let uuid): .restore(assetUUID: uuid)
        case .purge(let uuid): .purge(assetUUID: uuid)
        case .createAlbum(let uuid, let title):
            .createCollection(NewCollection(uuid: uuid, kind: .album, title: title))
        case .createFolder(let uuid, let title):
            .createCollection(NewCollection(uuid: uuid, kind: .folder, title: title))
        case .rename(let title, let uuid): .rename(title, collectionUUID: uuid)
        case .delete(let uuid): .deleteCollection(uuid: uuid)
        case .editMembers(let step, let request, let seen, let album):
            .editMembers(
                ListEdit(step, request: request, shown: seen?.compactMap { rows[$0] }), albumUUID: album)
        case .editChildren(let step, let request, let seen, let folder):
            .editChildren(
                ListEdit(step, request: request, shown: seen?.compactMap { rows[$0] }), folderUUID: folder)
        }
    }
}
