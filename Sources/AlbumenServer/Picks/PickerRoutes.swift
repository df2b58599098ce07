import Albumen
import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import PickerWire
import Records
import ServiceLifecycle

/// The routes of sessions, for the owner's page.
struct PickerRoutes: Sendable {
    let work: BlockingWork
    let picks: PickSessions
    let sessions: OwnerSessions
    let heartbeat: Duration

    func add(to routes: GalleryRoutes) {
        routes.get("/api/picker/waiting") { [picks] _, _, _ in
            try JSONAnswer.response(WaitingPicksDocument(picks: picks.waiting().map { PickerDocument($0) }))
        }
        routes.get("/api/picker/:number", use: open)
        routes.get("/api/picker/:number/events", use: events)
        routes.post("/api/picker/:number/eligibility", use: eligibility)
        routes.put("/api/picker/:number/selection", use: select)
        routes.post("/api/picker/:number/chosen", use: chosen)
        routes.patch("/api/picker/:number/selection", use: change)
        routes.post("/api/picker/:number/end", use: end)
    }

    @Sendable private func open(
        _ request: Request, _ context: GalleryContext, _ view: LibraryView
    ) async throws -> Response {
        try await response(picks.open(context.pickNumber(), in: Self.page(in: request)), view)
    }

    private func response(_ session: PickSession, _ view: LibraryView) async throws -> Response {
        guard let selection = session.selection else { return try JSONAnswer.response(PickerDocument(session)) }
        return try await work.read {
            try JSONAnswer.response(PickerDocument(session, selectionCount: view.library.count(of: selection)))
        }
    }

    /// Returns the name of the requesting page for itself.
    private static func page(in request: Request) -> String {
        String((request.uri.queryParameters.get("page") ?? "").prefix(64))
    }

    // MARK: Choosing

    @Sendable private func eligibility(
        _ request: Request, _ body: EligibilityRequest, _ context: GalleryContext, _ view: LibraryView
    ) async throws -> Response {
        guard let session = try picks.session(context.pickNumber()) else { throw Refusal.noPick }
        let words = PickObstacleWords(for: request)
        return try await work.read {
            let reasons = try view.pickIneligibilities(ofAssets: body.assets, filter: session.configuration.filter)
            let documents = body.assets.map { uuid in
                let reason = reasons[uuid]
                return (
                    uuid,
                    OrNull(
                        wrappedValue: reason.map { PickObstacleDocument(reason: $0.name, message: words.text(for: $0)) }
                    )
                )
            }
            return try JSONAnswer.response(Dictionary(uniqueKeysWithValues: documents))
        }
    }

    @Sendable private func select(
        _ request: Request, _ body: PickSelectionRequest, _ context: GalleryContext, _ view: LibraryView
    ) async throws -> Response {
        let number = try context.pickNumber()
        let words = PickObstacleWords(for: request)
        let changed = try await work.read { [picks] in
            guard let session = try picks.session(number) else { throw Refusal.noPick }
            // Assets that are already chosen stay, even if the library has changed since.
            let chosen = Dictionary(uniqueKeysWithValues: session.chosen.map { ($0.uuid, $0) })
            let new = body.assets.filter { chosen[$0] == nil }
            let reasons = try view.pickIneligibilities(ofAssets: new, filter: session.configuration.filter)
            if let (uuid, reason) = new.lazy.compactMap({ uuid in reasons[uuid].map { (uuid, $0) } }).first {
                throw Refusal(
                    status: .unprocessableContent, code: reason.name, message: words.text(for: reason), field: uuid)
            }
            let rows = Dictionary(
                uniqueKeysWithValues: try view.pickableRows(uuids: new).map { ($0.uuid, $0.row) })
            let assets = body.assets.compactMap { uuid in
                chosen[uuid] ?? rows[uuid].map { PickSession.Asset(uuid: uuid, row: $0) }
            }
            return try picks.select(
                number, revision: body.revision, assets, removes: body.removes, confirms: body.confirms)
        }
        return try JSONAnswer.response(PickerDocument(changed))
    }

    @Sendable private func end(
        _ body: PickEndRequest, _ context: GalleryContext, _ view: LibraryView
    ) async throws -> Response {
        let number = try context.pickNumber()
        guard let session = try picks.session(number) else { throw Refusal.noPick }
        if session.selection != nil {
            let ended = try await work.change { [picks] in
                try SelectionEnd(picks: picks, view: view).end(
                    number, revision: body.revision, adds: body.action == .add)
            }
            return try await response(ended, view)
        }
        let ended = try picks.end(
            number, revision: body.revision, adds: body.action == .add, removes: body.removes,
            wantsFiles: body.action == .files)
        try await remember(ended, view)
        return try JSONAnswer.response(PickerDocument(ended))
    }

