import HTTPTypes

@testable import AlbumenServer

/// The expected answers of a route for apps, for each visitor and each state of the session and the asset.
struct AppExpectation: Sendable {
    enum Visitor: CaseIterable, Sendable {
        /// The app with its result token.
        case session
        /// An app with the token of another session.
        case other
        /// A client with a token of the server, and access to the entire library or to the asset. The token is no result
        /// token.
        case fullClient, limitedClient
        /// The owner's browser, with the cookie and the token of changes, but without a result token.
        case owner
        case nobody
    }

    enum State: CaseIterable, Sendable {
        case waiting
        /// The user has added the asset. The asset is `visible`, or became hidden or deleted afterwards, or was never
        /// chosen.
        case visible, hidden, trashed, foreign
        case expired
    }

    struct Subject: Sendable {
        let number: String
        let item: String
    }

    let method: HTTPRequest.Method
    let route: String
    let path: @Sendable (Subject) -> String
    var body: String?
    /// The answers to the session's app, by state.
    let session: @Sendable (State) -> Int
    /// The answer to the app of another session. Unknown sessions have the same.
    var other = 404
    var nobody = 401

    var name: String { "\(method) \(route)" }

    var methods: [HTTPRequest.Method] { method == .get ? [.get, .head] : [method] }

    static let all: [AppExpectation] = [
        AppExpectation(
            method: .post, route: "/api/picks", path: { _ in "/api/picks" }, body: "{}", session: { _ in 201 },
            other: 201, nobody: 201),
        AppExpectation(
            method: .get, route: "/pick/{number}", path: { "/pick/\($0.number)" }, session: { _ in 200 }, other: 200,
            nobody: 200),
        AppExpectation(
            method: .get, route: "/albumen-picker.js", path: { _ in "/albumen-picker.js" }, session: { _ in 200 },
            other: 200, nobody: 200),
        AppExpectation(
            method: .get, route: "/api/picks/{number}", path: { "/api/picks/\($0.number)" }, session: { _ in 200 }),
        AppExpectation(
            method: .get, route: "/api/picks/{number}/items", path: { "/api/picks/\($0.number)/items" },
            session: { $0 == .expired ? 410 : 200 }),
        file(""), file("/progress"),
        AppExpectation(
            method: .get, route: "/api/picks/{number}/items/{item}/{type}/paired",
            path: { "/api/picks/\($0.number)/items/\($0.item)/public.jpeg/paired" },
            session: { $0 == .expired ? 410 : 404 }),
        AppExpectation(
            method: .get, route: "/api/picks/{number}/items/{item}/{type}/paired/progress",
            path: { "/api/picks/\($0.number)/items/\($0.item)/public.jpeg/paired/progress" },
            session: { $0 == .expired ? 410 : 404 }),
        AppExpectation(
            method: .patch, route: "/api/picks/{number}", path: { "/api/picks/\($0.number)" }, body: "{\"limit\": 2}",
            session: { $0 == .waiting ? 200 : 410 }),
        AppExpectation(
            method: .delete, route: "/api/picks/{number}", path: { "/api/picks/\($0.number)" }, session: { _ in 204 }),
    ]

    private static func file(_ tail: String) -> AppExpectation {
        AppExpectation(
            method: .get, route: "/api/picks/{number}/items/{item}/{type}\(tail)",
            path: { "/api/picks/\($0.number)/items/\($0.item)/public.jpeg\(tail)" },
            session: { state in
                switch state {
                case .visible: 200
                case .expired: 410
                case .waiting, .hidden, .trashed, .foreign: 404
                }
            })
    }
}
