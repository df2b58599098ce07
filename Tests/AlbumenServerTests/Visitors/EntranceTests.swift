import Albumen
import AlbumenTestSupport
import Foundation
import HTTPTypes
import LocalSockets
import Testing

@testable import AlbumenServer

/// The name at which browsers stay signed in, and the name of a run.
@Suite struct EntranceTests {
    private let temporary: TemporaryLibrary
    private let state: TemporaryFolder

    init() throws {
        (temporary, state) = (try TemporaryLibrary(), try TemporaryFolder())
    }

    private func run(
        now: @escaping @Sendable () -> Date = TestClock().now, _ body: (LastingFixture) async throws -> Void
    ) async throws {
        try await LastingFixture.run(temporary, state: state, now: now, body)
    }

    // MARK: Signing in

    @Test func `a link opens the run's name, and its page signs the browser in for 90 days`() async throws {
        try await run { gallery in
            let opened = try await gallery.open()
            #expect(opened.status == 200)
            #expect(opened.headers[.cacheControl] == "no-store")
            let cookie = try #require(opened.cookie)
            #expect(cookie.attributes.contains("SameSite=Strict") && cookie.attributes.contains("HttpOnly"))
            #expect(!cookie.attributes.contains { $0.hasPrefix("Domain") })
            let origin = "http://\(try gallery.runHost())"
            let answer = try await gallery.stay(try #require(LastingFixture.stay(in: opened)), from: origin)
            #expect(answer.status == 204)
            let lasting = try #require(answer.cookie)
            #expect(lasting.name.hasPrefix("__Host-albumen-"))
            let attributes = Set(lasting.attributes)
            #expect(attributes == ["Max-Age=7776000", "Path=/", "Secure", "HttpOnly", "SameSite=Lax"])
            #expect(answer.headers[.clearSiteData] == "\"cache\", \"storage\"")
            #expect(try gallery.signIns.all().count == 1)
            let session = "albumen-\(gallery.address.port)=\(cookie.value)"
            let page = try await gallery.ask("/api/collections", at: gallery.runHost(), [.cookie: session])
            #expect(page.status == 200)
        }
    }

    @Test func `the secret for a lasting sign-in works once, only from the run's page`() async throws {
        try await run { gallery in
            let secret = try #require(LastingFixture.stay(in: try await gallery.open()))
            let origin = "http://\(try gallery.runHost())"
            let foreign = [
                nil, "null", "http://\(gallery.entrance)", gallery.address.origin, "http://x.\(gallery.entrance)",
                "https://example.org",
            ]
            for other in foreign {
                let answer = try await gallery.stay(secret, from: other)
                #expect(answer.status == 403 && answer.cookie == nil, "\(other ?? "no origin")")
            }
            #expect(try await gallery.stay(secret, from: origin, site: "cross-site").status == 403)
            #expect(try await gallery.stay("x", from: origin).status == 403)
            #expect(try await gallery.stay(String(repeating: "x", count: 1000), from: origin).status == 413)
            #expect(try await gallery.stay(secret, from: origin).status == 204)
            #expect(try await gallery.stay(secret, from: origin).status == 403)
            #expect(try gallery.signIns.all().count == 1)
        }
    }

    @Test func `another link in the same browser keeps its sign-in`() async throws {
        try await run { gallery in
            let browser = try await gallery.signIn()
            let secret = try #require(LastingFixture.stay(in: try await gallery.open()))
            let headers: HTTPFields = [.origin: "http://\(try gallery.runHost())", .cookie: browser.lasting]
            let answer = try await gallery.ask(.post, Entrance.stay, at: gallery.entrance, headers, body: secret)
            #expect(answer.cookie.map { "\($0.name)=\($0.value)" } == browser.lasting)
            #expect(try gallery.signIns.all().count == 1)
        }
    }

    // MARK: The entrance

    @Test func `a bookmark opens the library in another run, with a key that works once for seconds`() async throws {
        var lasting = ""
        try await run { lasting = try await $0.signIn().lasting }
        let clock = TestClock()
        try await run(now: clock.now) { [lasting] gallery in
            let cookie = LastingFixture.navigation.adding(cookie: lasting)
            let host = try gallery.runHost()
            func location(_ path: String) async throws -> Substring {
                let answer = try await gallery.ask(path, at: gallery.entrance, cookie)
                #expect(answer.status == 303)
                #expect(answer.headers[.cacheControl] == "no-store")
                #expect(answer.headers[.referrerPolicy] == "no-referrer")
                #expect(answer.headers[.clearSiteData] == "\"storage\"")
                #expect(answer.cookie?.attributes.contains("Max-Age=7776000") == true)
                let location = try #require(answer.headers[.location])
                try #require(location.hasPrefix("http://\(host)/open?key="))
                return location.dropFirst("http://\(host)".count)
            }
            let path = String(try await location("/"))
            let opened = try await gallery.ask(path, at: host, LastingFixture.navigation)
            #expect(opened.status == 200 && opened.text.contains("data-to=\"/\""))
            #expect(LastingFixture.stay(in: opened) == nil)
            let session = "albumen-\(gallery.address.port)=\(try #require(opened.cookie?.value))"
            #expect(try await gallery.ask("/", at: host, [.cookie: session]).status == 200)
            #expect(try await gallery.ask(path, at: host).status == 401)
            // Other pages.
            let access = try await gallery.ask(String(try await location("/access")), at: host)
            #expect(access.text.contains("data-to=\"/access\""))
            let number = String(repeating: "a", count: PickNumber.length)
            let picker = try await gallery.ask(String(try await location("/picker?number=\(number)")), at: host)
            #expect(picker.text.contains("data-to=\"/picker?number=\(number)\""))
            let odd = try await gallery.ask(String(try await location("/picker?number=%22")), at: host)
            #expect(odd.text.contains("data-to=\"/\""))
            // A key is for the run's name, and for ten seconds.
            let other = String(try await location("/"))
            #expect(try await gallery.ask(other, at: gallery.address.authority).status == 401)
            clock.advance(by: OwnerSessions.ticketLifetime)
            #expect(try await gallery.ask(other, at: host).status == 401)
        }
    }

    @Test func `only a window's navigation gets a key`() async throws {
        try await run { gallery in
            let lasting = try await gallery.signIn().lasting
            let others: [(HTTPFields, Int)] = [
                ([.secFetchMode: "navigate", .secFetchDest: "iframe", .secFetchSite: "same-origin"], 403),
                ([.secFetchMode: "navigate", .secFetchDest: "embed", .secFetchSite: "same-origin"], 403),
                ([.secFetchMode: "same-origin", .secFetchDest: "document", .secFetchSite: "same-origin"], 403),
                ([.secFetchMode: "cors", .secFetchDest: "empty", .secFetchSite: "same-origin"], 403),
                ([.secFetchMode: "no-cors", .secFetchDest: "image", .secFetchSite: "same-origin"], 403),
                ([.secFetchMode: "no-cors", .secFetchDest: "serviceworker", .secFetchSite: "same-origin"], 403),
                ([:], 401),
            ]
            for (headers, status) in others {
                let answer = try await gallery.ask("/", at: gallery.entrance, headers.adding(cookie: lasting))
                #expect(answer.status == status, "\(headers)")
                #expect(answer.headers[.location] == nil && !answer.text.contains("/open?key="))
            }
            var prefetch = LastingFixture.navigation.adding(cookie: lasting)
            prefetch[try #require(HTTPField.Name("Sec-Purpose"))] = "prefetch;prerender"
            #expect(try await gallery.ask("/", at: gallery.entrance, prefetch).status == 403)
            #expect(try await gallery.ask(.post, "/", at: gallery.entrance, prefetch).status == 404)
        }
    }

    @Test func `the entrance serves nothing of the library, whatever the cookies`() async throws {
        try await run { gallery in
            let browser = try await gallery.signIn()
            let cookies = "\(browser.lasting); albumen-\(gallery.address.port)=\(browser.session)"
            for path in [
                "/api/collections", "/api/session", "/web/app.js", "/open?key=x", "/api/openapi.json", "/api/picks",
                "/albumen-picker.js", "/nowhere",
            ] {
                let answer = try await gallery.ask(path, at: gallery.entrance, [.cookie: cookies])
                #expect(answer.status == 404, "\(path)")
                #expect(answer.headers[.location] == nil)
            }
        }
    }

    @Test func `without a valid cookie, the entrance asks to sign in`() async throws {
        try await run { gallery in
            let lasting = try await gallery.signIn().lasting
            for cookie in [nil, "", lasting + "x", lasting.replacing("__Host-", with: "")] {
                let headers = cookie.map { LastingFixture.navigation.adding(cookie: $0) } ?? LastingFixture.navigation
                let answer = try await gallery.ask("/", at: gallery.entrance, headers)
                #expect(answer.status == 401)
                #expect(answer.text.contains("Sign in to this library"))
                #expect(answer.headers[.location] == nil)
            }
            // Pages on other ports can set cookies of the same name first.
            let tossed = LastingFixture.navigation.adding(cookie: "\(lasting)x; \(lasting)")
            #expect(try await gallery.ask("/", at: gallery.entrance, tossed).status == 303)
        }
    }

    @Test func `connections of other users get nothing at the entrance`() async throws {
        var lasting = ""
        try await run { lasting = try await $0.signIn().lasting }
        let table = ForeignTable()
        try await LastingFixture.run(temporary, state: state, tables: [table]) { [lasting] gallery in
            table.isForeign = true
            let headers = LastingFixture.navigation.adding(cookie: lasting)
            for path in ["/", "/here", "/picker?number=\(String(repeating: "a", count: 22))"] {
                let answer = try await gallery.ask(path, at: gallery.entrance, headers)
                #expect(answer.status == 403 && answer.refusal?.code == "otherUser", "\(path)")
            }
            let link = try gallery.server.link(at: gallery.address)
            let host = try gallery.runHost()
            #expect(try await gallery.ask(String(link.dropFirst("http://\(host)".count)), at: host).status == 401)
        }
    }

    // MARK: Names of runs

    @Test func `a former run's name leads windows to the entrance, and refuses everything else`() async throws {
        try await run { gallery in
            let host = "\(String(repeating: "a", count: 26)).\(gallery.entrance)"
            let session = "albumen-\(gallery.address.port)=\(try await gallery.signIn().session)"
            let headers = LastingFixture.navigation.adding(cookie: session)
            let targets = [
                ("/", "/"), ("/access", "/access"), ("/status", "/status"), ("/web/app.js", "/"),
                ("/picker?number=x", "/picker"),
            ]
            for (path, target) in targets {
                let answer = try await gallery.ask(path, at: host, headers)
                #expect(answer.status == 303)
                #expect(answer.headers[.location] == "http://\(gallery.entrance)\(target)", "\(path)")
            }
            let answer = try await gallery.ask("/api/collections", at: host, [.cookie: session])
            #expect(answer.status == 421 && answer.refusal?.code == "otherRun")
        }
    }

    @Test func `runs have different names`() async throws {
        var hosts: Set<String> = []
        for _ in 0..<3 {
            try await run { gallery in
                let name = try #require(try gallery.runHost().split(separator: ".").first)
                #expect(name.count == 26)
                hosts.insert(String(name))
            }
        }
        #expect(hosts.count == 3)
    }

    @Test func `the run's page can change the library, and pages of the other names can't`() async throws {
        struct Session: Decodable {
            let csrfToken: String
        }
        try await run { gallery in
            let session = "albumen-\(gallery.address.port)=\(try await gallery.signIn().session)"
            let host = try gallery.runHost()
            let token = try await gallery.ask("/api/session", at: host, [.cookie: session])
                .decoded(as: Session.self).csrfToken
            let origins = [
                ("http://\(host)", 200), ("http://\(gallery.entrance)", 403), (gallery.address.origin, 403),
                ("http://x.\(gallery.entrance)", 403),
            ]
            for (origin, status) in origins {
                let headers: HTTPFields = [
                    .cookie: session, .origin: origin, .csrfToken: token, .contentType: "application/json",
                ]
                let answer = try await gallery.ask(
                    .post, "/api/assets/summary", at: host, headers, body: "{\"assets\": [\"x\"]}")
                #expect((answer.status == 403) == (status == 403), "\(origin): \(answer.status)")
            }
            // A frame or a picture in a page of the entrance.
            for destination in ["iframe", "image", "empty"] {
                let headers: HTTPFields = [
                    .cookie: session, .secFetchSite: "same-site", .secFetchMode: "navigate",
                    .secFetchDest: destination,
                ]
                #expect(try await gallery.ask("/", at: host, headers).status == 403, "\(destination)")
            }
        }
    }

    @Test func `a window whose session has ended continues to the entrance, a link in its page doesn't`() async throws {
        try await run { gallery in
            let host = try gallery.runHost()
            let answer = try await gallery.ask("/access", at: host, LastingFixture.navigation)
            #expect(answer.status == 303 && answer.headers[.location] == "http://\(gallery.entrance)/access")
            var within = LastingFixture.navigation
            within[.secFetchSite] = "same-origin"
            #expect(try await gallery.ask("/access", at: host, within).status == 401)
            #expect(try await gallery.ask("/api/collections", at: host).status == 401)
        }
    }

    @Test func `the numeric address works as before, and its sign-in page knows the entrance`() async throws {
        try await run { gallery in
            let numeric = gallery.address.authority
            let page = try await gallery.ask("/", at: numeric, LastingFixture.navigation)
            #expect(page.status == 401 && page.text.contains("data-entrance=\"http://\(gallery.entrance)\""))
            #expect(try await gallery.ask("/here", at: gallery.entrance).status == 204)
            let link = try gallery.server.link(at: gallery.address)
            let path = try #require(link.firstMatch(of: /\/open.*/)).output
            let opened = try await gallery.ask(String(path), at: numeric, LastingFixture.navigation)
            #expect(opened.status == 200 && LastingFixture.stay(in: opened) == nil)
            let session = "albumen-\(gallery.address.port)=\(try #require(opened.cookie?.value))"
            #expect(try await gallery.ask("/api/collections", at: numeric, [.cookie: session]).status == 200)
        }
    }

    // MARK: Ending

    private struct Browsers: Decodable {
        struct Browser: Decodable {
            let id: String
            let isThis: Bool
            let name: String
        }
        let browsers: [Browser]
    }

    @Test func `a browser that is signed out loses its session at once, and others keep theirs`() async throws {
        try await run { gallery in
            let (first, second) = (try await gallery.signIn(), try await gallery.signIn())
            let host = try gallery.runHost()
            func status(_ browser: LastingFixture.Browser) async throws -> Int {
                let cookie = "albumen-\(gallery.address.port)=\(browser.session)"
                return try await gallery.ask("/api/collections", at: host, [.cookie: cookie]).status
            }
            let cookie = "albumen-\(gallery.address.port)=\(first.session)"
            let list = try await gallery.ask("/api/browsers", at: host, [.cookie: cookie]).decoded(as: Browsers.self)
            #expect(list.browsers.count == 2)
            let other = try #require(list.browsers.first { !$0.isThis })
            #expect(list.browsers.filter(\.isThis).count == 1)
            let session = try await gallery.ask("/api/session", at: host, [.cookie: cookie])
                .decoded(as: [String: String].self)
            let headers: HTTPFields = [
                .cookie: cookie, .origin: "http://\(host)", .csrfToken: try #require(session["csrfToken"]),
            ]
            #expect(try await gallery.ask(.delete, "/api/browsers/\(other.id)", at: host, headers).status == 204)
            #expect(try await gallery.ask(.delete, "/api/browsers/\(other.id)", at: host, headers).status == 404)
            #expect(try await status(first) == 200)
            #expect(try await status(second) == 401)
            let bookmark = LastingFixture.navigation.adding(cookie: second.lasting)
            #expect(try await gallery.ask("/", at: gallery.entrance, bookmark).status == 401)
            #expect(try await gallery.ask(.delete, "/api/browsers", at: host, headers).status == 204)
            #expect(try await status(first) == 401)
        }
    }

    @Test func `another process that signs a browser out ends its session and its stream`() async throws {
        try await run { gallery in
            let browser = try await gallery.signIn()
            let host = try gallery.runHost()
            let cookie = "albumen-\(gallery.address.port)=\(browser.session)"
            let request = HTTPRequest(
                method: .get, scheme: "http", authority: host, path: "/api/changes", headerFields: [.cookie: cookie])
            try await SocketClient.follow(request, to: gallery.address) { reader in
                #expect(reader.status == 200)
                let command = try LastingSignIns(
                    of: gallery.temporary.library, environment: ["XDG_STATE_HOME": state.path])
                #expect(try command.endAll() == 1)
                gallery.temporary.library.doorbell.ring()
                while try await reader.next() != nil {}
            }
            #expect(try await gallery.ask("/api/collections", at: host, [.cookie: cookie]).status == 401)
        }
    }

    @Test func `if the file of sign-ins is damaged, a link still opens the library`() async throws {
        try await run { gallery in
            let lasting = try await gallery.signIn().lasting
            let file = state.file("albumen/sign-ins.json")
            try Data("{".utf8).write(to: file)
            try #require(chmod(file.path, 0o600) == 0)
            let headers = LastingFixture.navigation.adding(cookie: lasting)
            #expect(try await gallery.ask("/", at: gallery.entrance, headers).status == 401)
            let opened = try await gallery.open()
            let origin = "http://\(try gallery.runHost())"
            #expect(try await gallery.stay(try #require(LastingFixture.stay(in: opened)), from: origin).status == 503)
            let cookie = "albumen-\(gallery.address.port)=\(try #require(opened.cookie?.value))"
            let host = try gallery.runHost()
            #expect(try await gallery.ask("/api/collections", at: host, [.cookie: cookie]).status == 200)
            #expect(try await gallery.ask("/api/browsers", at: host, [.cookie: cookie]).status == 503)
        }
    }

    @Test(arguments: [
        ("Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0", "", "Firefox"),
        ("Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36", "", "Chrome"),
        (
            "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36",
            "\"Chromium\";v=\"140\", \"Not=A?Brand\";v=\"24\"", "Chromium"
        ),
        ("Mozilla/5.0 AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36 Edg/140.0", "\"Chromium\";v=\"140\"", "Edge"),
        ("Mozilla/5.0 AppleWebKit/605.1.15 Version/18.0 Safari/605.1.15 Epiphany/605.1.15", "", "GNOME Web"),
        ("curl/8", "", ""),
    ])
    func `a browser's name is short`(agent: String, brands: String, name: String) async throws {
        try await run { gallery in
            let secret = try #require(LastingFixture.stay(in: try await gallery.open()))
            var headers: HTTPFields = [.origin: "http://\(try gallery.runHost())", .userAgent: agent]
            headers[try #require(HTTPField.Name("Sec-CH-UA"))] = brands
            let answer = try await gallery.ask(.post, Entrance.stay, at: gallery.entrance, headers, body: secret)
            #expect(answer.status == 204)
            #expect(try gallery.signIns.all().map(\.browser) == [name])
        }
    }
}

extension HTTPFields {
    fileprivate func adding(cookie: String) -> HTTPFields {
        var fields = self
        fields[.cookie] = cookie
        return fields
    }
}
