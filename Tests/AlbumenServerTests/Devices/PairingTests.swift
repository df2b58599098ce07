import AlbumenTestSupport
import Foundation
import HTTPTypes
import Testing

@testable import Albumen
@testable import AlbumenServer

/// Devices that are added by a link, four digits and the owner's answer.
@Suite struct PairingTests {
    private struct State: Decodable {
        let state: String
    }

    private struct Open: Decodable {
        struct Pairing: Decodable {
            let id: String
            let state: String
            let name: String?
            let address: String?
            let number: String?
        }

        let addresses: [String]
        let fingerprint: String?
        let pairings: [Pairing]
    }

    @Test func `a device that the owner confirms may see and change the library`() async throws {
        try await DeviceFixture.open { devices in
            let offered = try await devices.offer()
            // The key is in the fragment, which browsers don't send.
            #expect(offered.link.hasPrefix("https://attic.local:0/pair#"))
            #expect(offered.key.utf8.count == 43)
            let claimed: DeviceFixture.Claimed = try await devices.claim(offered.key, name: "Anna’s phone").decoded()
            #expect(claimed.number.wholeMatch(of: /[0-9]{4}/) != nil)
            #expect(try await devices.state(claimed).decoded(as: State.self).state == "asking")
            #expect(try await devices.state(claimed).cookie == nil)
            let open: Open = try await devices.askHere(.get, "/api/pairings").decoded()
            #expect(open.addresses.first == "https://attic.local:0" && open.fingerprint?.utf8.count == 95)
            let pairing = try #require(open.pairings.first)
            #expect(pairing.name == "Anna’s phone" && pairing.address == DeviceFixture.phone)
            #expect(pairing.number == claimed.number && pairing.state == "asking")

            #expect(try await devices.answer(offered, claimed.number) == 204)
            let answer = try await devices.state(claimed)
            let cookie = try #require(answer.cookie)
            #expect(cookie.name.hasPrefix("__Host-albumen-"))
            #expect(Set(cookie.attributes).isSuperset(of: ["Secure", "HttpOnly", "SameSite=Lax", "Path=/"]))
            // The first answer may have been lost.
            #expect(try await devices.state(claimed).cookie?.value == cookie.value)
            let signIn = try #require(try devices.signIns.device(ofCookie: cookie.value))
            #expect(signIn.browser == "Anna’s phone" && signIn.device?.address == DeviceFixture.phone)
            let page = try await devices.ask("/", headers: [.cookie: "\(cookie.name)=\(cookie.value)"])
            #expect(page.status == 200)
        }
    }

    @Test func `without the owner's confirmation, and with other digits, nothing is paired`() async throws {
        try await DeviceFixture.open { devices in
            let offered = try await devices.offer()
            // Nobody waits yet.
            #expect(try await devices.answer(offered, "0000") == 404)
            let claimed: DeviceFixture.Claimed = try await devices.claim(offered.key).decoded()
            let others = claimed.number == "0000" ? "0001" : "0000"
            #expect(try await devices.answer(offered, others) == 404)
            #expect(try await devices.answer(offered, claimed.number, confirms: false) == 204)
            #expect(try await devices.answer(offered, claimed.number) == 404)
            let answer = try await devices.state(claimed)
            #expect(answer.cookie == nil)
            #expect(try answer.decoded(as: State.self).state == "refused")
            #expect(try devices.signIns.all() == [])
        }
    }

    @Test func `a second device that opens the link ends the pairing for both`() async throws {
        try await DeviceFixture.open { devices in
            let offered = try await devices.offer()
            let first: DeviceFixture.Claimed = try await devices.claim(offered.key).decoded()
            #expect(try await devices.claim(offered.key, from: "192.168.1.66").status == 404)
            #expect(try await devices.state(first).decoded(as: State.self).state == "contested")
            #expect(try await devices.answer(offered, first.number) == 404)
            #expect(try devices.signIns.all() == [])
        }
    }

    @Test func `a device that got no answer opens the link again, and nobody else does`() async throws {
        try await DeviceFixture.open { devices in
            let offered = try await devices.offer()
            let attempt = String(repeating: "a", count: 32)
            let lost: DeviceFixture.Claimed = try await devices.claim(offered.key, attempt: attempt).decoded()
            let second: DeviceFixture.Claimed = try await devices.claim(offered.key, attempt: attempt).decoded()
            #expect(second.number == lost.number)
            #expect(try await devices.state(lost).status == 404)
            #expect(try await devices.answer(offered, second.number) == 204)
            // The device may also have missed everything until the owner's answer.
            let third: DeviceFixture.Claimed = try await devices.claim(offered.key, attempt: attempt).decoded()
            #expect(try await devices.state(third).cookie != nil)
            #expect(try await devices.claim(offered.key, attempt: String(repeating: "b", count: 32)).status == 404)
            #expect(try await devices.state(third).cookie != nil)

            let caught = try await devices.offer()
            let first: DeviceFixture.Claimed = try await devices.claim(caught.key, attempt: attempt).decoded()
            #expect(try await devices.claim(caught.key, attempt: String(repeating: "b", count: 32)).status == 404)
            #expect(try await devices.state(first).decoded(as: State.self).state == "contested")
            #expect(try await devices.claim(caught.key, attempt: "short").status == 400)
        }
    }

