import Catalog
import Foundation
import Records

/// Applies changes of albums and folders while the write lock is held.
final class CollectionWriter {
    static let longestTitleInBytes = 4_096
    private static let longestDescriptionInBytes = 16_384

    let transaction: CatalogTransaction
    let author: String
    let access: Access
    let makeUUID: () -> String
    /// The lists that indexes refer to, by request number, with the changes of the steps so far.
    private var shown: [Int: [Int64]] = [:]
    /// The UUIDs of the collections that this transaction deleted, including the contents of deleted folders. Deleting
    /// one of them again isn't an error.
    var deleted: Set<String> = []
    /// The collections that this transaction created and hasn't placed yet. Until then, they are at the front of the
    /// top level.
    private var unplaced: Set<Int64> = []

    /// - Parameter makeUUID: Returns the UUID of a new collection.
    init(transaction: CatalogTransaction, principal: Principal, makeUUID: @escaping () -> String) {
        self.transaction = transaction
        self.author = principal.author
        self.access = principal.access
        self.makeUUID = makeUUID
    }

    // MARK: Collections

    func create(_ new: NewCollection) throws {
        try checkTitle(new.title)
        guard try transaction.reader.collections(.uuids([new.uuid]), scope: .everything).isEmpty else {
            throw LibraryError(.unsupportedChange, "There is an album or folder of that identifier already.")
        }
        let record = CollectionRecord(
            uuid: new.uuid, kind: new.kind,
            subtype: new.kind == .album ? .albumRegular : .regularFolder,
            title: new.title, position: nil, creationDate: transaction.date, creator: author)
        let identifier = try transaction.insert(record)
        try transaction.place(collections: [identifier], inFolder: nil, after: nil)
        unplaced.insert(identifier)
    }

    /// Returns the album of an import, and creates it if it doesn't exist. It isn't one of the user's albums.
    func importAlbum(_ new: NewCollection) throws -> Int64 {
        if let known = try transaction.reader.collections(.uuids([new.uuid]), scope: .everything).first {
            return known.id
        }
        return try transaction.insert(
            CollectionRecord(
                uuid: new.uuid, kind: .album, subtype: .albumImported, title: new.title,
                position: nil, creationDate: transaction.date, creator: author))
    }

    func rename(_ uuid: String, to title: String) throws {
        try checkTitle(title)
        let collection = try find(uuid)
        try access.requireManagement(of: [collection])
        try transaction.update(collection: collection.id) { collection in
            guard collection.title != title else { return }
            collection.title = title
            collection.modificationDate = transaction.date
        }
    }

    func describe(_ uuid: String, as text: String) throws {
        guard text.utf8.count <= Self.longestDescriptionInBytes, !text.utf8.contains(0) else {
            throw LibraryError(
                .invalidValue,
                "A description has at most \(Self.longestDescriptionInBytes) bytes and none of them is zero. Shorten it."
            )
        }
        let collection = try find(uuid)
        try access.requireManagement(of: [collection])
        try transaction.update(collection: collection.id) { collection in
            guard collection.description != text else { return }
            collection.description = text
            collection.modificationDate = transaction.date
        }
    }

    private func checkTitle(_ title: String) throws {
        guard title.utf8.count <= Self.longestTitleInBytes, !title.utf8.contains(0) else {
            throw LibraryError(
                .invalidValue,
                "A title has at most \(Self.longestTitleInBytes) bytes and none of them is zero. Choose another.")
        }
    }

    /// Returns the collection.
    ///
    /// - Throws: The same error for a missing collection and for a collection that the client can't see.
    func find(_ uuid: String) throws -> CollectionRecord {
        guard let collection = try transaction.reader.collections(.uuids([uuid]), scope: access.scope).first else {
            throw LibraryError(
                .notFound, "There is no album or folder \(uuid) in the library. Fetch it again.")
        }
        return collection
    }

    func findAlbum(_ uuid: String) throws -> CollectionRecord {
        let album = try find(uuid)
        guard album.kind == .album else {
            throw LibraryError(
                .unsupportedChange, "“\(album.title)” is a folder: it holds albums and folders, no photos.")
        }
        return album
    }

    // MARK: Members

