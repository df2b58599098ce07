import Foundation
import HTTPTypes
import PickerWire
import Testing

@testable import AlbumenServer

/// The pages beside the library's own.
@Suite struct VisitorPageTests {
    private static let browser: HTTPFields = [.accept: "text/html,application/xhtml+xml,*/*;q=0.8"]

    @Test(arguments: [
        ("en-GB,en", "en", "Sign in to this library", "登录"), ("zh-CN,zh;q=0.9,en;q=0.8", "zh-Hans", "登录此图库", "Sign in"),
        ("fr", "en", "Sign in to this library", "登录"),
    ])
    func `the sign-in page is in one language`(
        accepted: String, tag: String, title: String, absent: String
    ) async throws {
        try await GalleryFixture.open { gallery in
            let answer = try await gallery.respond("/", as: .nobody, headers: [.acceptLanguage: accepted])
            #expect(answer.status == 401)
            #expect(answer.headers[.contentType] == "text/html; charset=utf-8")
            #expect(answer.text.contains("<html lang=\"\(tag)\">"))
            #expect(answer.text.contains("<h1>\(title)</h1>"))
            #expect(!answer.text.contains(absent))
        }
    }

    @Test(arguments: [("en", "The page http://app.example asks for photos"), ("zh", "网页 http://app.example 请求获取照片")])
    func `without the cookie, the picker's window says who asks`(accepted: String, title: String) async throws {
        try await GalleryFixture.open { gallery in
            let app = try await PickClient(gallery, #"{"application": "Claim", "purpose": "<b>Claim</b>"}"#)
            let path = "/picker?number=\(app.number)"
            func ask(_ path: String, _ headers: HTTPFields = [:]) async throws -> Answer {
                var headers = headers
                headers[.acceptLanguage] = accepted
                return try await gallery.respond(path, as: .nobody, headers: headers)
            }
            let answer = try await ask(path)
            #expect(answer.status == 401)
            #expect(answer.text.contains("<h1>\(title)</h1>"))
            #expect(!answer.text.contains("Claim") && !answer.text.contains(app.token))
            #expect(answer.headers[.contentSecurityPolicy]?.contains("frame-ancestors 'none'") == true)
            #expect(answer.headers[.accessControlAllowOrigin] == nil)
            let usual = try await ask("/")
            #expect(try await ask("/picker?number=\(String(app.number.reversed()))").body == usual.body)
            // A page of another site that requests it learns nothing.
            let site = HTTPField.Name("Sec-Fetch-Site")!
            #expect(try await ask(path, [site: "cross-site"]).status == 403)
            _ = try await app.open()
            #expect(try await ask(path).body == usual.body)
        }
    }

    @Test func `another user of the machine sees the usual page`() async throws {
        try await GalleryFixture.open { gallery in
            let app = try await PickClient(gallery)
            let usual = try await gallery.respond("/", as: .nobody)
            let foreign = ConnectionPeer(user: 2000, inode: 0, owner: 1000)
            let answer = try await ConnectionPeer.$current.withValue(foreign) {
                try await gallery.respond("/picker?number=\(app.number)", as: .nobody)
            }
            #expect(answer.status == 401 && answer.body == usual.body)
            #expect(try gallery.server.picks.waiting().isEmpty)
        }
    }

    @Test func `the name of a program is a text`() async throws {
        let path = "/bin/<i>\u{202E}&"
        let requesters = [
            (PickRequester.program(user: 0, path: path, isOwner: true), "The program {} asks for photos"),
            (.origin("http://a.example", program: path), "The page http://a.example in {} asks for photos"),
        ]
        try await GalleryFixture.open { gallery in
            for (requester, title) in requesters {
                let picks = gallery.server.picks
                let number = try picks.create(PickConfiguration(), for: requester, preselected: []).session.number
                let answer = try await gallery.respond("/picker?number=\(number)", as: .nobody)
                let escaped = title.replacing("{}", with: "/bin/&lt;i&gt;\u{FFFD}&amp;")
                #expect(answer.text.contains("<h1>\(escaped)</h1>"))
            }
        }
    }

    @Test(arguments: [("en", "Page not found"), ("zh", "找不到页面")])
    func `a browser that opens an unknown address gets a page`(accepted: String, title: String) async throws {
        try await GalleryFixture.open { gallery in
            for path in ["/nowhere", "/web/nowhere.js", "/albums/secret", "/apis"] {
                var headers = Self.browser
                headers[.acceptLanguage] = accepted
                let answer = try await gallery.respond(path, headers: headers)
                #expect(answer.status == 404)
                #expect(answer.headers[.contentType] == "text/html; charset=utf-8")
                #expect(answer.headers[.cacheControl] == "no-store")
                #expect(answer.headers[.contentSecurityPolicy]?.contains("default-src 'none'") == true)
                #expect(answer.text.contains("<h1>\(title)</h1>"))
                #expect(answer.text.contains("<a href=\"/\">"))
                #expect(!answer.text.contains(path.dropFirst()))
            }
        }
    }

    @Test func `the API and programs get JSON for an unknown address`() async throws {
        try await GalleryFixture.open { gallery in
            for path in ["/api", "/api/", "/api/nowhere", "/api/assets/x"] {
                let answer = try await gallery.respond(path, headers: Self.browser)
                #expect(answer.status == 404)
                #expect(answer.refusal?.code == "notFound")
            }
            for headers: HTTPFields in [[:], [.accept: "*/*"], [.accept: "application/json"]] {
                let answer = try await gallery.respond("/nowhere", headers: headers)
                #expect(answer.status == 404)
                #expect(answer.refusal?.code == "notFound")
            }
        }
    }

    @Test func `an unknown address reveals nothing without the cookie`() async throws {
        try await GalleryFixture.open { gallery in
            let known = try await gallery.respond("/", as: .nobody, headers: Self.browser)
            let unknown = try await gallery.respond("/nowhere", as: .nobody, headers: Self.browser)
            #expect(unknown.status == 401)
            #expect(unknown.body == known.body)
        }
    }
}
