import Albumen
import Foundation
import HTTPTypes
import Hummingbird
import Records

/// Routes that create, rename, describe, move and delete the user's albums and folders.
struct CollectionChangeRoutes: Sendable {
    let work: BlockingWork
    let reversals: ChangeReversals
    let consents: ChangeConsents

    func add(to routes: GalleryRoutes) {
        routes.post("/api/collections", use: create)
        routes.patch("/api/collections/:collection", use: change)
        routes.delete("/api/collections/:collection", use: delete)
    }

    @Sendable private func create(
        _ request: NewCollectionRequest, _: GalleryContext, _ view: LibraryView
    ) async throws -> Response {
        try await work.change {
            let uuid = UUID().uuidString
            var operations: [Transaction.Operation] = [
                .createCollection(NewCollection(uuid: uuid, kind: request.kind, title: request.title))
            ]
            if let parent = request.parent {
                operations.append(.editChildren(ListEdit(.insert([uuid], at: [0])), folderUUID: parent))
            }
            if !request.assets.isEmpty {
                operations.append(.editMembers(ListEdit(.add(request.assets)), albumUUID: uuid))
            }
            try view.commit(operations)
            return try answer(uuid, view, status: .created)
        }
    }

    @Sendable private func change(
        _ request: CollectionChangeRequest, _ context: GalleryContext, _ view: LibraryView
    ) async throws -> Response {
        let uuid = try context.collectionUUID()
        return try await work.change {
            var operations: [Transaction.Operation] = []
            if let title = request.title { operations.append(.rename(title, collectionUUID: uuid)) }
            if let text = request.description { operations.append(.describe(text, collectionUUID: uuid)) }
            if let cover = request.cover { operations.append(.setCover(assetUUID: cover, albumUUID: uuid)) }
            if let place = request.place { operations.append(try move(uuid, to: place, view)) }
            try view.commit(operations)
            return try answer(uuid, view)
        }
    }

    @Sendable private func delete(_: Request, _ context: GalleryContext, _ view: LibraryView) async throws -> Response {
        let uuid = try context.collectionUUID()
        var transaction = Transaction([.deleteCollection(uuid: uuid)])
        // A client may not see all members, and must not restore them.
        transaction.settings.keepsReversals = view.access == .full
        let consent = try await consents.obtain(for: transaction.operations, in: view, context)
        return try await work.change { [transaction] in
            let outcomes = try view.commit(transaction, confirmed: consent?.deletion)
            var undo: String?
            if case .deleted(let reversal) = outcomes.first { undo = reversals.keep(reversal, of: view.principal) }
            return try JSONAnswer.response(ChangedFactsDocument(assets: [], undo: undo))
        }
    }

    /// Returns the operation that moves a collection within its folder or to another folder.
    private func move(
        _ uuid: String, to place: CollectionChangeRequest.Place, _ view: LibraryView
    ) throws -> Transaction.Operation {
        let moved = try find(uuid, view)
        let current = try view.parent(of: moved)?.uuid
        let parent = place.parent ?? current
        let folder = try parent.map { try find($0, view) }
        if let folder, folder.kind != .folder {
            throw Refusal.unprocessable("“\(folder.title)” is an album: it holds photos, no albums or folders.")
        }
        let children =
            try folder.map { try view.children(ofFolder: $0.id) }
            ?? view.topLevelCollections()
        let others = children.filter { $0.id != moved.id }
        let target = try place.before.map { before in
            guard let index = others.firstIndex(where: { $0.uuid == before }) else {
                throw Refusal.conflict(
                    "The collection that it should precede isn't in that folder. Fetch the collections again.")
            }
            return index
        }
        let rows = children.map(\.id)
        // The album of an import has no position among the user's albums until the user moves it there.
        guard let index = rows.firstIndex(of: moved.id) else {
            let edit = ListEdit(.insert([uuid], at: [target ?? rows.count]), shown: rows)
            return .editChildren(edit, folderUUID: parent)
        }
        return .editChildren(ListEdit(.move([index], to: target ?? others.count), shown: rows), folderUUID: parent)
    }

    private func answer(_ uuid: String, _ view: LibraryView, status: HTTPResponse.Status = .ok) throws -> Response {
        let collection = try find(uuid, view)
        let childCount =
            collection.kind == .folder ? try view.children(ofFolder: collection.id).count : 0
        let parent = try view.parent(of: collection)
        return try JSONAnswer.response(
            CollectionDocument(
                collection, parent: parent?.uuid, childCount: childCount,
                cover: try view.chosenCovers(ofAlbum: collection.id)[collection.id]), status: status)
    }

    private func find(_ uuid: String, _ view: LibraryView) throws -> CollectionRecord {
        guard let collection = try view.collection(uuid: uuid) else { throw Refusal.noCollection }
        return collection
    }
}
