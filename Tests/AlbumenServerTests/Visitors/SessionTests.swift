import AlbumenTestSupport
import Foundation
import HTTPTypes
import Testing

@testable import AlbumenServer

/// The token that a change needs in addition to the cookie.
@Suite struct SessionTests {
    @Test func `the response with the token is not cached`() async throws {
        try await GalleryFixture.open { (gallery) async throws in
            let answer = try await gallery.respond("/api/session")
            #expect(answer.status == 200)
            #expect(answer.headers[.cacheControl] == "no-store")
            #expect(answer.headers[.crossOriginResourcePolicy] == "same-origin")
            #expect(answer.headers[.accessControlAllowOrigin] == nil)
            #expect(gallery.csrfToken.count == 43)
            #expect(answer.text == "{\"csrfToken\":\"\(gallery.csrfToken)\"}")
            #expect(try await gallery.respond("/api/session").text == answer.text)
        }
    }

    @Test func `the token differs from the cookie and from other sessions' tokens`() async throws {
        try await GalleryFixture.open { (gallery) async throws in
            let other = try await gallery.csrfTokenOfAnotherSession()
            #expect(other != gallery.csrfToken)
            let asCookie = try await gallery.respond(
                "/api/collections", as: .nobody, headers: [.cookie: "\(gallery.cookieName)=\(gallery.csrfToken)"])
            #expect(asCookie.status == 401)
        }
    }

    @Test func `reading needs no token`() async throws {
        try await GalleryFixture.open { (gallery) async throws in
            #expect(try await gallery.respond(.get, "/api/collections", tellsToken: false).status == 200)
            #expect(try await gallery.respond(.head, "/api/collections", tellsToken: false).status == 200)
        }
    }

    @Test func `a page of another site cannot read the token`() async throws {
        try await GalleryFixture.open { (gallery) async throws in
            let site = try #require(HTTPField.Name("Sec-Fetch-Site"))
            for headers: HTTPFields in [
                [.origin: "http://127.0.0.1:1"], [site: "same-site"], [site: "cross-site"],
            ] {
                let answer = try await gallery.respond("/api/session", headers: headers)
                #expect(answer.status == 403)
                #expect(!answer.text.contains(gallery.csrfToken))
            }
        }
    }

    @Test func `the token outlives the cookie`() async throws {
        let clock = TestClock()
        try await GalleryFixture.open(now: clock.now) { gallery in
            let asset = try gallery.add(.movie("a.mov"))
            let body = "{\"assets\": [\"\(asset)\"], \"isFavorite\": true}"
            clock.advance(by: OwnerSessions.rotation)
            let renewed = try #require(try await gallery.respond("/api/collections").cookie)
            let cookie: HTTPFields = [.cookie: "\(renewed.name)=\(renewed.value)", .csrfToken: gallery.csrfToken]
            let answer = try await gallery.change(.patch, "/api/assets", body, as: .nobody, headers: cookie)
            #expect(answer.status == 200)
            #expect(
                try await gallery.respond("/api/session", as: .nobody, headers: cookie).text.contains(gallery.csrfToken)
            )
        }
    }

    @Test func `the token ends with the session`() throws {
        let clock = TestClock()
        let sessions = OwnerSessions(now: clock.now)
        let cookie = try #require(try sessions.open(key: try sessions.makeKey())?.cookie)
        let session = try #require(try sessions.admit(cookie: cookie)).session
        let token = try #require(sessions.token(of: session))
        #expect(try sessions.accepts(token: token, of: session))
        #expect(try !sessions.accepts(token: token, of: session + 1))
        #expect(try !sessions.accepts(token: "", of: session))
        clock.advance(by: OwnerSessions.idleLimit)
        #expect(try !sessions.accepts(token: token, of: session))
        #expect(sessions.token(of: session) == nil)
    }
}