    func editMembers(_ edit: ListEdit, ofAlbum uuid: String) throws {
        let album = try findAlbum(uuid)
        if edit.step.isMove { try access.requireManagement(of: [album]) }
        let items = try assets(edit.step.uuids, canBeGone: edit.step.isRemoval)
        let seen = shown[edit.request] ?? edit.shown
        if edit.step.isWithoutIndexes {
            if let seen { shown[edit.request] = try edit.step.outcome(on: seen, items: items).rows }
            // Observers aren't notified if nothing changed.
            guard try changeMembers(of: album, edit.step, items) else { return }
        } else {
            let outcome = try edit.step.outcome(on: seen ?? members(of: album), items: items)
            if seen != nil { shown[edit.request] = outcome.rows }
            try transaction.remove(assets: outcome.removed, fromAlbum: album.id)
            for range in outcome.placed {
                try place(range, of: outcome.rows, inAlbum: album, onlyMoves: edit.step.isMove)
            }
        }
        try touch(album)
    }

    /// Adds or removes members without indexes.
    ///
    /// - Returns: Whether an asset was added or removed.
    private func changeMembers(of album: CollectionRecord, _ step: ListEdit.Step, _ items: [Int64]) throws -> Bool {
        let members = try transaction.reader.members(ofAlbum: album.id, among: items)
        if step.isRemoval {
            try transaction.remove(assets: items, fromAlbum: album.id)
            return !members.isEmpty
        }
        var seen = members
        let newcomers = items.filter { seen.insert($0).inserted }
        try transaction.append(assets: newcomers, toAlbum: album.id)
        return !newcomers.isEmpty
    }

    /// Returns the members that the client gets from a fetch without options. Indexes refer to this list.
    ///
    /// - Complexity: O(*n*) for *n* members.
    private func members(of album: CollectionRecord) throws -> [Int64] {
        var query = AssetQuery()
        query.source = .album(album.id)
        query.scope = access.scope
        return try transaction.reader.assetIdentifiers(matching: query)
    }

    private static let windowOfPredecessors = 256

    /// Inserts a range of a list after its nearest predecessor that is still a member. If `onlyMoves` is `true`, skips
    /// assets that left the album since the client saw it.
    private func place(_ range: Range<Int>, of rows: [Int64], inAlbum album: CollectionRecord, onlyMoves: Bool) throws {
        var placed = Array(rows[range])
        if onlyMoves {
            let members = try transaction.reader.members(ofAlbum: album.id, among: placed)
            placed = placed.filter(members.contains)
        }
        guard !placed.isEmpty else { return }
        let newcomers = Set(placed)
        var end = range.lowerBound
        var predecessor: Int64?
        while predecessor == nil, end > 0 {
            let window = rows[max(0, end - Self.windowOfPredecessors)..<end].filter { !newcomers.contains($0) }
            let members = try transaction.reader.members(ofAlbum: album.id, among: window)
            predecessor = window.last(where: members.contains)
            end -= Self.windowOfPredecessors
        }
        try transaction.place(assets: placed, inAlbum: album.id, after: predecessor)
    }

    private func assets(_ uuids: [String], canBeGone: Bool) throws -> [Int64] {
        let identifiers = try transaction.reader.assetIdentifiers(uuids: uuids)
        let found = try transaction.reader.visible(identifiers.values, scope: access.scope)
        return try uuids.compactMap { uuid in
            if let identifier = identifiers[uuid], found.contains(identifier) { return identifier }
            guard canBeGone else { throw LibraryError.noAsset(uuid) }
            return nil
        }
    }

    func touch(_ collection: CollectionRecord) throws {
        try transaction.update(collection: collection.id) { $0.modificationDate = transaction.date }
    }

    /// Sets the modification date of the collections' parent folders, because their children changed.
    func touchParents(of collections: [CollectionRecord]) throws {
        let parents = Set(collections.compactMap(\.parentID))
        for parent in try transaction.reader.collections(withIdentifiers: parents.sorted()) { try touch(parent) }
    }

    // MARK: Children

