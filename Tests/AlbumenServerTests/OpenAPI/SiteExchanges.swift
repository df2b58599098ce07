import Albumen
import AlbumenTestSupport
import HTTPTypes

@testable import AlbumenServer

/// Exchanges with the routes of connected sites.
struct SiteExchanges {
    /// A server that doesn't listen for other devices.
    private let gallery: GalleryFixture

    init(_ gallery: GalleryFixture) { self.gallery = gallery }

    func all() async throws -> [Exchange] {
        let path = "/api/sites"
        var exchanges: [Exchange] = []
        func add(_ method: HTTPRequest.Method, _ path: String, _ answer: Answer, _ body: String? = nil) {
            exchanges.append(Exchange(method: method, path: path, body: body, answer: answer))
        }
        for (tellsToken, visitor) in [(true, GalleryFixture.Visitor.owner), (false, .owner), (true, .nobody)] {
            add(.get, path, try await gallery.respond(.get, path, as: visitor, tellsToken: tellsToken))
            let site = "\(path)/other"
            add(.delete, site, try await gallery.respond(.delete, site, as: visitor, tellsToken: tellsToken))
        }
        try await DeviceFixture.open { devices in
            let phone = try await devices.pair()
            let fields = try DeviceFixture.fields(in: try await devices.enter("s"))
            let long = String(repeating: " ", count: SiteAnswer.bodyLimit + 1)
            let valid = fields.answer("connect")
            for body in [fields.answer("refuse"), valid, "{\"other\":1}", long] {
                add(.post, path, try await devices.ask(.post, path, as: phone, body: body), body)
            }
            var other = fields
            other.end = 0
            let late = other.answer("connect")
            add(.post, path, try await devices.ask(.post, path, as: phone, body: late), late)
            add(.post, path, try await devices.ask(.post, path, as: phone))
            add(.post, path, try await devices.ask(.post, path, body: valid), valid)
            let foreign: HTTPFields = [.origin: "https://example.org"]
            add(.post, path, try await devices.ask(.post, path, as: phone, headers: foreign, body: valid), valid)

            let site = try devices.signIns.sites().first?.id ?? ""
            for (id, device) in [(site, phone), ("other", phone), (site, nil)] {
                let pick = "\(path)/\(id)/pick"
                add(.get, pick, try await devices.ask(pick, as: device))
            }
            _ = try await devices.pick("s")
            add(.get, "\(path)/\(site)/pick", try await devices.ask("\(path)/\(site)/pick", as: phone))
            add(.get, path, try await devices.askHere(.get, path))
            add(.post, "/api/picks", try await devices.askAsSite(.post, "/api/picks", "x", body: "{}"), "{}")
            for method in [HTTPRequest.Method.get, .delete] {
                for (secret, origin) in [("s", DeviceFixture.site), (nil, DeviceFixture.site), ("s", nil)] {
                    let answer = try await devices.askAsSite(method, "/api/site", secret, from: origin)
                    add(method, "/api/site", answer)
                }
            }
            let again = try await devices.connect("t", on: phone)
            add(.delete, "\(path)/\(again)", try await devices.askHere(.delete, "\(path)/\(again)"))
        }
        return exchanges
    }
}
