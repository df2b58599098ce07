import AlbumenTestSupport
import Foundation
import HTTPTypes
import Hummingbird
import Testing

@testable import Albumen
@testable import AlbumenServer

/// What programs with a sender's password reach, on this machine and on other devices.
@Suite struct SenderAccessTests {
    /// The two routers.
    enum Place: CaseIterable, Sendable {
        case here, there
    }

    private func send(
        _ method: HTTPRequest.Method = .get, _ path: String, _ headers: HTTPFields, _ place: Place,
        _ devices: DeviceFixture
    ) async throws -> Answer {
        switch place {
        case .here: try await devices.sendHere(method, path, headers)
        case .there: try await devices.send(method, path, headers)
        }
    }

    private static let unknown = "/dav/nowhere/at/all"

    private func routes(_ place: Place, _ devices: DeviceFixture) throws -> [(HTTPRequest.Method, String)] {
        let router =
            place == .here
            ? devices.server.router() : try devices.server.deviceRouter(for: devices.devices)
        _ = router.buildResponder()
        return router.routes.map { ($0.method, $0.path.description) }
    }

    @Test(arguments: Place.allCases)
    func `a sender reaches its own paths alone`(_ place: Place) async throws {
        try await DeviceFixture.open { devices in
            let (_, password) = try devices.signIns.addSender(named: "phone", canRead: true)
            let given = [
                DeviceFixture.credentials("phone", password), [.authorization: "Bearer \(password)"],
            ]
            let open: Set = [
                "/pair", "/authority.crt", "/api/pairing", "/open", "/albumen-picker.js", "/connect", "/api/site",
            ]
            var count = 0
            for (method, path) in try routes(place, devices) where !SenderArea.contains(path) {
                guard !open.contains(path), !path.hasPrefix("/pick"), !path.hasPrefix("/api/picks") else { continue }
                for headers in given {
                    let address = path == "/web/**" ? "/web/app.js" : path.replacing(/\{[^}]+\}/, with: "x")
                    let answer = try await send(method, address, headers, place, devices)
                    // A change on this machine without an origin gets 403 before.
                    #expect(
                        answer.status == 401 || answer.status == 403 && !method.isSafe, "\(method) \(path) \(headers)")
                    count += 1
                }
            }
            #expect(count > 100)
            #expect(try devices.signIns.senders().map(\.name) == ["phone"])
        }
    }

    @Test(arguments: Place.allCases)
    func `only the password of a sender opens the paths of senders`(_ place: Place) async throws {
        try await DeviceFixture.open { devices in
            let (sender, password) = try devices.signIns.addSender(named: "phone")
            let (removed, former) = try devices.signIns.addSender(named: "former")
            #expect(try devices.signIns.removeSender(removed.id) != nil)
            let device = try await devices.pair()
            let credentials = DeviceFixture.credentials
            let encoded = Data("phone\(password)".utf8).base64EncodedString()
            let refused: [HTTPFields] = [
                [:], [.cookie: device.cookie, .csrfToken: device.csrfToken], credentials("former", former),
                credentials("phone", former), credentials("desk", password), credentials("", password),
                credentials("phone", ""), [.authorization: "Bearer \(former)"], [.authorization: "Bearer"],
                [.authorization: "Basic \(encoded)"], [.authorization: "Basic ???"], [.authorization: password],
            ]
            for path in ["/dav", "/dav/", Self.unknown, "/inbox", "/inbox/x/y"] {
                for headers in refused {
                    let answer = try await send(.get, path, headers, place, devices)
                    #expect([401, 429].contains(answer.status), "\(path) \(headers)")
                    if answer.status == 401 {
                        #expect(answer.headers[.wwwAuthenticate] == "Basic realm=\"Albumen\", charset=\"UTF-8\"")
                        #expect(answer.refusal?.code == "noSender")
                    }
                }
            }
            // The limit counts wrong passwords, so that the right one still works.
            for headers in [
                credentials("phone", password), credentials("PHONE", password.uppercased()),
                [.authorization: "Bearer \(password)"], [.authorization: "bearer  \(password)"],
            ] {
                #expect(try await send(.get, Self.unknown, headers, place, devices).status == 404)
            }
            #expect(try devices.signIns.sender(sender.id)?.lastUse != nil)
            #expect(
                try devices.signIns.sender(sender.id)?.address == (place == .here ? nil : DeviceFixture.phone))
        }
    }

    @Test(arguments: Place.allCases)
    func `the owner's cookie and the cookie of a device have no effect on the paths of senders`(
        _ place: Place
    ) async throws {
        try await DeviceFixture.open { devices in
            let device = try await devices.pair()
            for path in ["/dav", "/dav/", Self.unknown, "/inbox/x", "//dav/x", "/dav//x"] {
                let answer =
                    place == .here
                    ? try await devices.askHere(.get, path) : try await devices.ask(path, as: device)
                #expect([401, 403, 404].contains(answer.status), "\(path): \(answer.status)")
                if SenderArea.contains(path) { #expect(answer.status == 401) }
            }
        }
    }

    @Test func `on this machine, a password has no effect on connections of another user`() async throws {
        try await DeviceFixture.open { devices in
            let (sender, password) = try devices.signIns.addSender(named: "phone")
            let headers = DeviceFixture.credentials("phone", password)
            for peer in [ConnectionPeer.unknown, ConnectionPeer(user: 4_321, inode: 1, owner: 1_234)] {
                let answer = try await devices.sendHere(.get, Self.unknown, headers, of: peer)
                #expect(answer.status == 403 && answer.refusal?.code == "otherUser")
            }
            #expect(try devices.signIns.sender(sender.id)?.lastUse == nil)
        }
    }

    @Test(arguments: Place.allCases)
    func `pages of other sites can't use a password that the browser remembers`(_ place: Place) async throws {
        try await DeviceFixture.open { devices in
            let (_, password) = try devices.signIns.addSender(named: "phone")
            for more: HTTPFields in [
                [.origin: "https://example.org"], [.origin: "null"], [.secFetchSite: "cross-site"],
                [.secFetchSite: "same-site"],
            ] {
                for method in [HTTPRequest.Method.get, .put, .delete] {
                    var headers = DeviceFixture.credentials("phone", password)
                    for field in more { headers[field.name] = field.value }
                    let answer = try await send(method, Self.unknown, headers, place, devices)
                    #expect(answer.status == 403 && answer.refusal?.code == "foreignOrigin", "\(method) \(more)")
                }
            }
        }
    }

    @Test func `wrong passwords are limited for an address and in all, and right ones aren't`() async throws {
        try await DeviceFixture.open { devices in
            let (_, password) = try devices.signIns.addSender(named: "phone")
            func attempt(_ address: String, _ password: String) async throws -> Int {
                try await devices.send(
                    .get, Self.unknown, DeviceFixture.credentials("phone", password), from: address
                ).status
            }
            for number in 0..<AttemptLimit.limit {
                let address = "10.0.0.\(number / AttemptLimit.addressLimit)"
                #expect(try await attempt(address, "wrong") == 401)
            }
            #expect(try await attempt("10.0.0.0", "wrong") == 429)
            #expect(try await attempt("10.0.0.77", "wrong") == 429)
            #expect(try await attempt("10.0.0.0", password) == 404)
            // Clients first ask without a password.
            #expect(try await devices.send(.get, Self.unknown, from: "10.0.0.0").status == 401)
        }
    }

    @Test func `a device adds senders, which end with it`() async throws {
        try await DeviceFixture.open { devices in
            let device = try await devices.pair()
            let answer = try await devices.ask(.post, "/api/senders", as: device, body: "{\"name\":\"backup\"}")
            #expect(answer.status == 201)
            let added = try answer.decoded(as: Added.self)
            let headers = DeviceFixture.credentials("backup", added.password)
            #expect(try await devices.send(.get, Self.unknown, headers).status == 404)
            #expect(try devices.signIns.sender(added.sender.id)?.addedBy == device.id)
            #expect(try await devices.ask(.delete, "/api/browsers/\(device.id)", as: device).status == 204)
            #expect(try await devices.send(.get, Self.unknown, headers).status == 401)
        }
    }

    private struct Added: Decodable {
        struct Sender: Decodable {
            let id: String
        }

        let sender: Sender
        let password: String
    }

    @Test func `the owner's page removes a sender`() async throws {
        try await DeviceFixture.open { devices in
            let added = try await devices.askHere(.post, "/api/senders", "{\"name\":\"backup\"}")
                .decoded(as: Added.self)
            let headers = DeviceFixture.credentials("backup", added.password)
            #expect(try await devices.sendHere(.get, Self.unknown, headers).status == 404)
            // A name isn't an identifier.
            #expect(try await devices.askHere(.delete, "/api/senders/backup").status == 404)
            #expect(try await devices.askHere(.delete, "/api/senders/\(added.sender.id)").status == 204)
            #expect(try await devices.sendHere(.get, Self.unknown, headers).status == 401)
        }
    }
}
