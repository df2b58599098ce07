import Albumen
import AlbumenTestSupport
import Foundation
import HTTPTypes
import Testing

@testable import AlbumenServer

/// Links, and the cookie that they set.
@Suite struct SignInTests {
    @Test func `a link sets a cookie that scripts and other sites cannot use`() async throws {
        try await GalleryFixture.open { gallery in
            let answer = try await gallery.respond(gallery.link(), as: .nobody)
            #expect(answer.status == 200)
            let cookie = try #require(answer.cookie)
            #expect(cookie.name == "albumen-0")
            // No domain, which would widen its scope, and no lifetime, which would store it on the disk.
            #expect(Set(cookie.attributes) == ["Path=/", "HttpOnly", "SameSite=Strict"])
            #expect(answer.headers[values: .setCookie].count == 1)
            #expect(answer.headers[.cacheControl] == "no-store")
            #expect(try await status(gallery, cookie.value) == 200)
        }
    }

    @Test func `a link works once`() async throws {
        try await GalleryFixture.open { gallery in
            let link = try gallery.link()
            #expect(try await gallery.respond(link, as: .nobody).cookie != nil)
            let again = try await gallery.respond(link, as: .nobody)
            #expect(again.status == 401)
            #expect(again.cookie == nil)
        }
    }

    @Test func `a link is invalid after a day`() async throws {
        let clock = TestClock()
        try await GalleryFixture.open(now: clock.now) { gallery in
            let link = try gallery.link()
            clock.advance(by: 86_400)
            #expect(try await gallery.respond(link, as: .nobody).status == 401)
        }
    }

    @Test(arguments: ["/open", "/open?key=", "/open?key=unknown", "/open?other=1", "/open?key=%00", "/open?KEY=x"])
    func `an invalid link opens nothing`(path: String) async throws {
        try await GalleryFixture.open { gallery in
            let answer = try await gallery.respond(path, as: .nobody)
            #expect(answer.status == 401)
            #expect(answer.cookie == nil)
            #expect(answer.headers[.contentType] == "text/html; charset=utf-8")
            #expect(answer.text.contains("albumen serve"))
        }
    }

    /// The window asks its owner to sign in for a request, and the owner pastes a used link.
    @Test func `a used link of a waiting request leads back to its window without a cookie`() async throws {
        try await GalleryFixture.open { gallery in
            let number = try SecretToken().text.prefix(PickNumber.length)
            let path = SignInRoute.link(key: try SecretToken().text, pick: String(number))
            let answer = try await gallery.respond(path, as: .nobody)
            #expect(answer.cookie == nil)
            #expect(answer.text.contains("/picker?number=\(number)"))
            #expect(try await gallery.respond("/picker?number=\(number)", as: .nobody).status == 401)
        }
    }

    @Test(arguments: ["Sec-Purpose", "Purpose"], ["prefetch", "prefetch;prerender"])
    func `a prefetch does not use up a link`(header: String, purpose: String) async throws {
        try await GalleryFixture.open { gallery in
            let link = try gallery.link()
            let name = try #require(HTTPField.Name(header))
            let answer = try await gallery.respond(link, as: .nobody, headers: [name: purpose])
            #expect(answer.status == 401)
            #expect(answer.cookie == nil)
            #expect(try await gallery.respond(link, as: .nobody).cookie != nil)
        }
    }

    @Test(arguments: [HTTPRequest.Method.head, .post, .put, .options])
    func `other methods do not use up a link`(method: HTTPRequest.Method) async throws {
        try await GalleryFixture.open { gallery in
            let link = try gallery.link()
            let answer = try await gallery.respond(method, link, as: .nobody)
            #expect(answer.status == 401)
            #expect(answer.cookie == nil)
            #expect(try await gallery.respond(link, as: .nobody).cookie != nil)
        }
    }

    @Test func `a signed-in browser can follow an old link`() async throws {
        try await GalleryFixture.open { gallery in
            let link = try gallery.link()
            _ = try await gallery.respond(link, as: .nobody)
            let answer = try await gallery.respond(link, as: .owner)
            #expect(answer.status == 200)
            #expect(answer.text.contains("url=/"))
            #expect(answer.cookie == nil)
        }
    }

    @Test func `a cookie of another port or with another value is ignored`() async throws {
        try await GalleryFixture.open { gallery in
            let value = try #require(try await gallery.respond(gallery.link(), as: .nobody).cookie?.value)
            for cookie in ["albumen=\(value)", "albumen-1=\(value)", "albumen-0=", "albumen-0=\(value)x", value] {
                let answer = try await gallery.respond("/api/collections", as: .nobody, headers: [.cookie: cookie])
                #expect(answer.status == 401, "\(cookie)")
            }
            let among = try await gallery.respond(
                "/api/collections", as: .nobody, headers: [.cookie: "a=1; albumen-0=\(value); b=2"])
            #expect(among.status == 200)
            // Another server of this address may set a cookie with the same name, for a path that browsers prefer.
            let second = try await gallery.respond(
                "/api/collections", as: .nobody, headers: [.cookie: "albumen-0=x; albumen-0=\(value)"])
            #expect(second.status == 200)
        }
    }

    @Test func `responses replace the cookie every hour`() async throws {
        let clock = TestClock()
        try await GalleryFixture.open(now: clock.now) { gallery in
            let first = try #require(try await gallery.respond(gallery.link(), as: .nobody).cookie?.value)
            #expect(try await answer(gallery, first).cookie == nil)
            clock.advance(by: 3600)
            let replacement = try #require(try await answer(gallery, first).cookie)
            #expect(Set(replacement.attributes) == ["Path=/", "HttpOnly", "SameSite=Strict"])
            #expect(try await answer(gallery, replacement.value).cookie == nil)
            clock.advance(by: 59)
            #expect(try await status(gallery, first) == 200)
            clock.advance(by: 1)
            #expect(try await status(gallery, first) == 401)
            #expect(try await status(gallery, replacement.value) == 200)
        }
    }

    @Test func `links and cookies of another server are invalid`() async throws {
        try await GalleryFixture.open { gallery in
            try await GalleryFixture.open { other in
                #expect(try await gallery.respond(other.link(), as: .nobody).status == 401)
                let value = try #require(try await other.respond(other.link(), as: .nobody).cookie?.value)
                #expect(try await status(gallery, value) == 401)
            }
        }
    }

    // MARK: Parts

    private func answer(_ gallery: GalleryFixture, _ cookie: String) async throws -> Answer {
        try await gallery.respond("/api/collections", as: .nobody, headers: [.cookie: "albumen-0=\(cookie)"])
    }

    private func status(_ gallery: GalleryFixture, _ cookie: String) async throws -> Int {
        try await answer(gallery, cookie).status
    }
}
