import Albumen
import Cancellation
import Foundation
import HTTPTypes
import Hummingbird
import MediaRequests
import Records

/// Routes for the edits of Albumen's own editor.
struct AdjustmentRoutes: Sendable {
    let work: BlockingWork
    let reversals: ChangeReversals
    let consents: ChangeConsents
    let progress: EditProgress

    func add(to routes: GalleryRoutes) {
        routes.get("/api/assets/:asset/adjustments", use: adjustments)
        routes.get("/api/assets/:asset/adjustments/preview", use: preview)
        routes.post("/api/assets/:asset/adjustments", use: save)
        routes.post("/api/adjustments", use: paste)
    }

    @Sendable private func adjustments(
        _: Request, _ context: GalleryContext, _ view: LibraryView
    ) async throws -> Response {
        let uuid = try context.assetUUID()
        let run = { @Sendable [work] (body: @escaping @Sendable () throws -> Response) in try await work.makeVideo(body)
        }
        return try await working(context, on: run) { cancellation in
            let base = try view.visibleBase(uuid)
            return try JSONAnswer.response(
                AdjustmentsDocument(
                    base, view.movie(of: base, network: .allowed(cancellation: cancellation)),
                    view.editSummary(of: base.editing.asset),
                    view.playedSlowMotion(of: base)))
        }
    }

    /// Returns the picture that the recipe applies to, in the size of a preview.
    @Sendable private func preview(
        _ request: Request, _ context: GalleryContext, _ view: LibraryView
    ) async throws -> Response {
        let uuid = try context.assetUUID()
        let source = try await work.read {
            PictureSource(try view.visibleBase(uuid).picture, assetUUID: uuid)
        }
        let tag = PictureAnswer.entityTag(content: source.contentTag, form: "preview")
        let isCurrent = request.uri.queryParameters.get("content") == source.contentTag
        if let response = PictureAnswer.notModified(tag, isCurrent: isCurrent, request) { return response }
        // A stored picture can be made again, so a failure to read it doesn't fail the request.
        let stored = try await work.read { try? view.storedPicture(.preview, of: source.digest) }
        if let stored { return PictureAnswer.response(stored, tag: tag, isCurrent: isCurrent) }
        let work = work
        let made = try await context.whileConnected {
            try await RemoteOriginals(in: view).fetchingIfNeeded(source) {
                try await work.makePicture { try view.images.makeBytes(.preview, of: source, lane: $0) }
            }
        }
        return PictureAnswer.response(made, tag: tag, isCurrent: isCurrent)
    }

    // MARK: Changes

    @Sendable private func save(
        _ request: AdjustmentRequest, _ context: GalleryContext, _ view: LibraryView
    ) async throws -> Response {
        let uuid = try context.assetUUID()
        _ = try await consents.obtain(toEdit: [uuid], in: view, context)
        return try await working(context) { [progress] cancellation in
            let edit = progress.edit(of: uuid)
            do {
                _ = try view.visibleBase(uuid)
                let (outcome, reversal) = try view.adjust(
                    assetUUID: uuid, since: request.revision, cancellation: cancellation,
                    progress: edit.report, keepsReversal: true
                ) { recipe, _ in recipe = request.recipe }
                let revision = try view.editing(ofAsset: uuid)?.revision ?? request.revision
                return try JSONAnswer.response(
                    SavedAdjustmentsDocument(
                        outcome: outcome.name, assets: outcome == .unchanged ? [] : [uuid], revision: revision.text,
                        undo: reversal.flatMap { reversals.keep([$0], of: view.principal) }))
            } catch let error as LibraryError where error.code == .conflictingEdit {
                throw try view.conflict(ofAsset: uuid)
            }
        }
    }

    @Sendable private func paste(
        _ request: AdjustmentPasteRequest, _ context: GalleryContext, _ view: LibraryView
    ) async throws -> Response {
        _ = try await consents.obtain(toEdit: request.assets, in: view, context)
        return try await working(context) { cancellation in
            let (changes, failures) = try view.adjust(
                assetUUIDs: request.assets, to: request.recipe, cancellation: cancellation)
            return try JSONAnswer.response(
                PastedAdjustmentsDocument(
                    assets: changes.map(\.assetUUID), undo: reversals.keep(changes, of: view.principal),
                    failures: failures.map { failure in
                        let refusal = RefusalMiddleware.refusal(for: failure.error, .post)
                        return .init(asset: failure.assetUUID, code: refusal.code, message: refusal.message)
                    }))
        }
    }

    /// Does work on a thread for edits. If the browser disconnects, cancels it.
    private func working(
        _ context: GalleryContext, _ body: @escaping @Sendable (WorkCancellation) throws -> Response
    ) async throws -> Response {
        try await working(context, on: { [work] in try await work.edit($0) }, body)
    }

    /// - Parameter run: Does the work on a thread.
    private func working(
        _ context: GalleryContext,
        on run: @escaping @Sendable (@escaping @Sendable () throws -> Response) async throws -> Response,
        _ body: @escaping @Sendable (WorkCancellation) throws -> Response
    ) async throws -> Response {
        try await context.whileConnected {
            let cancellation = WorkCancellation()
            return try await withTaskCancellationHandler {
                try await run { try body(cancellation) }
            } onCancel: {
                cancellation.cancel()
            }
        }
    }
}

extension LibraryView {
    /// Returns the files that a recipe applies to, even if the asset is in Recently Deleted.
    ///
    /// - Throws: `noAsset` if it doesn't exist or isn't visible.
    func visibleBase(_ uuid: String) throws -> AdjustingBase {
        do {
            return try adjustingBase(ofAsset: uuid)
        } catch let error as LibraryError where error.code == .notFound {
            throw Refusal.noAsset
        }
    }

    /// Returns the slow motion with which the page plays a base. If the file with the slowed range isn't in the
    /// library's folder, or the video is in Recently Deleted, the video plays at its own speed.
    fileprivate func playedSlowMotion(of base: AdjustingBase) throws -> SlowMotion? {
        do {
            return try slowMotion(of: base)
        } catch let error as LibraryError where Self.unplayable.contains(error.code) {
            return nil
        }
    }

    private static let unplayable: Set<LibraryError.Code> = [.networkAccessRequired, .missingBytes, .notFound]

    /// Returns the refusal of an edit that another program replaced or reverted meanwhile.
    fileprivate func conflict(ofAsset uuid: String) throws -> Refusal {
        let base = try visibleBase(uuid)
        guard let edit = try editSummary(of: base.editing.asset) else {
            return .conflict("\(base.name) was reverted meanwhile. Your edit isn't saved.")
        }
        let editor = edit.editor.map { " by \($0)" } ?? ""
        return .conflict("\(base.name) was edited\(editor) meanwhile. Your edit isn't saved.")
    }
}

extension AdjustingOutcome {
    fileprivate var name: String {
        switch self {
        case .edited: "edited"
        case .unchanged: "unchanged"
        case .reverted: "reverted"
        }
    }
}