    private func remember(_ session: PickSession, _ view: LibraryView) async throws {
        guard let pick = ConfirmedPick(session) else { return }
        try await work.change { try view.library.remember(pick, assets: session.chosen.map(\.row)) }
    }

    // MARK: Selections of clients

    /// Returns which of some assets are chosen now. A page asks for the assets on its screen.
    @Sendable private func chosen(
        _ body: AssetList, _ context: GalleryContext, _ view: LibraryView
    ) async throws -> Response {
        guard let session = try picks.session(context.pickNumber()) else { throw Refusal.noPick }
        return try await work.read {
            let rows = try view.assetRows(uuids: body.assets)
            let chosen =
                if let selection = session.selection {
                    try view.library.chosen(in: selection, among: Array(rows.values))
                } else {
                    Set(session.chosen.map(\.row))
                }
            return try JSONAnswer.response(
                ChosenAssetsDocument(chosen: body.assets.filter { rows[$0].map(chosen.contains) ?? false }))
        }
    }

    @Sendable private func change(
        _ body: PickDifferenceRequest, _ context: GalleryContext, _ view: LibraryView
    ) async throws -> Response {
        let number = try context.pickNumber()
        let changed = try await work.read { [picks] in
            let rows = try view.assetRows(uuids: body.chosen + body.deselected)
            let pickable = Set(try view.pickableRows(uuids: body.chosen).map(\.row))
            if let uuid = body.chosen.first(where: { rows[$0].map { !pickable.contains($0) } ?? true }) {
                throw Refusal(
                    status: .unprocessableContent, code: PickIneligibility.unavailable.name,
                    message: "This item can't be chosen.", field: uuid)
            }
            return try picks.change(
                number, revision: body.revision, choosing: body.chosen.compactMap { rows[$0] },
                deselecting: body.deselected.compactMap { rows[$0] })
        }
        return try await response(changed, view)
    }

    // MARK: Events

    @Sendable private func events(
        _ request: Request, _ context: GalleryContext, _: LibraryView
    ) async throws -> Response {
        let listener = try picks.listen(to: context.pickNumber(), in: Self.page(in: request))
        let (picks, heartbeat, sessions, session) = (picks, heartbeat, sessions, context.session)
        return Response(
            status: .ok, headers: [.contentType: ServerSentEvent.contentType, .cacheControl: "no-store"],
            body: ResponseBody { writer in
                context.whenDeparted { [weak listener] in listener?.end() }
                try await writer.write(ServerSentEvent.comment)
                let beats = Task {
                    while (try? await Task.sleep(for: heartbeat)) != nil { listener.beat() }
                }
                defer { beats.cancel() }
                try await withGracefulShutdownHandler {
                    for await event in listener.events {
                        guard session.map(sessions.isOpen) ?? false else {
                            listener.dismiss()
                            break
                        }
                        try await writer.write(event.bytes)
                        if case .ended = event { break }
                    }
                } onGracefulShutdown: {
                    picks.endStreams()
                    context.closeSoon()
                }
                try await writer.finish(nil)
            })
    }
}

extension PickEvent {
    /// The event as a browser reads it.
    fileprivate var bytes: ByteBuffer {
        var buffer = ByteBuffer()
        switch self {
        case .heartbeat: return ServerSentEvent.comment
        case .document: ServerSentEvent(name: "document", identifier: "", data: "{}").write(to: &buffer)
        case .scroll: ServerSentEvent(name: "scroll", identifier: "", data: "{}").write(to: &buffer)
        case .zoom(let isIn):
            ServerSentEvent(name: "zoom", identifier: "", data: "{\"zoom\":\"\(isIn ? "in" : "out")\"}")
                .write(to: &buffer)
        case .ended(let reason):
            ServerSentEvent(name: "ended", identifier: "", data: "{\"reason\":\"\(reason)\"}").write(to: &buffer)
        }
        return buffer
    }
}

extension GalleryContext {
    /// Returns the number of the session in the request's address.
    fileprivate func pickNumber() throws -> String {
        guard let number = parameters.get("number"), PickNumber.isValid(number) else { throw Refusal.noPick }
        return number
    }
}
