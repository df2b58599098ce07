import Albumen
import HTTPTypes
import Hummingbird

/// The stream of the library's changes.
struct ChangeRoutes: Sendable {
    let work: BlockingWork
    let alarms: ChangeAlarms
    let sessions: OwnerSessions
    let picks: PickSessions
    let clients: ClientAdmissions
    let edits: EditProgress
    let imports: ImportRuns
    let uploads: UploadRuns
    /// The browsers that stay signed in, or `nil` if sessions end with the server.
    let signIns: LastingSignIns?
    /// What serves other devices, or `nil` if the server doesn't listen for them.
    let devices: DeviceServing?

    func add(to routes: GalleryRoutes) {
        routes.get("/api/changes", use: changes)
    }

    @Sendable private func changes(
        _ request: Request, _ context: GalleryContext, _ view: LibraryView
    ) async throws -> Response {
        let (place, start, names, since) = try await work.read {
            let names = try view.versionNames()
            let since = try token(in: request, names)
            if let since { try view.validate(since) }
            let place = try alarms.join(client: view.principal.client)
            // The token is read after joining, so later commits wake the stream.
            return (place, try since ?? view.currentToken(), names, since)
        }
        let stream = ChangeStream(
            view: view, work: work, place: place, start: start, tellsStart: since == nil,
            isAllowed: isAllowed(context), notices: notices(for: view), names: names, logger: context.logger)
        return Response(
            status: .ok, headers: [.contentType: ServerSentEvent.contentType, .cacheControl: "no-store"],
            body: ResponseBody { writer in
                context.whenDeparted { [weak place] in place?.alarm.end() }
                try await stream.write(to: &writer) { context.closeSoon() }
            })
    }

    private func isAllowed(_ context: GalleryContext) -> @Sendable () async throws -> Bool {
        let (session, client) = (context.session, context.client)
        return { [sessions, clients] in
            if let client { return try await clients.holds(client) }
            return session.map(sessions.isOpen) ?? false
        }
    }

    /// Returns the versions of what only the owner's page hears of.
    private func notices(for view: LibraryView) -> @Sendable () throws -> [ChangeStream.Notice] {
        guard view.principal.client == nil else { return { [] } }
        return { [picks, alarms, edits, imports, uploads, signIns, devices] in
            let shares = try edits.text
            let (current, uploaded) = (imports.notice, uploads.notice)
            return [
                .init(name: "picks", version: String(picks.waitingVersion)),
                .init(name: "questions", version: String(alarms.questionsVersion)),
                .init(name: "clients", version: try view.library.clientsVersion() + (signIns?.version ?? "")),
                .init(name: "devices", version: devices?.pairings.version ?? ""),
                .init(name: "edits", version: shares, data: shares),
                .init(name: "import", version: current, data: current),
                .init(name: "uploads", version: uploaded, data: uploaded),
            ]
        }
    }

    /// Returns the browser's last token. If the request contains two, the token of the last received event has
    /// priority.
    private func token(in request: Request, _ names: VersionNames) throws -> ChangeToken? {
        let told = request.headers[.lastEventID].flatMap { $0.isEmpty ? nil : $0 }
        guard let text = told ?? request.uri.queryParameters.get("since") else { return nil }
        guard let token = try names.token(text) else {
            throw Refusal.badRequest("since is a token, as each change has one.")
        }
        return token
    }
}

extension HTTPField.Name {
    static let lastEventID = HTTPField.Name("Last-Event-ID")!
}
