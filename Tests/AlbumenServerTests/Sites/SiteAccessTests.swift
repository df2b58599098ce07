import AlbumenTestSupport
import Foundation
import HTTPTypes
import Hummingbird
import PickerWire
import Testing

@testable import Albumen
@testable import AlbumenServer

/// What web sites reach in the browsers of paired devices, before and after the owner has connected them.
@Suite struct SiteAccessTests {
    private struct State: Decodable {
        let state: String
    }

    private struct Items: Decodable {
        struct Item: Decodable {
            let item: String
        }

        let state: String
        let items: [Item]
    }

    private struct Revision: Decodable {
        let revision: Int
    }

    private struct Sites: Decodable {
        struct Site: Decodable {
            let id: String
            let origin: String
            let device: String?
            let lastUsed: String?
        }

        let sites: [Site]
    }

    private struct Waiting: Decodable {
        let number: String?
    }

    /// The routes for apps on the router for devices.
    private func appRoutes(_ devices: DeviceFixture) throws -> [(method: HTTPRequest.Method, path: String)] {
        let router = try devices.server.deviceRouter(for: devices.devices)
        _ = router.buildResponder()
        return router.routes.map { ($0.method, $0.path.description) }
            .filter { AppRoutes.area(of: $0.1.replacing(/\{[^}]+\}/, with: "x")) != nil }
    }

    private func state(_ devices: DeviceFixture, _ secret: String) async throws -> String {
        try await devices.askAsSite(.get, "/api/site", secret).decoded(as: State.self).state
    }

    /// Chooses an asset in the picker, as the owner on a device.
    private func choose(
        _ uuid: String, in number: String, on device: DeviceFixture.Device, _ devices: DeviceFixture
    ) async throws {
        var revision = try await devices.ask("/api/picker/\(number)?page=p", as: device).decoded(as: Revision.self)
        revision = try await devices.ask(
            .put, "/api/picker/\(number)/selection", as: device,
            body: "{\"assets\":[\"\(uuid)\"],\"revision\":\(revision.revision)}"
        ).decoded()
        let end = try await devices.ask(
            .post, "/api/picker/\(number)/end", as: device,
            body: "{\"action\":\"add\",\"revision\":\(revision.revision),\"removes\":[]}")
        try #require(end.status == 200, "\(end.text)")
    }

    @Test func `a connected site gets what was chosen for it, and nothing else`() async throws {
        try await DeviceFixture.open { devices in
            let phone = try await devices.pair()
            let uuid = try #require(try devices.temporary.add([.image("a.jpg")])[0].assetUUID)
            #expect(try await state(devices, "s") == "waiting")
            #expect(try await devices.askAsSite(.post, "/api/picks", "s", body: "{}").refusal?.code == "notConnected")
            let id = try await devices.connect("s", on: phone)
            #expect(try await state(devices, "s") == "connected")

            let pick = try await devices.pick("s")
            #expect(pick.page == "https://attic.local:0/pick/\(pick.number)")
            let waiting = try await devices.ask("/api/sites/\(id)/pick", as: phone).decoded(as: Waiting.self)
            #expect(waiting.number == pick.number)
            #expect(try await devices.ask("/pick/\(pick.number)").status == 200)
            #expect(try await devices.ask("/picker?number=\(pick.number)", as: phone).status == 200)
            let before = try await devices.askAsSite(.get, "/api/picks/\(pick.number)", pick.token)
            #expect(try before.decoded(as: Items.self).items.isEmpty)

            try await choose(uuid, in: pick.number, on: phone, devices)
            let items = try await devices.askAsSite(.get, "/api/picks/\(pick.number)", pick.token).decoded(
                as: Items.self)
            #expect(items.state == "added" && items.items.count == 1)
            let path = "/api/picks/\(pick.number)/items/\(items.items[0].item)/public.jpeg"
            let bytes = try await devices.askAsSite(.get, path, pick.token)
            #expect(bytes.status == 200 && bytes.headers[.accessControlAllowOrigin] == "*")
            // Another origin, a program, and the site's secret instead of the session's token.
            for (secret, origin) in [
                (pick.token, "https://other.example"), (pick.token, nil), ("s", DeviceFixture.site),
            ] {
                #expect([403, 404].contains(try await devices.askAsSite(.get, path, secret, from: origin).status))
            }
            let listed = try await devices.askHere(.get, "/api/sites").decoded(as: Sites.self).sites
            #expect(listed.map(\.id) == [id] && listed[0].device == "Phone" && listed[0].lastUsed != nil)
        }
    }

    @Test func `without the secret of its connection, a site reaches nothing`() async throws {
        try await DeviceFixture.open { devices in
            let phone = try await devices.pair()
            try await devices.connect("s", on: phone)
            let pick = try await devices.pick("s")
            let cookie = try #require(phone.cookie.split(separator: "=").last)
            let routes = try appRoutes(devices)
            #expect(routes.count > 9)
            for (method, path) in routes where ![.options].contains(method) {
                let isOpen = path == AppRoutes.script || path == "/pick/{number}"
                let address = path.replacing("{number}", with: pick.number).replacing(/\{[^}]+\}/, with: "x")
                for (secret, origin) in [
                    (nil, DeviceFixture.site), ("x", DeviceFixture.site), ("s", "https://other.example"),
                    ("s", "https://attic.local:0"), ("s", "http://photos.example"), ("s", nil), ("s", "null"),
                    (pick.token, "https://other.example"), (String(cookie), DeviceFixture.site),
                ] {
                    let answer = try await devices.askAsSite(
                        method, address, secret, from: origin, body: method.isSafe ? nil : "{}")
                    if isOpen {
                        #expect(answer.status == 200, "\(method) \(path)")
                    } else if path == "/api/site", method.isSafe {
                        // It learns only that the owner hasn't answered.
                        #expect([200, 401, 403].contains(answer.status))
                        #expect(!answer.text.contains("connected\""), "\(secret ?? "") \(origin ?? "")")
                    } else if path == "/connect" {
                        #expect([400, 403].contains(answer.status), "\(answer.status)")
                    } else {
                        #expect([401, 403, 404].contains(answer.status), "\(method) \(path): \(answer.status)")
                    }
                }
            }
            #expect(try devices.server.picks.session(pick.number)?.state == .waiting)
        }
    }

    @Test func `the secret of a site opens no route of the library`() async throws {
        try await DeviceFixture.open { devices in
            let phone = try await devices.pair()
            try await devices.connect("s", on: phone)
            let router = try devices.server.deviceRouter(for: devices.devices)
            _ = router.buildResponder()
            for route in router.routes {
                let path = route.path.description.replacing(/\{[^}]+\}/, with: "x")
                guard AppRoutes.area(of: path) == nil, !PairingEntrance.contains(path) else { continue }
                for origin in [DeviceFixture.site, "https://attic.local:0"] {
                    let answer = try await devices.askAsSite(route.method, path, "s", from: origin, body: "{}")
                    // Wrong passwords of senders are limited.
                    #expect([401, 403, 429].contains(answer.status), "\(route.method) \(path): \(answer.status)")
                    #expect(answer.headers[.accessControlAllowOrigin] == nil)
                }
            }
        }
    }

    @Test func `the page that asks the owner opens from the entrance alone`() async throws {
        try await DeviceFixture.open { devices in
            let phone = try await devices.pair()
            let entrance = try await devices.enter("s")
            #expect(entrance.status == 200 && entrance.headers[.accessControlAllowOrigin] == nil)
            #expect(entrance.headers[.crossOriginOpenerPolicy] == "same-origin")
            let own: HTTPFields = [.secFetchSite: "same-origin"]
            #expect(try await devices.ask("/site?x", as: phone, headers: own).status == 200)
            #expect(try await devices.ask("/site?x", headers: own).status == 401)
            // A link in another program is no better than one of another site.
            for site in ["cross-site", "same-site", "none"] {
                let headers: HTTPFields = [
                    .secFetchSite: site, .secFetchMode: "navigate", .secFetchDest: "document",
                ]
                #expect(try await devices.ask("/site?x", as: phone, headers: headers).status == 403)
            }
            #expect(try await devices.ask("/site?x", as: phone).status == 403)
            for origin in ["null", nil] {
                #expect(try await devices.enter("s", from: origin).status == 403)
            }
            for body in [
                "", "{}", "secret", "secret=x", "secret=%", "=&&%zz;\u{0}\u{2028}",
                "secret=\(String(repeating: "0", count: 63))",
                "secret[]=\(String(repeating: "0", count: 64))",
            ] {
                let answer = try await devices.send(
                    .post, "/connect", [.origin: DeviceFixture.site], body: Data(body.utf8))
                #expect(answer.status == 400, "\(body)")
            }
            let long = Data(repeating: UInt8(ascii: "x"), count: 2000)
            #expect(try await devices.send(.post, "/connect", [.origin: DeviceFixture.site], body: long).status == 413)
        }
    }

    @Test func `only requests that the server has sealed can be confirmed, for ten minutes`() async throws {
        let clock = TestClock()
        try await DeviceFixture.open(clock: clock) { devices in
            let phone = try await devices.pair()
            let fields = try DeviceFixture.fields(in: try await devices.enter("s"))
            var forged: [DeviceFixture.SiteFields] = []
            func forge(_ change: (inout DeviceFixture.SiteFields) -> Void) {
                var copy = fields
                change(&copy)
                forged.append(copy)
            }
            forge { $0.origin = "https://other.example" }
            forge { $0.secret = String(repeating: "0", count: 64) }
            forge { $0.continues.toggle() }
            forge { $0.end += 1 }
            forge { $0.seal = String(repeating: "0", count: 64) }
            forge { $0.seal = "" }
            for each in forged {
                let answer = try await devices.ask(
                    .post, "/api/sites", as: phone, body: each.answer("connect"))
                #expect(answer.status == 410, "\(each)")
            }
            let body = fields.answer("connect")
            #expect(try await devices.askHere(.post, "/api/sites", body).status == 405)
            #expect(try await devices.ask(.post, "/api/sites", body: body).status == 401)
            clock.advance(by: SiteRequestSeal.lifetime)
            #expect(try await devices.ask(.post, "/api/sites", as: phone, body: body).status == 410)
            #expect(try await state(devices, "s") == "waiting")
            #expect(try devices.signIns.sites() == [])
        }
    }

    @Test func `a site learns that the owner has refused it`() async throws {
        let clock = TestClock()
        try await DeviceFixture.open(clock: clock) { devices in
            let phone = try await devices.pair()
            let fields = try DeviceFixture.fields(in: try await devices.enter("s"))
            let answer = try await devices.ask(.post, "/api/sites", as: phone, body: fields.answer("refuse"))
            #expect(answer.status == 204)
            #expect(try await state(devices, "s") == "refused")
            #expect(try await state(devices, "t") == "waiting")
            clock.advance(by: SiteRequestSeal.lifetime)
            #expect(try await state(devices, "s") == "waiting")
        }
    }

    @Test func `a site learns that the question is shown, and that its window was closed`() async throws {
        let clock = TestClock()
        try await DeviceFixture.open(clock: clock) { devices in
            let phone = try await devices.pair()
            let entrance = try await devices.enter("s")
            let fields = try DeviceFixture.fields(in: entrance)
            let match = try #require(entrance.text.firstMatch(of: /href="(\/site\?[^"]*)"/))
            let address = String(match.1).replacing("&amp;", with: "&")
            let headers: HTTPFields = [.secFetchSite: "same-origin"]
            // A device that isn't paired shows nothing, and another seal isn't the server's.
            #expect(try await devices.ask(address, headers: headers).status == 401)
            let forged = address.replacing("continues=true", with: "continues=false")
            #expect(try await devices.ask(forged, as: phone, headers: headers).status == 200)
            #expect(try await state(devices, "s") == "waiting")
            #expect(try await devices.ask(address, as: phone, headers: headers).status == 200)
            #expect(try await state(devices, "s") == "asking")

            // The page is loaded again.
            let leave = fields.answer("leave")
            #expect(try await devices.ask(.post, "/api/sites", as: phone, body: leave).status == 204)
            #expect(try await state(devices, "s") == "asking")
            #expect(try await devices.ask(address, as: phone, headers: headers).status == 200)
            clock.advance(by: 10)
            #expect(try await state(devices, "s") == "asking")
            // The window is closed.
            #expect(try await devices.ask(.post, "/api/sites", as: phone, body: leave).status == 204)
            clock.advance(by: 3)
            #expect(try await state(devices, "s") == "refused")
            #expect(try devices.signIns.sites() == [])
        }
    }

    @Test(arguments: ["owner", "device", "site"])
    func `a site that was disconnected has no sessions any more`(_ way: String) async throws {
        try await DeviceFixture.open { devices in
            let phone = try await devices.pair()
            let id = try await devices.connect("s", on: phone)
            let pick = try await devices.pick("s")
            switch way {
            case "owner": #expect(try await devices.askHere(.delete, "/api/sites/\(id)").status == 204)
            case "device": #expect(try devices.signIns.end(phone.id))
            default: #expect(try await devices.askAsSite(.delete, "/api/site", "s").status == 204)
            }
            #expect(try await devices.askAsSite(.get, "/api/picks/\(pick.number)", pick.token).status == 404)
            #expect(try await devices.askAsSite(.post, "/api/picks", "s", body: "{}").status == 401)
            #expect(try await state(devices, "s") == "waiting")
            #expect(try await devices.askAsSite(.delete, "/api/site", "s").status == 401)
            #expect(try await devices.askHere(.delete, "/api/sites/\(id)").status == 404)
            if way == "device" {
                // The server does this when the doorbell rings.
                try devices.server.picks.deleteSessions { (try? devices.signIns.site($0)) == nil }
            }
            #expect(try devices.server.picks.session(pick.number) == nil)
        }
    }

    @Test func `tokens of this machine and of other devices have no effect at the other listener`() async throws {
        try await DeviceFixture.open { devices in
            let phone = try await devices.pair()
            try await devices.connect("s", on: phone)
            let there = try await devices.pick("s")
            let origin: HTTPFields = [.origin: DeviceFixture.site, .contentType: "application/json"]
            let here: DeviceFixture.Pick = try await devices.sendHere(
                .post, "/api/picks", origin, body: Data("{}".utf8)
            ).decoded()
            #expect(try await devices.askAsSite(.get, "/api/picks/\(here.number)", here.token).status == 404)
            var headers = origin
            headers[.authorization] = "Bearer \(there.token)"
            #expect(try await devices.sendHere(.get, "/api/picks/\(there.number)", headers).status == 404)
            headers[.authorization] = "Bearer \(here.token)"
            #expect(try await devices.sendHere(.get, "/api/picks/\(here.number)", headers).status == 200)
        }
    }

    @Test func `a device sees the sessions of its own sites alone`() async throws {
        try await DeviceFixture.open { devices in
            let (phone, tablet) = (try await devices.pair("Phone"), try await devices.pair("Tablet"))
            let id = try await devices.connect("s", on: phone)
            #expect(try await devices.ask("/api/sites/\(id)/pick", as: phone).decoded(as: Waiting.self).number == nil)
            #expect(try await devices.ask("/api/sites/\(id)/pick", as: tablet).status == 404)
            #expect(try await devices.ask("/api/sites/x/pick", as: phone).status == 404)
        }
    }

    @Test func `browsers may ask before requests of sites, and before no others`() async throws {
        try await DeviceFixture.open { devices in
            let asking: HTTPFields = [.origin: DeviceFixture.site, .secFetchSite: "cross-site"]
            for path in ["/api/picks", "/api/picks/x", "/api/site", "/albumen-picker.js"] {
                let answer = try await devices.send(.options, path, asking)
                #expect(answer.status == 204 && answer.headers[.accessControlAllowOrigin] == "*", "\(path)")
            }
            for path in ["/", "/api/sites", "/api/session", "/connect", "/api/collections"] {
                let answer = try await devices.send(.options, path, asking)
                #expect(answer.status != 204 && answer.headers[.accessControlAllowOrigin] == nil, "\(path)")
            }
        }
    }
}
