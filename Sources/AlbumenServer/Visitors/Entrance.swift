import Albumen
import HTTPTypes
import Hummingbird
import Logging
import NIOCore

/// The name at which browsers stay signed in. It shows nothing of the library.
///
/// While no server runs, another user of the machine can listen at this name, and a page of that user can stay open in
/// the owner's browser. Such a page has the entrance's origin. Therefore the entrance gives scripts nothing: a valid
/// cookie only leads a window to the run's name, whose answers no page of the entrance can read (see `docs/access.md`).
struct Entrance: Sendable {
    /// The path at which a page of the run signs its browser in for long.
    static let stay = "/stay"
    /// The path that says whether the browser resolves the name.
    static let here = "/here"
    /// Removes the service workers and the data of a page that another user has served here.
    private static let clearing = "\"storage\""
    /// Also removes that page from the browser's cache. Browsers take longer for this.
    private static let thoroughClearing = "\"cache\", \"storage\""

    let library: Library
    let names: RunNames
    let sessions: OwnerSessions
    let signIns: LastingSignIns
    let cookie: LastingCookie
    let page: VisitorPage
    let picks: PickSessions
    let work: BlockingWork

    func respond(to request: Request, _ context: GalleryContext, at address: ServerAddress) async throws -> Response {
        guard context.peer.isOwner else { throw Refusal.otherUser }
        switch (request.method, request.uri.path) {
        case (.post, Self.stay): return try await signIn(request, at: address)
        case (.get, Self.here):
            return Response(
                status: .noContent, headers: [.cacheControl: "no-store", .crossOriginResourcePolicy: "cross-origin"])
        case (.get, let path) where RunNames.pages.contains(path): return try await open(request, context, at: address)
        case (.head, PickEntrance.picker): return try await look(request)
        default: throw Refusal.notFound("There is nothing at this address.")
        }
    }

    // MARK: Opening

    /// Leads a window with a valid cookie to the run's name, with a key that works once within some seconds.
    private func open(
        _ request: Request, _ context: GalleryContext, at address: ServerAddress
    ) async throws -> Response {
        // Frames, scripts and pictures of a page that another user has served get nothing.
        guard request.isNavigation || request.headers[.secFetchDest] == nil, !request.isPrefetch else {
            throw Refusal.foreignOrigin
        }
        guard request.isNavigation, let (signIn, value) = try await signIn(of: request, context) else {
            return try asking(request)
        }
        let number = request.uri.path == PickEntrance.picker ? request.uri.queryParameters.get("number") : nil
        let target = SignInRoute.link(
            key: try sessions.makeTicket(for: signIn.id),
            pick: number.flatMap { PickNumber.isValid($0) ? String($0) : nil },
            page: PageRoutes.sidePages.contains(request.uri.path) ? request.uri.path : "/")
        var response = Response(
            status: .seeOther,
            headers: [
                .location: names.runOrigin(at: address) + target, .cacheControl: "no-store",
                .referrerPolicy: "no-referrer", .clearSiteData: Self.clearing,
            ])
        cookie.set(value, in: &response)
        return response
    }

    /// Returns the sign-in of the request's cookie, and notes its use. Returns `nil` if there is none, or if the file
    /// with the sign-ins can't be used.
    private func signIn(
        of request: Request, _ context: GalleryContext
    ) async throws -> (LastingSignIn, cookie: String)? {
        let values = cookie.values(in: request).map(String.init)
        guard !values.isEmpty else { return nil }
        let signIns = signIns
        do {
            return try await work.read {
                for value in values {
                    guard let signIn = try signIns.signIn(ofCookie: value) else { continue }
                    try signIns.noteUse(of: signIn)
                    return (signIn, value)
                }
                return nil
            }
        } catch let error as SignInError {
            context.logger.error("\(error)")
            return nil
        }
    }

    /// Explains how to sign in. If a session of the picker waits, says who asks.
    private func asking(_ request: Request) throws -> Response {
        var response = page.signIn(for: request)
        if let (number, requester) = try requester(of: request) {
            response = page.signIn(for: request, asking: requester, number: number)
        }
        response.headers[.clearSiteData] = Self.clearing
        return response
    }

    private func requester(of request: Request) throws -> (number: String, PickRequester)? {
        guard request.uri.path == PickEntrance.picker,
            let number = request.uri.queryParameters.get("number").map({ String($0) }), PickNumber.isValid(number),
            let requester = try picks.noteVisitor(at: number)
        else { return nil }
        return (number, requester)
    }

    /// Answers the page that waits until its browser has signed in. Gives no key.
    private func look(_ request: Request) async throws -> Response {
        guard request.headers[.secFetchSite].map({ $0 == "same-origin" }) ?? true else { throw Refusal.foreignOrigin }
        let values = cookie.values(in: request).map(String.init)
        let signIns = signIns
        let isSignedIn = try await work.read {
            try values.contains { try signIns.signIn(ofCookie: $0) != nil }
        }
        if isSignedIn { return Response(status: .noContent, headers: [.cacheControl: "no-store"]) }
        var response = Response(status: .unauthorized, headers: [.cacheControl: "no-store"])
        if try requester(of: request) != nil { response.headers[.albumenAsks] = "1" }
        return response
    }

    // MARK: Signing in

    /// Signs the browser of a page of the run in for long. The page has opened a link, and its secret works once.
    ///
    /// The request comes from the run's page itself, so no service worker of the entrance's name sees it.
    private func signIn(_ request: Request, at address: ServerAddress) async throws -> Response {
        guard request.headers[values: .origin] == [names.runOrigin(at: address)],
            request.headers[.secFetchSite].map({ $0 == "same-site" }) ?? true
        else { throw Refusal.foreignOrigin }
        let body: ByteBuffer
        do {
            body = try await request.body.collect(upTo: Self.bodyLimit)
        } catch is NIOTooManyBytesError {
            throw Refusal.tooLarge(limit: Self.bodyLimit)
        }
        guard let session = try sessions.useStay(String(buffer: body)) else { throw Refusal.noStay }
        let (signIns, values) = (signIns, cookie.values(in: request).map(String.init))
        let name = BrowserName.of(request)
        let (signIn, value) = try await work.change { [library] in
            // A browser that is signed in may open another link.
            for value in values {
                guard let signIn = try signIns.signIn(ofCookie: value) else { continue }
                try signIns.noteUse(of: signIn)
                return (signIn, value)
            }
            let added = try signIns.add(browser: name)
            library.doorbell.ring()
            return added
        }
        sessions.bind(session, to: signIn.id)
        var response = Response(
            status: .noContent,
            headers: [
                .cacheControl: "no-store", .crossOriginResourcePolicy: "same-site",
                .clearSiteData: Self.thoroughClearing,
            ])
        cookie.set(value, in: &response)
        return response
    }

    private static let bodyLimit = 128
}

extension Refusal {
    fileprivate static let otherUser = Refusal(
        status: .forbidden, code: "otherUser", message: "Only browsers of the library's owner can sign in here.")

    fileprivate static let noStay = Refusal(
        status: .forbidden, code: "noStay", message: "This page can't sign its browser in any more. Open a new link.")
}
