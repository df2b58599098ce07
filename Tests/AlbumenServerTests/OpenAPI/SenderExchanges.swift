import AlbumenTestSupport
import HTTPTypes

@testable import Albumen
@testable import AlbumenServer

/// Exchanges with the routes that list, add and remove senders.
struct SenderExchanges {
    /// A server without sign-ins.
    private let gallery: GalleryFixture

    init(_ gallery: GalleryFixture) { self.gallery = gallery }

    func all() async throws -> [Exchange] {
        let path = "/api/senders"
        var exchanges: [Exchange] = []
        func here(_ method: HTTPRequest.Method, _ path: String, _ body: String?, tellsToken: Bool, isOwner: Bool)
            async throws
        {
            let visitor: GalleryFixture.Visitor = isOwner ? .owner : .nobody
            let answer =
                if let body {
                    try await gallery.change(method, path, body, as: visitor, tellsToken: tellsToken)
                } else {
                    try await gallery.respond(method, path, as: visitor, tellsToken: tellsToken)
                }
            exchanges.append(Exchange(method: method, path: path, body: body, answer: answer))
        }
        for (tellsToken, isOwner) in [(true, true), (false, true), (true, false)] {
            try await here(.get, path, nil, tellsToken: tellsToken, isOwner: isOwner)
            try await here(.post, path, "{\"name\":\"phone\"}", tellsToken: tellsToken, isOwner: isOwner)
            try await here(.delete, "\(path)/other", nil, tellsToken: tellsToken, isOwner: isOwner)
        }
        let long = String(repeating: " ", count: JSONBody.limit + 1)
        for body in ["{\"other\":1}", long, nil] {
            try await here(.post, path, body, tellsToken: true, isOwner: true)
        }
        try await DeviceFixture.open { devices in
            func ask(_ method: HTTPRequest.Method, _ path: String, _ body: String? = nil) async throws {
                let answer = try await devices.askHere(method, path, body)
                exchanges.append(Exchange(method: method, path: path, body: body, answer: answer))
            }
            for body in ["{\"name\":\"phone\"}", "{\"name\":\"Phone\"}", "{\"name\":\"a:b\"}"] {
                try await ask(.post, path, body)
            }
            try await ask(.post, path, "{\"name\":\"desk\",\"canRead\":true}")
            try await ask(.get, path)
            for sender in try devices.signIns.senders() { try await ask(.delete, "\(path)/\(sender.id)") }
        }
        return exchanges
    }
}
