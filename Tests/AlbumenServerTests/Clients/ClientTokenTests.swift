import Albumen
import AlbumenTestSupport
import Foundation
import HTTPTypes
import Records
import Testing

@testable import AlbumenServer

/// Clients' tokens: who has one, what it opens, and when it ends.
@Suite struct ClientTokenTests {
    private static let collections = "/api/collections"

    @Test func `a token opens the library in its header alone`() async throws {
        try await GalleryFixture.serve { gallery in
            let token = try gallery.token(of: "app", .full)
            #expect(try await gallery.ask(.get, Self.collections, token: token).status == 200)
            for scheme in ["bearer", "BEARER"] {
                let answer = try await gallery.respond(
                    Self.collections, as: .nobody, headers: [.authorization: "\(scheme) \(token)"])
                #expect(answer.status == 200)
            }
            for address in ["?token=\(token)", "?access_token=\(token)", "?Authorization=Bearer%20\(token)"] {
                #expect(try await gallery.respond(Self.collections + address, as: .nobody).status == 401)
            }
            for value in [token, "Basic \(token)", "Bearer", "Bearer \(token) \(token)", "Bearer  "] {
                let answer = try await gallery.respond(
                    Self.collections, as: .nobody, headers: [.authorization: value])
                #expect(answer.status == 401, "\(value)")
            }
            var twice = HTTPFields()
            twice.append(HTTPField(name: .authorization, value: "Bearer \(token)"))
            twice.append(HTTPField(name: .authorization, value: "Bearer \(token)"))
            #expect(try await gallery.respond(Self.collections, as: .nobody, headers: twice).status == 401)
        }
    }

    @Test func `unknown tokens and clients without access are the same`() async throws {
        try await GalleryFixture.serve { gallery in
            let tokens = [
                "unknown", try gallery.token(of: "undecided"),
                try gallery.token(of: "ask", .ask), String(repeating: "A", count: 43),
            ]
            try gallery.library.setAccess(.none, ofClient: "denied", author: "test")
            let denied = try gallery.token(of: "denied")
            var bodies: Set<Data> = []
            for token in tokens + [denied] {
                let answer = try await gallery.ask(.get, Self.collections, token: token)
                #expect(answer.status == 401)
                #expect(answer.headers[.wwwAuthenticate] == "Bearer")
                bodies.insert(answer.body)
            }
            #expect(bodies.count == 1)
        }
    }

    @Test func `a request with a cookie and a token is judged by the token`() async throws {
        try await GalleryFixture.serve { gallery in
            let asset = try gallery.add(.photograph("a.jpg"))
            let token = try gallery.token(of: "app", .limited)
            #expect(try await gallery.respond("/api/assets/\(asset)").status == 200)
            #expect(try await gallery.ask(.get, "/api/assets/\(asset)", token: token, as: .owner).status == 404)
            #expect(try await gallery.ask(.get, "/", token: token, as: .owner).status == 403)
            #expect(try await gallery.ask(.get, "/api/session", token: "unknown", as: .owner).status == 401)
            let body = "{\"assets\": [\"\(asset)\"], \"isFavorite\": true}"
            #expect(try await gallery.ask(.patch, "/api/assets", body, token: "unknown", as: .owner).status == 401)
        }
    }

    @Test func `a change with a token needs no origin and no CSRF token, but no foreign page makes one`() async throws {
        try await GalleryFixture.serve { gallery in
            let asset = try gallery.add(.photograph("a.jpg"))
            let token = try gallery.token(of: "app", .full)
            let body = "{\"assets\": [\"\(asset)\"], \"isFavorite\": true}"
            #expect(try await gallery.ask(.patch, "/api/assets", body, token: token).status == 200)
            for headers: HTTPFields in [
                [.origin: "http://example.com"], [.origin: "null"],
                [HTTPField.Name("Sec-Fetch-Site")!: "cross-site"],
            ] {
                let answer = try await gallery.ask(.patch, "/api/assets", body, token: token, headers: headers)
                #expect(answer.status == 403)
                #expect(answer.refusal?.code == "foreignOrigin")
            }
            let preflight = try await gallery.respond(
                .options, "/api/assets", as: .nobody,
                headers: [
                    .origin: "http://example.com", .accessControlRequestMethod: "PATCH",
                    .accessControlRequestHeaders: "authorization",
                ], tellsOrigin: false)
            #expect(preflight.status == 403)
            #expect(preflight.headers[.accessControlAllowOrigin] == nil)
            #expect(preflight.headers[.accessControlAllowHeaders] == nil)
        }
    }

    @Test func `a new token ends the former one, and none ends it altogether`() async throws {
        try await GalleryFixture.serve { gallery in
            let first = try gallery.token(of: "app", .full)
            let second = try gallery.token(of: "app")
            #expect(try await gallery.ask(.get, Self.collections, token: first).status == 401)
            #expect(try await gallery.ask(.get, Self.collections, token: second).status == 200)
            try gallery.library.setAccess(.none, ofClient: "app", author: "test")
            #expect(try await gallery.ask(.get, Self.collections, token: second).status == 401)
            try gallery.library.setAccess(.full, ofClient: "app", author: "test")
            #expect(try await gallery.ask(.get, Self.collections, token: second).status == 401)
        }
    }

