import Albumen
import HTTPTypes
import Hummingbird
import Records

/// Names the photos whose copies a paired device must delete: those that were hidden, or moved to Recently Deleted, or
/// deleted permanently since it last asked.
struct RemovalRoutes: Sendable {
    /// The number of changes to read at once.
    private static let changesAtOnce = 500
    /// With more changes or photos than these, a device deletes all copies.
    private static let changeLimit = 5000
    private static let assetLimit = 5000

    let work: BlockingWork

    func add(to routes: GalleryRoutes) {
        routes.get("/api/removals", use: removals)
    }

    @Sendable private func removals(_ request: Request, _: GalleryContext, _ view: LibraryView) async throws -> Response
    {
        let since = request.uri.queryParameters.get("since")
        // A single change can affect the entire library.
        return try await work.walk {
            guard let since else { return try answer(since: nil, in: view) }
            guard let token = try view.versionNames().token(since) else {
                throw Refusal.badRequest("since is the token of an earlier answer.", field: "since")
            }
            return try answer(since: token, in: view)
        }
    }

    private func answer(since token: ChangeToken?, in view: LibraryView) throws -> Response {
        // Read first, so that the next question includes changes that are made meanwhile.
        let current = try view.currentToken()
        let removed = try token.flatMap { try Self.removed(since: $0, in: view) }
        return try JSONAnswer.response(
            RemovalsDocument(token: view.versionNames().text(current), assets: removed?.sorted()))
    }

    /// Returns `nil` if the photos are too many, or aren't known any more.
    private static func removed(since start: ChangeToken, in view: LibraryView) throws -> Set<String>? {
        var (position, touched): (ChangeToken, Set<String>) = (start, [])
        for _ in 0..<(changeLimit / changesAtOnce) {
            do {
                let page = try view.changes(since: position, limit: changesAtOnce)
                for entry in page.entries {
                    let details = try view.details(of: .asset, inChange: entry.token)
                    touched.formUnion(details.deleted)
                    touched.formUnion(details.updated)
                }
                if page.isLast { return try touched.isEmpty ? [] : unseen(touched, in: view) }
                position = page.end
            } catch let error as LibraryError where error.isOfTrimmedHistory {
                return nil
            }
        }
        return nil
    }

    private static func unseen(_ identifiers: Set<String>, in view: LibraryView) throws -> Set<String>? {
        let uuids = identifiers.compactMap(LocalIdentifier.uuid)
        let records = try view.assets(uuids: uuids)
        let unseen = uuids.filter { uuid in
            records[uuid].map { $0.isHidden || $0.trashedDate != nil } ?? true
        }
        return unseen.count <= assetLimit ? Set(unseen) : nil
    }
}

/// The photos whose copies a device must delete.
struct RemovalsDocument: Encodable {
    /// The value of `since` for the next question.
    let token: String
    /// UUIDs. `nil` if all copies have to be deleted.
    @OrNull var assets: [String]?
}