    @Test func `a link works for five minutes, and not after it was used`() async throws {
        let clock = TestClock()
        try await DeviceFixture.open(clock: clock) { devices in
            let late = try await devices.offer()
            clock.advance(by: 299)
            let claimed: DeviceFixture.Claimed = try await devices.claim(late.key).decoded()
            clock.advance(by: 1)
            #expect(try await devices.answer(late, claimed.number) == 404)
            #expect(try await devices.state(claimed).status == 404)
            #expect(try await devices.claim(late.key).status == 404)

            let used = try await devices.offer()
            let device: DeviceFixture.Claimed = try await devices.claim(used.key).decoded()
            #expect(try await devices.answer(used, device.number) == 204)
            // A later use pairs nobody, and doesn't sign the device out.
            #expect(try await devices.claim(used.key).status == 404)
            #expect(try await devices.state(device).cookie != nil)

            let cancelled = try await devices.offer()
            #expect(try await devices.askHere(.delete, "/api/pairings/\(cancelled.id)").status == 204)
            #expect(try await devices.claim(cancelled.key).status == 404)
        }
    }

    @Test func `a device that signs out or is signed out also ends those that it has added`() async throws {
        try await DeviceFixture.open { devices in
            let phone = try await devices.pair("Phone")
            let tablet = try await devices.pair("Tablet", with: phone)
            let watch = try await devices.pair("Watch", with: tablet)
            let other = try await devices.pair("Other")
            #expect(try await devices.ask("/api/session", as: watch).status == 200)
            #expect(try await devices.ask(.delete, "/api/browsers/\(phone.id)", as: other).status == 204)
            for device in [phone, tablet, watch] {
                #expect(try await devices.ask("/api/session", as: device).status == 401)
            }
            #expect(try await devices.ask("/api/session", as: other).status == 200)
            #expect(try devices.signIns.all().map(\.browser) == ["Other"])
        }
    }

    @Test func `a link of a device that was signed out adds nobody`() async throws {
        try await DeviceFixture.open { devices in
            let phone = try await devices.pair("Phone")
            let offered = try await devices.offer(as: phone)
            let claimed: DeviceFixture.Claimed = try await devices.claim(offered.key).decoded()
            #expect(try devices.signIns.end(phone.id))
            // Also if the owner confirms on this machine.
            #expect(try await devices.answer(offered, claimed.number) == 404)
            #expect(try await devices.state(claimed).status == 404)
            #expect(try devices.signIns.all() == [])
        }
    }

    @Test func `a confirmed device gets its cookie also when the link has ended, and after a cancellation`()
        async throws
    {
        let clock = TestClock()
        try await DeviceFixture.open(clock: clock) { devices in
            let offered = try await devices.offer()
            let claimed: DeviceFixture.Claimed = try await devices.claim(offered.key).decoded()
            clock.advance(by: 290)
            #expect(try await devices.answer(offered, claimed.number) == 204)
            clock.advance(by: 290)
            #expect(try await devices.askHere(.delete, "/api/pairings/\(offered.id)").status == 204)
            #expect(try await devices.state(claimed).cookie != nil)
        }
    }

    @Test func `a device stays signed in when the server was started again, and not in a copy`() async throws {
        let (clock, state) = (TestClock(), try TemporaryFolder())
        let temporary = try TemporaryLibrary(now: clock.now)
        var paired: DeviceFixture.Device?
        try await DeviceFixture.open(temporary, state: state, clock: clock) { paired = try await $0.pair() }
        let device = try #require(paired)
        try await DeviceFixture.open(temporary, state: state, clock: clock) { (devices) async throws in
            #expect(try await devices.ask("/api/session", as: device).status == 200)
            // The token of the former session changes nothing.
            #expect(
                try await devices.ask(
                    .post, "/api/collections", as: device, body: "{\"type\":\"album\",\"title\":\"A\"}"
                ).refusal?.code == "noToken")
            clock.advance(by: LastingSignIn.lifetime)
            #expect(try await devices.ask("/api/session", as: device).status == 401)
        }
        try await DeviceFixture.open(state: state, clock: clock) { (devices) async throws in
            #expect(try await devices.ask("/api/session", as: device).status == 401)
        }
    }

    @Test func `attempts to pair are limited for each address and in all`() async throws {
        try await DeviceFixture.open { devices in
            let offered = try await devices.offer()
            var statuses: [Int: Int] = [:]
            for attempt in 0..<1_000 {
                let address = "192.168.\(attempt / 250 % 4).\(attempt % 250)"
                statuses[try await devices.claim("key-\(attempt)", from: address).status, default: 0] += 1
            }
            // A minute may pass meanwhile.
            #expect(statuses[404, default: 0] >= AttemptLimit.limit && statuses[429, default: 0] > 0, "\(statuses)")
            #expect(statuses.keys.sorted() == [404, 429])
            #expect(try await devices.offer().id != offered.id)
        }
    }

    @Test func `the limit of attempts counts a network of version 6 as one address`() throws {
        let start = ContinuousClock.now
        let time = TestInstant(start)
        let limit = AttemptLimit { time.now }
        for number in 0..<AttemptLimit.addressLimit { try limit.take(from: "fd00:1:2:3::\(number)") }
        #expect(throws: Refusal.self) { try limit.take(from: "fd00:1:2:3::ffff") }
        try limit.take(from: "fd00:1:2:4::1")
        time.advance(by: AttemptLimit.time)
        try limit.take(from: "fd00:1:2:3::ffff")
    }
}
