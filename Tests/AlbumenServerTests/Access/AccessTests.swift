import Albumen
import AlbumenTestSupport
import Foundation
import HTTPTypes
import Hummingbird
import MediaRequests
import MediaWork
import Testing

@testable import AlbumenServer

/// What each visitor sees, for all routes of the router.
@Suite struct AccessTests {
    private typealias State = AccessExpectation.State

    @Test func `each route has an expectation and each expectation a route`() async throws {
        try await GalleryFixture.open(limits: .generous) { gallery in
            let router = gallery.server.router()
            // Building the responder adds the routes for HEAD.
            _ = router.buildResponder()
            let routes = Set(router.routes.map { "\($0.method) \($0.path)" })
            let apps = AppExpectation.all.flatMap { app in app.methods.map { "\($0) \(app.route)" } }
            let expected = Set(AccessExpectation.all.map(\.name) + apps)
            #expect(routes.subtracting(expected).sorted() == [], "routes without an expectation")
            #expect(expected.subtracting(routes).sorted() == [], "expectations without a route")
            #expect(routes.count > 20)
        }
    }

    @Test func `each route answers as expected`() async throws {
        try await GalleryFixture.serve(limits: .generous) { gallery in
            let assets = try addOneInEachState(gallery)
            for expectation in AccessExpectation.all {
                for state in State.allCases {
                    for visitor in GalleryFixture.Visitor.allCases {
                        // Each change gets new assets.
                        let changed = expectation.changes ? try addOneInEachState(gallery) : assets
                        let answer = try await ask(expectation, try #require(changed[state]), gallery, as: visitor)
                        let expected = visitor == .owner ? expectation.owner[state] : expectation.nobody
                        #expect(answer.status == expected, "\(expectation.name), \(state), \(visitor)")
                        if expectation.method == .head { #expect(answer.body.isEmpty) }
                    }
                }
            }
        }
    }

    @Test func `no response to an unknown visitor reveals the library's content`() async throws {
        try await GalleryFixture.open(limits: .generous) { gallery in
            let assets = try addOneInEachState(gallery)
            let unknown = UUID().uuidString
            for expectation in AccessExpectation.all where expectation.nobody == 401 {
                var bodies: Set<Data> = []
                for asset in State.allCases.compactMap({ assets[$0] }) + [unknown, "nonsense"] {
                    let answer = try await ask(expectation, asset, gallery, as: .nobody)
                    #expect(answer.status == 401)
                    bodies.insert(answer.body)
                }
                #expect(bodies.count == 1, "\(expectation.name)")
            }
        }
    }

    @Test func `timelines exclude assets in Recently Deleted`() async throws {
        try await GalleryFixture.open(limits: .generous) { gallery in
            let assets = try addOneInEachState(gallery)
            let trashed = try #require(assets[.trashed])
            for expectation in AccessExpectation.all
            where expectation.owner[.trashed] == 404 && !expectation.changes {
                let first = try await ask(expectation, trashed, gallery)
                let second = try await ask(expectation, UUID().uuidString, gallery)
                #expect(first.status == 404)
                #expect(second.status == 404)
                #expect(first.body == second.body)
                #expect(!first.text.contains(trashed))
            }
        }
    }

    @Test func `without a cookie only a link works`() async throws {
        try await GalleryFixture.open(limits: .generous) { gallery in
            let paths = [
                "/", "/nowhere", "/api", "/api/", "/api/nowhere", "/web", "/web/", "/web/nowhere.js", "/opens",
                "/open/x",
                "/api/assets", "/favicon.ico", "//open", "/./open", "/web/../open", "/%6Fpen", "/OPEN", "/open%00", "",
            ]
            for path in paths {
                for method in [HTTPRequest.Method.get, .head, .post, .put, .delete, .patch, .options, .trace] {
                    let answer = try await gallery.respond(method, path, as: .nobody)
                    #expect(answer.status == 401, "\(method) \(path)")
                    #expect(answer.cookie == nil)
                }
            }
        }
    }

    @Test func `other paths and methods are not found`() async throws {
        try await GalleryFixture.open(limits: .generous) { gallery in
            for path in ["/nowhere", "/api", "/web/nowhere.js", "/favicon.ico"] {
                let answer = try await gallery.respond(path)
                #expect(answer.status == 404)
                #expect(answer.refusal != nil)
            }
            for path in ["/", "/open", "/api/openapi.json", "/api/collections/\(AlbumIdentifier.recents)/timeline"] {
                for method in [HTTPRequest.Method.post, .put, .delete, .patch, .options, .trace] {
                    let answer = try await gallery.respond(method, path)
                    #expect(answer.status == 405)
                    #expect(answer.headers[.allow] == "GET, HEAD")
                    #expect(answer.refusal?.code == "wrongMethod")
                }
            }
            let answer = try await gallery.respond("/api/assets")
            #expect(answer.status == 405)
            #expect(answer.headers[.allow] == "PATCH")
        }
    }

    @Test func `a change needs an origin`() async throws {
        try await GalleryFixture.open(limits: .generous) { gallery in
            let assets = try addOneInEachState(gallery)
            let asset = try #require(assets[.visible])
            let version = try gallery.version()
            for expectation in AccessExpectation.all where expectation.changes {
                let subject = try AccessExpectation.Subject(asset, for: expectation, in: gallery)
                for origin in [nil, "", "http://example.com", "null", gallery.address.origin + "0"] {
                    for visitor in GalleryFixture.Visitor.allCases {
                        let answer = try await gallery.change(
                            expectation.method, expectation.path(subject), expectation.body?(subject) ?? "",
                            as: visitor, headers: origin.map { [.origin: $0] } ?? [:], tellsOrigin: false)
                        #expect(answer.status == 403, "\(expectation.name) \(origin ?? "none")")
                        #expect(answer.refusal?.code == "foreignOrigin")
                    }
                }
            }
            // Only the albums that the subjects were created with.
            let changes = AccessExpectation.all.filter(\.changes).count
            #expect(try gallery.version() == version + Int64(changes))
        }
    }

    @Test func `a change needs the session's token`() async throws {
        try await GalleryFixture.open(limits: .generous) { gallery in
            let asset = try #require(try addOneInEachState(gallery)[.visible])
            let other = try await gallery.csrfTokenOfAnotherSession()
            let version = try gallery.version()
            for expectation in AccessExpectation.all where expectation.changes {
                let subject = try AccessExpectation.Subject(asset, for: expectation, in: gallery)
                for token in [
                    nil, "", "x", other, "\(gallery.csrfToken)A", "\(gallery.csrfToken), \(gallery.csrfToken)",
                ] {
                    let answer = try await gallery.change(
                        expectation.method, expectation.path(subject), expectation.body?(subject) ?? "",
                        headers: token.map { [.csrfToken: $0] } ?? [:], tellsToken: false)
                    #expect(answer.status == 403, "\(expectation.name) \(token ?? "none")")
                    #expect(answer.refusal?.code == "noToken")
                }
            }
            let changes = AccessExpectation.all.filter(\.changes).count
            #expect(try gallery.version() == version + Int64(changes))
        }
    }

    /// Regardless of a route's method, each method that isn't known as safe needs the token.
    @Test(arguments: ["POST", "PUT", "PATCH", "DELETE", "CONNECT", "LINK", "PURGE", "XYZ"])
    func `each method that can change the library needs the token`(method: String) async throws {
        let method = try #require(HTTPRequest.Method(method))
        try await GalleryFixture.open(limits: .generous) { gallery in
            for path in ["/", "/api/collections", "/nowhere", "/open"] {
                let answer = try await gallery.respond(method, path, tellsToken: false)
                #expect(answer.status == 403)
                #expect(answer.refusal?.code == "noToken")
            }
        }
    }

    @Test func `timelines exclude assets without access`() async throws {
        try await GalleryFixture.open(limits: .generous) { gallery in
            let assets = try addOneInEachState(gallery)
            let version = try gallery.version()
            for (album, state) in [(AlbumIdentifier.recents, State.visible), (AlbumIdentifier.hidden, .hidden)] {
                let timeline = try await gallery.respond("/api/collections/\(album)/timeline")
                #expect(try timeline.decoded(as: TimelineAnswer.self).count == 1)
                let window = try await gallery.respond("/api/collections/\(album)/timeline/\(version)")
                #expect(try window.decoded(as: WindowAnswer.self).identifiers == [try #require(assets[state])])
            }
        }
    }

    // MARK: Parts

    private func addOneInEachState(_ gallery: GalleryFixture) throws -> [State: String] {
        var assets: [State: String] = [:]
        for state in State.allCases { assets[state] = try gallery.add(in: state) }
        return assets
    }

    private func ask(
        _ expectation: AccessExpectation, _ asset: String, _ gallery: GalleryFixture,
        as visitor: GalleryFixture.Visitor = .owner
    ) async throws -> Answer {
        let subject = try AccessExpectation.Subject(asset, for: expectation, in: gallery)
        let path = expectation.path(subject)
        if expectation.isStream, visitor == .owner {
            return try await gallery.follow(path, as: visitor) {
                Answer(status: $0.status, headers: $0.headers, body: Data())
            }
        }
        guard let body = expectation.body?(subject) else {
            return try await gallery.respond(expectation.method, path, as: visitor)
        }
        return try await gallery.change(expectation.method, path, body, as: visitor)
    }
}
