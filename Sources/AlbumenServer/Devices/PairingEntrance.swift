import Foundation
import HTTPTypes
import Hummingbird
import ServerCertificates

/// What a device reaches before it's paired: the page that pairs it, the page's files, and the certificate to trust.
/// Nothing of it says anything about the library.
struct PairingEntrance: Sendable {
    /// The path of the page. The link's key is in its fragment, which browsers don't send.
    static let page = "/pair"
    private static let pairing = "/api/pairing"
    private static let certificate = "/authority.crt"

    let files: PageFiles
    let pairings: Pairings
    let attempts: AttemptLimit
    let cookie: LastingCookie
    let tls: ServerTLS?

    static func contains(_ path: String) -> Bool {
        [page, pairing, certificate].contains(path)
            || PageFiles.pairingNames.contains { path == PageFiles.address + $0 }
    }

    func add(to router: Router<GalleryContext>, _ table: RouteTable) {
        table.add(.get, RouterPath(Self.page))
        router.get(RouterPath(Self.page)) { request, _ in try answer(PageFiles.pairingName, request) }
        table.add(.get, RouterPath(Self.certificate))
        router.get(RouterPath(Self.certificate)) { _, _ in try authority() }
        table.add(.post, RouterPath(Self.pairing))
        router.post(RouterPath(Self.pairing), use: claim)
        table.add(.get, RouterPath(Self.pairing))
        router.get(RouterPath(Self.pairing), use: wait)
    }

    private func answer(_ name: String, _ request: Request) throws -> Response {
        guard let response = files.response(for: name, to: request) else {
            throw Refusal.notFound("There is no such file.")
        }
        return response
    }

    /// The certificate of the user's own authority, for the device's settings.
    private func authority() throws -> Response {
        guard let authority = tls?.authority else {
            throw Refusal.notFound("This server's certificate is of an authority that devices know.")
        }
        return Response(
            status: .ok,
            headers: [
                .contentType: "application/x-x509-ca-cert", .cacheControl: "no-store",
                .contentDisposition: "attachment; filename=\"albumen.crt\"",
            ], body: ResponseBody(byteBuffer: ByteBuffer(bytes: authority.authority)))
    }

    @Sendable private func claim(_ request: Request, _ context: GalleryContext) async throws -> Response {
        guard let remote = context.remote else { throw Refusal.notPaired }
        let address = ForwardedAddress.of(request, on: remote)
        try attempts.take(from: address)
        let body = try await JSONBody.decode(PairingClaim.self, from: request, context, within: .seconds(10))
        let name = body.name ?? BrowserName.of(request)
        let (secret, number) = try pairings.claim(
            body.key, attempt: body.attempt, name: name, address: address)
        return try JSONAnswer.response(ClaimedPairingDocument(secret: secret, number: number), status: .created)
    }

    /// Answers a device that waits. If the owner has confirmed, the answer has the cookie.
    @Sendable private func wait(_ request: Request, _: GalleryContext) async throws -> Response {
        guard case .token(let secret) = BearerToken(of: request) else { throw Refusal.notPaired }
        let state = try pairings.state(ofSecret: secret)
        var response = try JSONAnswer.response(PairingStateDocument(state: state.name))
        if case .confirmed(let value) = state { cookie.set(value, in: &response) }
        return response
    }
}

/// What a device sends to open a link.
struct PairingClaim: RequestDocument {
    static let bodyLimit = 1 << 10

    let key: String
    /// The name that the device got on the page, or `nil` for the browser's.
    let name: String?
    /// A random text of the device's, with which it can send the same request again.
    let attempt: String?

    init(from decoder: any Decoder) throws {
        let fields = try RequestFields(decoder, known: ["attempt", "key", "name"])
        attempt = try fields.optional("attempt")
        if let attempt, attempt.utf8.count < 32 {
            throw fields.refusal(of: "attempt", "has fewer than 32 characters")
        }
        key = try fields.value("key")
        name = try fields.title("name")
    }
}

/// What a device gets that has opened a link.
struct ClaimedPairingDocument: Encodable {
    /// The secret with which the device waits, in `Authorization: Bearer`.
    let secret: String
    /// The four digits to compare.
    let number: String
}

/// How far a device's pairing is.
struct PairingStateDocument: Encodable {
    let state: String
}
