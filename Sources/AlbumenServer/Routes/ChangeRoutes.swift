import Albumen
import HTTPTypes
import Hummingbird

/// The stream of the library's changes.
struct ChangeRoutes: Sendable {
    let work: BlockingWork
    let alarms: ChangeAlarms
    let sessions: OwnerSessions
    let picks: PickSessions

    func add(to routes: GalleryRoutes) {
        routes.get("/api/changes", use: changes)
    }

    @Sendable private func changes(
        _ request: Request, _ context: GalleryContext, _ view: LibraryView
    ) async throws -> Response {
        let since = try token(in: request)
        let (place, start) = try await work.read {
            if let since { try view.validate(since) }
            let place = try alarms.join()
            // The token is read after joining, so later commits wake the stream.
            return (place, try since ?? view.currentToken())
        }
        let session = context.session
        let stream = ChangeStream(
            view: view, work: work, place: place, start: start, tellsStart: since == nil,
            isAllowed: { [sessions] in session.map(sessions.isOpen) ?? false },
            picksVersion: { [picks] in picks.waitingVersion }, logger: context.logger)
        return Response(
            status: .ok, headers: [.contentType: ServerSentEvent.contentType, .cacheControl: "no-store"],
            body: ResponseBody { writer in
                context.whenDeparted { [weak place] in place?.alarm.end() }
                try await stream.write(to: &writer) { context.closeSoon() }
            })
    }

    /// Returns the browser's last token. If the request contains two, the token of the last received event has
    /// priority.
    private func token(in request: Request) throws -> ChangeToken? {
        let told = request.headers[.lastEventID].flatMap { $0.isEmpty ? nil : $0 }
        guard let text = told ?? request.uri.queryParameters.get("since") else { return nil }
        guard let token = ChangeToken(text) else {
            throw Refusal.badRequest("since is a token, as each change has one.")
        }
        return token
    }
}

extension HTTPField.Name {
    static let lastEventID = HTTPField.Name("Last-Event-ID")!
}
