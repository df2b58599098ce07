import HTTPTypes
import Hummingbird

/// Explains to browsers of this machine how to sign in.
struct SignInGuide: Sendable {
    let page: VisitorPage
    let picks: PickSessions
    let address: ServerAddress
    /// The names of this run, or `nil` if no browser stays signed in.
    let names: RunNames?

    /// Explains how to get access. If a session of the picker waits for the owner, says who asks.
    ///
    /// `OriginMiddleware` refuses parts of other sites' pages, so only a window of the owner's browser gets here, or a
    /// program of the owner. Other users' connections get the same page for all numbers.
    ///
    /// Windows of a browser that stays signed in continue to the entrance. At the numeric address, the page does so by
    /// itself if the browser resolves the entrance's name. A link within a page of the run doesn't, because its session
    /// has just ended.
    func answer(_ request: Request, _ context: GalleryContext) throws -> Response {
        let address = address.on(port: context.port)
        let place = names?.place(of: request.head.authority, at: address) ?? .address
        var entrance: String?
        if let names, names.isUsed, context.peer.isOwner, RunNames.pages.contains(request.uri.path) {
            entrance = names.entranceOrigin(at: address)
        }
        if place == .run, let entrance, request.isNavigation, request.headers[.secFetchSite] != "same-origin" {
            return .toEntrance(request, entrance)
        }
        if place != .address { entrance = nil }
        guard context.peer.isOwner, request.uri.path == PickEntrance.picker, request.method.isSafe,
            request.isOfWindow, let number = request.uri.queryParameters.get("number"), PickNumber.isValid(number),
            let requester = try picks.noteVisitor(at: String(number))
        else { return page.signIn(for: request, entrance: entrance) }
        return page.signIn(for: request, asking: requester, number: String(number), entrance: entrance)
    }
}

extension Request {
    /// Whether a browser asks for a window or its script, not for a picture of another page. Browsers without these
    /// fields, and programs, may ask for anything.
    fileprivate var isOfWindow: Bool {
        func value(_ name: String) -> String? { HTTPField.Name(name).flatMap { headers[$0] } }
        guard let destination = value("Sec-Fetch-Dest") else { return true }
        return destination == "document" || value("Sec-Fetch-Site") == "same-origin"
    }
}