    @Test func `a grant counts at the next request`() async throws {
        try await GalleryFixture.serve { gallery in
            let asset = try gallery.add(.photograph("a.jpg"))
            let token = try gallery.token(of: "app", .limited)
            let path = "/api/assets/\(asset)"
            #expect(try await gallery.ask(.get, path, token: token).status == 404)
            try gallery.choose([asset], for: "app")
            #expect(try await gallery.ask(.get, path, token: token).status == 200)
            try gallery.deselect([asset], of: "app")
            #expect(try await gallery.ask(.get, path, token: token).status == 404)
            try gallery.library.setAccess(.full, ofClient: "app", author: "test")
            #expect(try await gallery.ask(.get, path, token: token).status == 200)
            try gallery.library.setAccess(.addOnly, ofClient: "app", author: "test")
            let answer = try await gallery.ask(.get, path, token: token)
            #expect(answer.status == 403)
            #expect(answer.refusal?.message.contains("programs can't upload any yet") == true)
        }
    }

    @Test func `the last use is noted at most once an hour`() async throws {
        let clock = TestClock()
        try await GalleryFixture.serve(now: clock.now) { gallery in
            let token = try gallery.token(of: "app", .full)
            func lastUsed() throws -> Date? {
                try gallery.library.clientAccess().first { $0.client == "app" }?.lastUsed
            }
            #expect(try lastUsed() == nil)
            let start = clock.now()
            #expect(try await gallery.ask(.get, Self.collections, token: token).status == 200)
            #expect(try lastUsed() == start)
            clock.advance(by: 3599)
            #expect(try await gallery.ask(.get, Self.collections, token: token).status == 200)
            #expect(try lastUsed() == start)
            clock.advance(by: 1)
            #expect(try await gallery.ask(.get, Self.collections, token: token).status == 200)
            #expect(try lastUsed() == start.addingTimeInterval(3600))
        }
    }

    @Test func `no token is stored, and uses and tokens are no changes`() async throws {
        try await GalleryFixture.serve { gallery in
            try gallery.library.setAccess(.full, ofClient: "app", author: "test")
            let version = try gallery.version()
            let token = try gallery.token(of: "app")
            #expect(try await gallery.ask(.get, Self.collections, token: token).status == 200)
            #expect(try gallery.version() == version)
            let files = try FileManager.default.contentsOfDirectory(
                at: gallery.library.folder, includingPropertiesForKeys: nil)
            for file in files where file.lastPathComponent.hasPrefix("catalog") {
                #expect(try Data(contentsOf: file).range(of: Data(token.utf8)) == nil)
            }
        }
    }

    @Test func `change numbers are encrypted for a limited client`() async throws {
        try await GalleryFixture.serve { gallery in
            let asset = try gallery.add(.photograph("a.jpg"))
            try gallery.choose([asset], for: "app")
            let (limited, full) = (try gallery.token(of: "app", .limited), try gallery.token(of: "all", .full))
            let path = "/api/collections/\(AlbumIdentifier.recents)/timeline"
            let version = try await gallery.ask(.get, path, token: limited).decoded(as: TimelineAnswer.self).version
            #expect(version.wholeMatch(of: /[0-9a-f]{32}/) != nil)
            #expect(try await gallery.ask(.get, "\(path)/\(version)", token: limited).status == 200)
            // Numbers would show how many changes there are.
            for number in 0...(try gallery.version() + 1) {
                #expect(try await gallery.ask(.get, "\(path)/\(number)", token: limited).status == 410)
                let since = "/api/changes?since=\(gallery.library.identifier)-\(number)"
                #expect(try await gallery.ask(.get, since, token: limited).status == 400)
            }
            let open = try await gallery.ask(.get, path, token: full).decoded(as: TimelineAnswer.self).version
            #expect(Int64(open) != nil)
            #expect(try await gallery.ask(.get, "\(path)/\(open)", token: full).status == 200)
            let header: HTTPFields = [.authorization: "Bearer \(limited)"]
            let token = try await gallery.follow("/api/changes", as: .nobody, headers: header) { events in
                try await events.nextEvent()?.identifier
            }
            #expect(token?.wholeMatch(of: /[0-9A-F-]{36}-[0-9a-f]{32}/) != nil)
            let since = "/api/changes?since=\(try #require(token))"
            let status = try await gallery.follow(since, as: .nobody, headers: header) { $0.status }
            #expect(status == 200)
        }
    }

    @Test func `timelines, counts and albums follow the selection`() async throws {
        try await GalleryFixture.serve { gallery in
            let assets = try gallery.addDays(4)
            let album = try gallery.addAlbum("Lake", [assets[0], assets[3]])
            let token = try gallery.token(of: "app", .limited)
            func check(_ expected: [String], _ members: [String]?) async throws {
                let path = "/api/collections/\(AlbumIdentifier.recents)/timeline?count=10"
                let timeline = try await gallery.ask(.get, path, token: token).decoded(as: TimelineAnswer.self)
                #expect(timeline.window?.identifiers == expected)
                #expect(timeline.count == expected.count)
                let shown = try await gallery.ask(.get, "/api/collections/\(album)/timeline?count=10", token: token)
                #expect(shown.status == (members == nil ? 404 : 200))
                if let members {
                    #expect(try shown.decoded(as: TimelineAnswer.self).window?.identifiers == members)
                }
                let all = try await gallery.ask(.get, "/api/collections", token: token).text
                #expect(all.contains("Lake") == (members != nil))
                let others = Set(assets).subtracting(expected)
                #expect(!others.contains { all.contains($0) })
            }
            try await check([], nil)
            try gallery.choose([assets[1], assets[3]], for: "app")
            try await check([assets[1], assets[3]], [assets[3]])
            try gallery.choose([assets[0]], for: "app")
            try await check([assets[0], assets[1], assets[3]], [assets[0], assets[3]])
            try gallery.deselect([assets[0], assets[3]], of: "app")
            try await check([assets[1]], nil)
            // The owner's timelines stay the same.
            #expect(try await gallery.timeline(AlbumIdentifier.recents) == assets)
        }
    }
}
