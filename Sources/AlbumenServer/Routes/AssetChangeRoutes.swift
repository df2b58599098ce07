import Albumen
import Hummingbird
import Records

/// Routes that change properties of assets, remove edits, and move assets to and from Recently Deleted.
struct AssetChangeRoutes: Sendable {
    let work: BlockingWork
    let reversals: ChangeReversals
    let consents: ChangeConsents

    func add(to routes: GalleryRoutes) {
        routes.patch("/api/assets", use: change)
        routes.post("/api/undo", use: undo)
        routes.post("/api/revert", use: revert)
        routes.post("/api/trash", use: trash)
        routes.post("/api/trash/restore", use: restore)
        routes.post("/api/trash/purge", use: purge)
    }

    @Sendable private func change(
        _ request: AssetChangeRequest, _ context: GalleryContext, _ view: LibraryView
    ) async throws -> Response {
        if request.change.originalChoice != nil {
            _ = try await consents.obtain(for: request.operations, ofAssets: request.assets, in: view, context)
        }
        return try await work.change {
            let changed =
                request.adjustment.isEmpty
                ? try view.assets(request.assets, thatDifferFrom: request.change) : request.assets
            var settings = Transaction.Settings()
            settings.keepsReversals = true
            let outcomes = try view.commit(request.operations, settings: settings)
            let undo = reversals.keep(outcomes.compactMap(\.reversal), of: view.principal)
            return try JSONAnswer.response(ChangedFactsDocument(assets: changed, undo: undo))
        }
    }

    @Sendable private func undo(_ request: UndoRequest, _: GalleryContext, _ view: LibraryView) async throws -> Response
    {
        try await work.change {
            if let deletion = reversals.takeDeletion(request.undo, of: view.principal) {
                guard try view.commit([.restoreCollection(deletion)]) == [.reverted(isChanged: true)] else {
                    throw Refusal(
                        status: .gone, code: "undoGone",
                        message: "The folder that contained it was deleted since, so it stays deleted.")
                }
                return try JSONAnswer.response(ChangedAssetsDocument(assets: []))
            }
            guard let reversals = reversals.take(request.undo, of: view.principal) else { throw Refusal.undoGone }
            let outcomes = try view.commit(reversals.map { .revert($0) })
            let changed = zip(reversals, outcomes).filter { $0.1 == .reverted(isChanged: true) }.map(\.0.assetUUID)
            return try JSONAnswer.response(ChangedAssetsDocument(assets: changed))
        }
    }

    /// Removes the edits of assets.
    @Sendable private func revert(
        _ request: AssetList, _ context: GalleryContext, _ view: LibraryView
    ) async throws -> Response {
        let operations = request.assets.map { Transaction.Operation.revertEdit(assetUUID: $0) }
        _ = try await consents.obtain(for: operations, ofAssets: request.assets, in: view, context)
        return try await work.change {
            let changed = try view.assets(request.assets, where: \.hasAdjustments)
            var settings = Transaction.Settings()
            settings.keepsReversals = true
            let outcomes = try view.commit(operations, settings: settings)
            let undo = reversals.keep(outcomes.compactMap(\.reversal), of: view.principal)
            return try JSONAnswer.response(ChangedFactsDocument(assets: changed, undo: undo))
        }
    }

    @Sendable private func trash(
        _ request: AssetRemoval, _ context: GalleryContext, _ view: LibraryView
    ) async throws -> Response {
        try await remove(request, context, view, by: { .trash(assetUUID: $0) }, changing: { $0.trashedDate == nil })
    }

    @Sendable private func restore(_ request: AssetList, _: GalleryContext, _ view: LibraryView) async throws
        -> Response
    {
        try await work.change {
            let changed = try view.assets(request.assets, where: { $0.trashedDate != nil })
            try view.commit(request.assets.map { .restore(assetUUID: $0) })
            return try JSONAnswer.response(ChangedAssetsDocument(assets: changed))
        }
    }

    @Sendable private func purge(
        _ request: AssetRemoval, _ context: GalleryContext, _ view: LibraryView
    ) async throws -> Response {
        var response = try await remove(request, context, view, by: { .purge(assetUUID: $0) }, changing: { _ in true })
        PictureAnswer.clearCache(with: &response)
        return response
    }

    private func remove(
        _ request: AssetRemoval, _ context: GalleryContext, _ view: LibraryView,
        by operation: @escaping @Sendable (String) -> Transaction.Operation,
        changing isChanged: @escaping @Sendable (AssetRecord) -> Bool
    ) async throws -> Response {
        let operations = request.assets.map(operation)
        let consent = try await consents.obtain(for: operations, ofAssets: request.assets, in: view, context)
        return try await work.change {
            // The owner confirms a client's removal, with its count.
            let isConfirmed = consent != nil || request.confirmedRemovals == request.total
            guard try isConfirmed || !view.needsCount(forRemoving: request.total) else {
                throw Refusal.needsConfirmation(count: request.total)
            }
            let changed = try view.assets(request.assets, where: isChanged)
            do {
                // The engine checks each transaction by itself and doesn't know the other requests of this removal.
                try view.commit(
                    Transaction(operations), confirmedRemovals: isConfirmed ? request.assets.count : nil,
                    confirmed: consent?.deletion)
            } catch let error as LibraryError where error.code == .needsConfirmation {
                // The library has become smaller since the check.
                throw Refusal.needsConfirmation(count: request.total)
            }
            return try JSONAnswer.response(ChangedAssetsDocument(assets: changed))
        }
    }
}

extension LibraryView {
    /// Returns the assets that the change makes favorites or hidden, or the opposite. Returns all assets if the change
    /// affects other properties.
    fileprivate func assets(_ uuids: [String], thatDifferFrom change: AssetChange) throws -> [String] {
        var rest = change
        (rest.isFavorite, rest.isHidden) = (nil, nil)
        guard rest.isEmpty else { return uuids }
        return try assets(
            uuids,
            where: { asset in
                (change.isFavorite ?? asset.isFavorite) != asset.isFavorite
                    || (change.isHidden ?? asset.isHidden) != asset.isHidden
            })
    }

    /// Returns the assets that match a condition, in their order.
    fileprivate func assets(_ uuids: [String], where isTaken: (AssetRecord) -> Bool) throws -> [String] {
        let records = try assets(uuids: uuids)
        return uuids.filter { records[$0].map(isTaken) ?? false }
    }
}

extension Refusal {
    fileprivate static let undoGone = Refusal(
        status: .gone, code: "undoGone",
        message: "This change can no longer be undone: it was undone already, or the server was started again.")
}
