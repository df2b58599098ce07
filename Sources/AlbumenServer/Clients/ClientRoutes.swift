import Albumen
import Foundation
import HTTPTypes
import Hummingbird
import Records

/// The routes that manage clients: their access, chosen assets and tokens. For the owner's page.
struct ClientRoutes: Sendable {
    private static let client = "/api/clients/:client"
    /// The longest name of a client, in bytes.
    static let nameLimit = 1024

    let work: BlockingWork
    let picks: PickSessions

    func add(to routes: GalleryRoutes) {
        routes.get("/api/clients", use: clients)
        routes.patch(RouterPath(Self.client), use: setAccess)
        routes.get(RouterPath("\(Self.client)/assets"), use: assets)
        routes.post(RouterPath("\(Self.client)/choose"), use: choose)
        routes.post(RouterPath("\(Self.client)/deselect"), use: deselect)
        routes.post(RouterPath("\(Self.client)/token"), use: makeToken)
        routes.delete(RouterPath("\(Self.client)/token"), use: endToken)
        routes.get("/api/remembered/:pick/assets", use: pickedAssets)
    }

    @Sendable private func clients(_: Request, _: GalleryContext, _ view: LibraryView) async throws -> Response {
        try await work.walk {
            try JSONAnswer.response(
                ClientsDocument(view.library.clientAccess(), picks: view.library.confirmedPicks()))
        }
    }

    @Sendable private func setAccess(
        _ body: ClientAccessRequest, _ context: GalleryContext, _ view: LibraryView
    ) async throws -> Response {
        let client = try context.clientName()
        return try await work.change {
            try view.library.setAccess(body.level, ofClient: client, author: view.principal.author)
            let access = try view.library.clientAccess().first { $0.client == client } ?? ClientAccess(client: client)
            let picks = try view.library.confirmedPicks().filter { $0.client == client }
            return try JSONAnswer.response(ClientDocument(access, picks: picks))
        }
    }

    // MARK: Chosen assets

    @Sendable private func assets(
        _ request: Request, _ context: GalleryContext, _ view: LibraryView
    ) async throws -> Response {
        let client = try context.clientName()
        let (place, count) = try request.part(else: 0)
        return try await work.read {
            let part = try view.library.chosenAssets(ofClient: client, after: place, limit: count)
            return try JSONAnswer.response(AssetPartDocument(part, in: view))
        }
    }

    @Sendable private func pickedAssets(
        _ request: Request, _ context: GalleryContext, _ view: LibraryView
    ) async throws -> Response {
        let (place, count) = try request.part(else: -1)
        return try await work.read {
            guard let pick = context.parameters.get("pick").flatMap({ Int64($0) }),
                let part = try view.library.assets(ofConfirmedPick: pick, after: place, limit: count)
            else { throw Refusal.notFound("This choice is no longer remembered.") }
            return try JSONAnswer.response(AssetPartDocument(part, in: view))
        }
    }

    @Sendable private func choose(
        _: EmptyRequest, _ context: GalleryContext, _: LibraryView
    ) async throws -> Response {
        let number = try picks.select(for: context.clientName(), question: nil, program: nil)
        return try JSONAnswer.response(PickNumberDocument(number: number))
    }

    @Sendable private func deselect(
        _ body: AssetList, _ context: GalleryContext, _ view: LibraryView
    ) async throws -> Response {
        let client = try context.clientName()
        return try await work.change {
            let rows = try view.assetRows(uuids: body.assets)
            try view.library.changeSelection(
                ofClient: client, choosing: [], deselecting: body.assets.compactMap { rows[$0] },
                author: view.principal.author)
            return try JSONAnswer.response(
                ChosenCountDocument(count: view.library.chosenAssetCount(ofClient: client)))
        }
    }

    // MARK: Tokens

    @Sendable private func makeToken(
        _: EmptyRequest, _ context: GalleryContext, _ view: LibraryView
    ) async throws -> Response {
        let client = try context.clientName()
        return try await work.change {
            try JSONAnswer.response(ClientTokenDocument(token: view.library.makeToken(forClient: client)))
        }
    }

    @Sendable private func endToken(
        _: Request, _ context: GalleryContext, _ view: LibraryView
    ) async throws -> Response {
        let client = try context.clientName()
        return try await work.change {
            try view.library.endToken(ofClient: client)
            return Response(status: .noContent, headers: [.cacheControl: "no-store"])
        }
    }
}

extension Request {
    /// Returns the place and the size of the requested part of a list.
    fileprivate func part(else start: Int64) throws -> (place: Int64, count: Int) {
        let count = try number("count", else: 100, atMost: AssetPartDocument.limit)
        guard let text = uri.queryParameters.get("after") else { return (start, max(1, count)) }
        guard let place = Int64(text) else {
            throw Refusal.badRequest("after is the value of next in the part before.")
        }
        return (place, max(1, count))
    }
}

extension GalleryContext {
    /// Returns the client's name in the request's address, without its percent encoding.
    fileprivate func clientName() throws -> String {
        guard let name = parameters.get("client")?.removingPercentEncoding, !name.allSatisfy(\.isWhitespace),
            name.utf8.count <= ClientRoutes.nameLimit
        else {
            throw Refusal.badRequest("The client's name is empty or has more than \(ClientRoutes.nameLimit) bytes.")
        }
        return name
    }
}
