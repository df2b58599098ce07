import Albumen
import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import Records

/// Connects web sites in the browser of a paired device, so that they may ask for photos there.
///
/// A site makes a secret of its own, opens a window, and posts the secret's hash from there. Its browser adds the site's
/// origin, which no page can change. The entrance seals both in the address of a page on this server, to which the
/// window continues with the device's cookie. There, the owner confirms. Meanwhile, the site asks with its secret
/// whether it's connected. The server keeps nothing of a site before a paired device shows it.
struct SiteEntrance: Sendable {
    /// The address to which a site's window posts.
    static let entrance = "/connect"
    /// The page that asks the owner.
    static let page = "/site"
    /// The address at which a site asks about its own connection, and ends it.
    static let connection = "/api/site"
    private static let sites = "/api/sites"
    private static let bodyLimit = 1 << 10

    let library: Library
    let files: PageFiles
    let visitorPage: VisitorPage
    let devices: DeviceServing
    let picks: PickSessions
    let admissions: SiteAdmissions
    let work: BlockingWork

    func add(to router: Router<GalleryContext>, _ table: RouteTable) {
        table.add(.post, RouterPath(Self.entrance))
        router.post(RouterPath(Self.entrance), use: enter)
        table.add(.get, RouterPath(Self.connection))
        router.get(RouterPath(Self.connection), use: state)
        table.add(.delete, RouterPath(Self.connection))
        router.delete(RouterPath(Self.connection), use: disconnect)
    }

    func add(to routes: GalleryRoutes) {
        routes.get(RouterPath(Self.page)) { request, _, _ in
            // Another site or program could open the page with a request that was sealed elsewhere. So the window has
            // to come from the entrance, as browsers say since 2023.
            guard request.headers[.secFetchSite] == "same-origin" else { throw Refusal.notFromEntrance }
            if let site = SiteRequest(of: request), let seal = request.uri.queryParameters.get("seal"),
                try devices.siteSeal.accepts(site, seal: seal)
            {
                devices.siteAnswers.ask(site.secret)
            }
            guard let response = files.response(for: PageFiles.siteName, to: request) else {
                throw Refusal.notFound("There is no such page.")
            }
            return response
        }
        routes.post(RouterPath(Self.sites), use: answer)
        routes.get(RouterPath("\(Self.sites)/:site/pick"), use: pick)
    }

    // MARK: The site

    /// Continues to the page that asks the owner. The browser sends the device's cookie only to that.
    @Sendable private func enter(_ request: Request, _: GalleryContext) async throws -> Response {
        guard case .page(let origin) = try RequestOrigin(of: request) else { throw Refusal.noSite }
        let body: ByteBuffer
        do {
            body = try await JSONBody.collect(request.body, upTo: Self.bodyLimit, within: .seconds(10))
        } catch is NIOTooManyBytesError {
            throw Refusal.tooLarge(limit: Self.bodyLimit)
        }
        let form = try? URLEncodedFormDecoder().decode(SiteForm.self, from: String(buffer: body))
        guard let form, let secret = BlobDigest(hexadecimal: form.secret) else {
            throw Refusal.badRequest("secret isn't the SHA-256 of a secret.", field: "secret")
        }
        let query = try devices.siteSeal.query(
            origin: origin, secret: secret, continues: form.continues == "true")
        return visitorPage.siteEntrance(to: "\(Self.page)?\(query)", for: request)
    }

    /// Says whether the owner has connected the site.
    @Sendable private func state(_ request: Request, _: GalleryContext) async throws -> Response {
        guard case .token(let secret) = BearerToken(of: request) else { throw Refusal.noBearer }
        guard try admissions.site(of: request) == nil else {
            return try JSONAnswer.response(SiteStateDocument(state: "connected"))
        }
        let state = devices.siteAnswers.state(of: try SecretToken.digest(of: secret))
        return try JSONAnswer.response(SiteStateDocument(state: "\(state)"))
    }

