import Albumen
import Hummingbird
import Records

/// What changes assets: the facts that the user tells, and whether they are in Recently Deleted.
struct AssetChangeRoutes: Sendable {
    let work: BlockingWork
    let reversals = ChangeReversals()

    func add(to routes: GalleryRoutes) {
        routes.patch("/api/assets", use: change)
        routes.post("/api/undo", use: undo)
        routes.post("/api/trash", use: trash)
        routes.post("/api/trash/restore", use: restore)
        routes.post("/api/trash/purge", use: purge)
    }

    @Sendable private func change(
        _ request: AssetChangeRequest, _: GalleryContext, _ view: LibraryView
    ) async throws -> Response {
        try await work.change {
            let changed = try view.assets(request.assets, thatDifferFrom: request.change)
            var settings = Transaction.Settings()
            settings.keepsReversals = true
            let outcomes = try view.commit(
                request.assets.map { .change(request.change, assetUUID: $0) }, settings: settings)
            let undo = reversals.keep(outcomes.compactMap(\.reversal), of: view.principal)
            return try JSONAnswer.response(ChangedFactsDocument(assets: changed, undo: undo))
        }
    }

    @Sendable private func undo(_ request: UndoRequest, _: GalleryContext, _ view: LibraryView) async throws -> Response
    {
        try await work.change {
            guard let reversals = reversals.take(request.undo, of: view.principal) else { throw Refusal.undoGone }
            let outcomes = try view.commit(reversals.map { .revert($0) })
            let changed = zip(reversals, outcomes).filter { $0.1 == .reverted(isChanged: true) }.map(\.0.assetUUID)
            return try JSONAnswer.response(ChangedAssetsDocument(assets: changed))
        }
    }

    @Sendable private func trash(_ request: AssetRemoval, _: GalleryContext, _ view: LibraryView) async throws
        -> Response
    {
        try await remove(request, view, by: { .trash(assetUUID: $0) }, changing: { $0.trashedDate == nil })
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

    @Sendable private func purge(_ request: AssetRemoval, _: GalleryContext, _ view: LibraryView) async throws
        -> Response
    {
        var response = try await remove(request, view, by: { .purge(assetUUID: $0) }, changing: { _ in true })
        PictureAnswer.clearCache(with: &response)
        return response
    }

    private func remove(
        _ request: AssetRemoval, _ view: LibraryView,
        by operation: @escaping @Sendable (String) -> Transaction.Operation,
        changing isChanged: @escaping @Sendable (AssetRecord) -> Bool
    ) async throws -> Response {
        try await work.change {
            let isConfirmed = request.confirmedRemovals == request.total
            guard try isConfirmed || !view.needsCount(forRemoving: request.total) else {
                throw Refusal.needsConfirmation(count: request.total)
            }
            let changed = try view.assets(request.assets, where: isChanged)
            do {
                // The engine guards each transaction, and knows no more than this part.
                try view.commit(
                    request.assets.map(operation), confirmedRemovals: isConfirmed ? request.assets.count : nil)
            } catch let error as LibraryError where error.code == .needsConfirmation {
                // The library has become smaller meanwhile.
                throw Refusal.needsConfirmation(count: request.total)
            }
            return try JSONAnswer.response(ChangedAssetsDocument(assets: changed))
        }
    }
}

extension LibraryView {
    /// Those that a change makes favorites, hides, or the opposite; all of them where it changes more than that.
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

    /// Those of the assets that a condition takes, in their order.
    fileprivate func assets(_ uuids: [String], where isTaken: (AssetRecord) -> Bool) throws -> [String] {
        let records = try assets(uuids: uuids)
        return uuids.filter { records[$0].map(isTaken) ?? false }
    }
}

extension Transaction.Outcome {
    fileprivate var reversal: AssetReversal? {
        if case .changed(let reversal) = self { reversal } else { nil }
    }
}

extension Refusal {
    fileprivate static let undoGone = Refusal(
        status: .gone, code: "undoGone",
        message: "This change can no longer be undone: it was undone already, or the server was started again.")
}
