import AlbumenTestSupport
import HTTPTypes

@testable import AlbumenServer

/// Exchanges with the routes that add devices, in each state.
struct PairingExchanges {
    /// A server that doesn't listen for other devices.
    private let gallery: GalleryFixture

    init(_ gallery: GalleryFixture) { self.gallery = gallery }

    func all() async throws -> [Exchange] {
        var exchanges = try await refusals()
        try await DeviceFixture.open { devices in
            func add(_ method: HTTPRequest.Method, _ path: String, _ body: String? = nil, _ answer: Answer) {
                exchanges.append(Exchange(method: method, path: path, body: body, answer: answer))
            }
            func here(_ method: HTTPRequest.Method, _ path: String, _ body: String? = nil) async throws {
                add(method, path, body, try await devices.askHere(method, path, body))
            }
            func there(
                _ method: HTTPRequest.Method, _ body: String? = nil, _ headers: HTTPFields = [:]
            ) async throws {
                add(
                    method, "/api/pairing", body,
                    try await devices.ask(method, "/api/pairing", headers: headers, body: body))
            }

            try await here(.post, "/api/pairings", "{}")
            let offered = try await devices.offer()
            let claim = "{\"key\":\"\(offered.key)\",\"name\":\"Phone\"}"
            let claimed = try await devices.ask(.post, "/api/pairing", body: claim)
            add(.post, "/api/pairing", claim, claimed)
            let waiting: DeviceFixture.Claimed = try claimed.decoded()
            try await there(.get, nil, [.authorization: "Bearer \(waiting.secret)"])
            try await there(.get, nil, [.authorization: "Bearer other"])
            try await there(.get)
            try await here(.get, "/api/pairings")
            let path = "/api/pairings/\(offered.id)"
            try await here(.post, path, "{\"confirms\":true,\"number\":\"x\"}")
            try await here(.post, path, "{\"confirms\":true,\"number\":\"\(waiting.number)\"}")
            try await here(.delete, path)

            try await there(.post, claim)
            try await there(.post, "{\"key\":\"x\"}", [.origin: "https://example.org"])
            try await there(.post, "{\"key\":1}")
            try await there(.post, "{\"key\":\"\(String(repeating: "x", count: PairingClaim.bodyLimit))\"}")
            add(.post, "/api/pairing", nil, try await devices.ask(.post, "/api/pairing"))
            for _ in 0...AttemptLimit.addressLimit { try await there(.post, "{\"key\":\"x\"}") }
        }
        return exchanges
    }

    private func refusals() async throws -> [Exchange] {
        var exchanges: [Exchange] = []
        func ask(
            _ method: HTTPRequest.Method, _ path: String, _ body: String?, as visitor: GalleryFixture.Visitor = .owner,
            tellsToken: Bool = true
        ) async throws {
            let answer =
                if let body {
                    try await gallery.change(method, path, body, as: visitor, tellsToken: tellsToken)
                } else {
                    try await gallery.respond(method, path, as: visitor, tellsToken: tellsToken)
                }
            exchanges.append(Exchange(method: method, path: path, body: body, answer: answer))
        }
        let requests: [(HTTPRequest.Method, String, String?)] = [
            (.get, "/api/pairings", nil), (.post, "/api/pairings", "{}"),
            (.post, "/api/pairings/x", "{\"confirms\":false,\"number\":\"0000\"}"), (.delete, "/api/pairings/x", nil),
        ]
        for (method, path, body) in requests {
            try await ask(method, path, body)
            try await ask(method, path, body, as: .nobody)
            guard method != .get else { continue }
            try await ask(method, path, body, tellsToken: false)
            guard method == .post else { continue }
            try await ask(method, path, "{\"other\":1}")
            try await ask(method, path, String(repeating: " ", count: JSONBody.limit + 1))
            try await ask(method, path, nil)
        }
        return exchanges
    }
}
