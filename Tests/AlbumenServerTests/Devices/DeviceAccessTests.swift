import AlbumenTestSupport
import Foundation
import HTTPTypes
import Hummingbird
import Testing

@testable import Albumen
@testable import AlbumenServer

/// What other devices reach, for all routes of their router. `SiteAccessTests` has those for web sites.
@Suite struct DeviceAccessTests {
    /// What a device reaches before it's paired.
    private static let entrance: Set = ["/pair", "/authority.crt", "/api/pairing"]
    /// What is for this machine alone.
    private static let local: Set = [
        "/api/sources", "/api/import", "/api/import/undo", "/api/import/undo/{collection}", "/api/watched-folders",
        "/api/watched-folders/{folder}", "/api/clients/{client}/token",
    ]

    private func routes(_ devices: DeviceFixture) throws -> [(method: HTTPRequest.Method, path: String)] {
        let router = try devices.server.deviceRouter(for: devices.devices)
        _ = router.buildResponder()
        return router.routes.map { ($0.method, $0.path.description) }.filter { AppRoutes.area(of: $0.1) == nil }
    }

    /// Returns an address of a route.
    private func address(_ path: String) -> String {
        path == "/web/**" ? "/web/app.js" : path.replacing(/\{[^}]+\}/, with: "x")
    }

    @Test func `an unknown device reaches the entrance alone, and learns nothing about the library`() async throws {
        try await DeviceFixture.open { devices in
            let paired = try await devices.pair()
            let ended = try await devices.pair()
            #expect(try devices.signIns.end(ended.id))
            let (browser, cookie) = try devices.signIns.add(browser: "Firefox")
            let name = try #require(paired.cookie.split(separator: "=").first)
            let strangers: [HTTPFields] = [
                [:], [.cookie: ended.cookie, .csrfToken: ended.csrfToken], [.cookie: "\(name)=\(cookie)"],
                [.cookie: "albumen-0=\(cookie)"], [.authorization: "Bearer \(cookie)"], [.cookie: "\(name)="],
            ]
            let all = try routes(devices)
            #expect(all.count > 60)
            for (method, path) in all where !Self.entrance.contains(path) {
                for stranger in strangers {
                    let answer = try await devices.ask(method, address(path), headers: stranger)
                    // Wrong passwords of senders are limited.
                    let isLimited = SenderArea.contains(path) && answer.status == 429
                    #expect(answer.status == 401 || isLimited, "\(method) \(path) \(stranger)")
                    #expect(answer.cookie == nil)
                }
            }
            for path in ["/nowhere", "/web/../pair", "/pair/", "/open?key=x", "/api/pairings/x", "/stay", "/here"] {
                #expect(try await devices.ask(path).status == 401, "\(path)")
            }
            for path in [
                "/pair", "/web/pair/pair.js", "/web/pair/pair.css", "/web/base.css", "/authority.crt",
                "/web/icons/apple-touch-icon.png",
            ] {
                #expect(try await devices.ask(path).status == 200, "\(path)")
            }
            // The browser of this machine is signed in, and only here.
            #expect(try devices.signIns.signIn(browser.id) != nil)
        }
    }

    @Test func `a paired device reaches the library, and not the files and secrets of this machine`() async throws {
        try await DeviceFixture.open { devices in
            let device = try await devices.pair()
            for (method, path) in try routes(devices) where !Self.entrance.contains(path) {
                // Streams have no end here, and the last of these sign the device out.
                guard !path.hasSuffix("/changes"), !path.hasSuffix("/events"), !path.hasPrefix("/api/browsers") else {
                    continue
                }
                if SenderArea.contains(path) {
                    #expect(try await devices.ask(method, address(path), as: device).status == 401)
                    continue
                }
                let answer = try await devices.ask(
                    method, address(path), as: device, headers: [.secFetchSite: "same-origin"],
                    body: method.isSafe ? nil : "{}")
                if Self.local.contains(path) {
                    #expect(answer.status == 403, "\(method) \(path)")
                    if method != .head { #expect(answer.refusal?.code == "thisMachineOnly", "\(method) \(path)") }
                } else {
                    #expect(![401, 403, 500].contains(answer.status), "\(method) \(path): \(answer.status)")
                }
            }
            #expect(try await devices.ask(.delete, "/api/browsers", as: device).status == 204)
            #expect(try await devices.ask("/", as: device).status == 401)
        }
    }

    @Test func `a change of a device needs the session's token and the server's origin`() async throws {
        try await DeviceFixture.open { devices in
            let device = try await devices.pair()
            let other = try await devices.pair()
            let album = "{\"type\":\"album\",\"title\":\"A\"}"
            for token in ["", "x", other.csrfToken] {
                let answer = try await devices.ask(
                    .post, "/api/collections", as: device, headers: [.csrfToken: token], body: album)
                #expect(answer.status == 403 && answer.refusal?.code == "noToken")
            }
            for origin in ["https://example.org", "null", "http://attic.local:0", "https://attic.local"] {
                let answer = try await devices.ask(
                    .post, "/api/collections", as: device, headers: [.origin: origin], body: album)
                #expect(answer.status == 403 && answer.refusal?.code == "foreignOrigin")
            }
            #expect(try await devices.ask(.post, "/api/collections", as: device, body: album).status == 201)
        }
    }

    @Test func `the server answers under its own names alone`() async throws {
        try await DeviceFixture.open { devices in
            let device = try await devices.pair()
            for host in ["attic.local:0", "192.168.1.5:0", "ATTIC.local:0"] {
                #expect(try await devices.ask("/", as: device, at: host).status == 200, "\(host)")
            }
            for host in ["example.org", "attic.local", "attic.local:1", "127.0.0.1:0", "", "attic.local.example.org:0"]
            {
                #expect(try await devices.ask("/", as: device, at: host).status == 421, "\(host)")
                #expect(try await devices.ask("/pair", at: host).status == 421, "\(host)")
            }
            let frame: HTTPFields = [.secFetchSite: "cross-site", .secFetchMode: "navigate", .secFetchDest: "iframe"]
            #expect(try await devices.ask("/", as: device, headers: frame).status == 403)
            let link: HTTPFields = [.secFetchSite: "cross-site", .secFetchMode: "navigate", .secFetchDest: "document"]
            #expect(try await devices.ask("/", as: device, headers: link).status == 200)
            #expect(try await devices.ask("/api/session", as: device, headers: link).status == 403)
        }
    }

    @Test func `behind a proxy, the address is the one that the proxy has added`() async throws {
        try await DeviceFixture.open(proxies: ["10.0.0.1"]) { devices in
            let host = "photos.example.org"
            let forwarded = try #require(HTTPField.Name("X-Forwarded-For"))
            let scheme = try #require(HTTPField.Name("X-Forwarded-Proto"))
            let offered = try await devices.offer()
            #expect(offered.link.hasPrefix("https://photos.example.org/pair#"))
            let claimed: DeviceFixture.Claimed = try await devices.ask(
                .post, "/api/pairing", headers: [forwarded: "1.1.1.1, 203.0.113.9", scheme: "https"],
                from: "10.0.0.1", at: host, isProxy: true, body: "{\"key\":\"\(offered.key)\"}"
            ).decoded()
            #expect(try await devices.answer(offered, claimed.number) == 204)
            #expect(try devices.signIns.all().first?.device?.address == "203.0.113.9")
            let plain = try await devices.ask(
                "/pair", headers: [scheme: "http"], from: "10.0.0.1", at: host, isProxy: true)
            #expect(plain.status == 403 && plain.refusal?.code == "plainConnection")
            let page = try await devices.ask(
                "/pair", headers: [scheme: "https"], from: "10.0.0.1", at: host, isProxy: true)
            #expect(page.status == 200 && page.headers[.strictTransportSecurity] != nil)
            #expect(
                try await devices.ask("/authority.crt", headers: [scheme: "https"], at: host, isProxy: true)
                    .status == 404)
            #expect(try await devices.ask("/pair", at: host, isProxy: true).status == 403)
        }
    }

    @Test func `the cookie is set again with each noted use, so that it ends 90 days after the last one`() async throws
    {
        let clock = TestClock()
        try await DeviceFixture.open(clock: clock) { devices in
            let device = try await devices.pair()
            #expect(try await devices.ask("/", as: device).cookie == nil)
            for _ in 0..<3 {
                clock.advance(by: LastingSignIn.lifetime - 60)
                let cookie = try #require(try await devices.ask("/", as: device).cookie)
                #expect("\(cookie.name)=\(cookie.value)" == device.cookie)
                #expect(cookie.attributes.contains("Max-Age=\(Int(LastingSignIn.lifetime))"))
            }
        }
    }

    @Test func `a use is noted within the hour, and a new address within a minute`() async throws {
        let clock = TestClock()
        try await DeviceFixture.open(clock: clock) { devices in
            let device = try await devices.pair()
            let paired = try #require(try devices.signIns.signIn(device.id))
            clock.advance(by: 59)
            #expect(try await devices.ask("/", as: device, from: "192.168.1.30").status == 200)
            #expect(try devices.signIns.signIn(device.id) == paired)
            clock.advance(by: 1)
            #expect(try await devices.ask("/", as: device, from: "192.168.1.30").status == 200)
            let moved = try #require(try devices.signIns.signIn(device.id))
            #expect(moved.device?.address == "192.168.1.30" && moved.lastUse > paired.lastUse)
        }
    }
}