    @Sendable private func disconnect(_ request: Request, _: GalleryContext) async throws -> Response {
        guard let site = try admissions.site(of: request) else { throw Refusal.notConnected }
        try await SiteListRoutes.remove(site.id, devices.signIns, picks, library, work)
        return Response(status: .noContent, headers: [.cacheControl: "no-store"])
    }

    // MARK: The owner

    @Sendable private func answer(
        _: Request, _ body: SiteAnswer, _ context: GalleryContext, _ view: LibraryView
    ) async throws -> Response {
        guard let device = context.device?.id else { throw Refusal.notPaired }
        guard try devices.siteSeal.accepts(body.request, seal: body.seal) else { throw Refusal.noSiteRequest }
        guard body.answer == .connect else {
            let (answers, secret) = (devices.siteAnswers, body.request.secret)
            if body.answer == .leave { answers.leave(secret) } else { answers.refuse(secret) }
            return Response(status: .noContent, headers: [.cacheControl: "no-store"])
        }
        let (devices, request) = (devices, body.request)
        return try await work.change {
            let site = try devices.signIns.connectSite(request.origin, secret: request.secret, on: device)
            view.library.doorbell.ring()
            return try JSONAnswer.response(ConnectedSiteDocument(site, device: nil), status: .created)
        }
    }

    /// Returns the session that the site waits with, so that its window continues there.
    @Sendable private func pick(_: Request, _ context: GalleryContext, _: LibraryView) async throws -> Response {
        let id = context.parameters.get("site") ?? ""
        guard let site = try devices.signIns.site(id), site.device == context.device?.id else {
            throw Refusal.notFound("There is no such site any more.")
        }
        return try JSONAnswer.response(SitePickDocument(number: picks.waiting(of: site.id)?.number))
    }
}

/// What a site's window posts.
private struct SiteForm: Decodable {
    /// The SHA-256 of the site's secret, in hexadecimal digits.
    let secret: String
    let continues: String?
}

/// The owner's answer to a site's request to be connected.
struct SiteAnswer: RequestDocument {
    static let bodyLimit = 4 << 10

    let request: SiteRequest
    let seal: String
    let answer: Answer

    enum Answer: String {
        case connect
        case refuse
        /// The page with the question was closed.
        case leave
    }

    init(from decoder: any Decoder) throws {
        let fields = try RequestFields(decoder, known: ["answer", "continues", "end", "origin", "seal", "secret"])
        let secret: String = try fields.value("secret")
        guard let digest = BlobDigest(hexadecimal: secret) else {
            throw fields.refusal(of: "secret", "isn't the SHA-256 of a secret")
        }
        request = SiteRequest(
            origin: try fields.value("origin"), secret: digest, continues: try fields.value("continues"),
            end: try fields.value("end"))
        seal = try fields.value("seal")
        guard let answer = Answer(rawValue: try fields.value("answer")) else {
            throw fields.refusal(of: "answer", "isn't connect, refuse or leave")
        }
        self.answer = answer
    }
}

/// How far the connection of a site is: `waiting`, `asking` while a paired device shows the question, `connected` or
/// `refused`.
struct SiteStateDocument: Encodable {
    let state: String
}

/// The number of the session with which a site waits, or `nil` if there is none.
struct SitePickDocument: Encodable {
    @OrNull var number: String?
}

extension Refusal {
    fileprivate static let noSiteRequest = Refusal(
        status: .gone, code: "expired", message: "This request is too old. Start again on the site that asks.")

    fileprivate static let notFromEntrance = Refusal(
        status: .forbidden, code: "foreignOrigin",
        message: "This page opens only from a site that asks to be connected. Start again there. If that fails, the "
            + "browser is too old.")

    fileprivate static let noSite = Refusal(
        status: .forbidden, code: "foreignOrigin", message: "Only a page of a site with an origin can be connected.")
}