    func editChildren(_ edit: ListEdit, ofFolder uuid: String?) throws {
        let folder = try uuid.map(find)
        if let folder, folder.kind != .folder {
            throw LibraryError(
                .unsupportedChange, "“\(folder.title)” is an album: it holds photos, no albums or folders.")
        }
        if let folder { try access.requireManagement(of: [folder]) }
        let items = try collections(edit.step.uuids, canBeGone: edit.step.isRemoval)
        let seen = shown[edit.request] ?? edit.shown
        let outcome = try edit.step.outcome(on: seen ?? children(of: folder), items: items)
        if seen != nil { shown[edit.request] = outcome.rows }
        try requireManagement(ofMoved: items + outcome.removed + outcome.placed.flatMap { outcome.rows[$0] })
        // Removes named collections even if the client didn't see them in the folder.
        var isChanged = try takeOut(edit.step.isRemoval ? items : outcome.removed, of: folder)
        if edit.step.isAddition {
            // Appends after all current children, including children the client hasn't seen. Existing children keep
            // their place. Children that left since the client saw them are added again.
            var present = Set(try children(of: folder))
            let newcomers = items.filter { present.insert($0).inserted }
            try place(newcomers, in: folder, after: transaction.reader.lastChild(ofFolder: folder?.id))
            isChanged = !newcomers.isEmpty
        } else {
            for range in outcome.placed {
                let present = Set(try children(of: folder))
                var placed = Array(outcome.rows[range])
                if edit.step.isMove { placed = placed.filter(present.contains) }
                let known = present.subtracting(placed)
                try place(placed, in: folder, after: outcome.rows[..<range.lowerBound].last { known.contains($0) })
                isChanged = true
            }
        }
        // Observers aren't notified if nothing changed.
        if let folder, isChanged { try touch(folder) }
    }

    /// Moving a collection changes the collection itself. So the client must manage it, and not only the folder.
    private func requireManagement(ofMoved identifiers: [Int64]) throws {
        guard access != .full else { return }
        try access.requireManagement(of: transaction.reader.collections(withIdentifiers: identifiers))
    }

    private func place(_ identifiers: [Int64], in folder: CollectionRecord?, after predecessor: Int64?) throws {
        try checkThatNoneHolds(folder, identifiers)
        let former = try transaction.reader.collections(withIdentifiers: identifiers)
        try touchParents(of: former.filter { $0.parentID != folder?.id })
        try transaction.place(collections: identifiers, inFolder: folder?.id, after: predecessor)
        unplaced.subtract(identifiers)
    }

    /// Moves collections from a folder to the front of the top level, because each collection has exactly one place.
    ///
    /// - Returns: Whether at least one of them was in the folder.
    private func takeOut(_ identifiers: [Int64], of folder: CollectionRecord?) throws -> Bool {
        // Moves a collection once even if it is named twice.
        var present = Set(try children(of: folder))
        let leaving = identifiers.filter { present.remove($0) != nil }
        guard !leaving.isEmpty else { return false }
        guard folder != nil else {
            throw LibraryError(
                .unsupportedChange,
                "An album or folder cannot be taken out of the top level. Put it into a folder, or delete it.")
        }
        try transaction.place(collections: leaving, inFolder: nil, after: nil)
        return true
    }

    /// Returns the folder's children. At the top level, leaves out collections that this transaction created and hasn't
    /// placed yet.
    private func children(of folder: CollectionRecord?) throws -> [Int64] {
        let children = try transaction.reader.collections(.children(folder: folder?.id), scope: access.scope).map(\.id)
        return unplaced.isEmpty || folder != nil ? children : children.filter { !unplaced.contains($0) }
    }

    private func checkThatNoneHolds(_ folder: CollectionRecord?, _ identifiers: [Int64]) throws {
        var above = folder
        while let ancestor = above {
            if identifiers.contains(ancestor.id) {
                throw LibraryError(
                    .unsupportedChange, "The folder “\(ancestor.title)” cannot be put into itself or a folder in it.")
            }
            above = try ancestor.parentID.flatMap {
                try transaction.reader.collections(withIdentifiers: [$0]).first
            }
        }
    }

    private func collections(_ uuids: [String], canBeGone: Bool) throws -> [Int64] {
        let found = try transaction.reader.collections(.uuids(uuids), scope: access.scope)
        let identifiers = Dictionary(uniqueKeysWithValues: found.map { ($0.uuid, $0.id) })
        return try uuids.compactMap { uuid in
            if let identifier = identifiers[uuid] { return identifier }
            guard canBeGone else {
                throw LibraryError(.notFound, "There is no album or folder \(uuid) in the library. Fetch it again.")
            }
            return nil
        }
    }
}

extension ListEdit.Step {
    fileprivate var isRemoval: Bool {
        if case .remove = self { true } else { false }
    }

    fileprivate var isMove: Bool {
        if case .move = self { true } else { false }
    }

    fileprivate var isAddition: Bool {
        if case .add = self { true } else { false }
    }
}

extension LibraryError {
    package static func noAsset(_ uuid: String) -> LibraryError {
        LibraryError(
            .notFound,
            "There is no photo or video \(LocalIdentifier.string(uuid: uuid, kind: .asset)) in the library. List it "
                + "again.")
    }
}
