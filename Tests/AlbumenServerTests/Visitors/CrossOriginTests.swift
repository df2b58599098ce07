import AlbumenTestSupport
import Foundation
import HTTPTypes
import Testing

@testable import AlbumenServer

/// Pages of other origins, and clients that mean harm.
@Suite struct CrossOriginTests {
    @Test func `scripts of all origins read the routes for apps, and no others`() async throws {
        try await GalleryFixture.open { gallery in
            let app = try await PickClient(gallery)
            for path in [app.path, "\(app.path)/items", "/api/picks/unknown", "/albumen-picker.js"] {
                let answer = try await app.ask(.get, path)
                #expect(answer.headers[.accessControlAllowOrigin] == "*")
                #expect(answer.headers[.accessControlAllowCredentials] == nil)
            }
            for path in ["/", "/api/session", "/api/picker/waiting", "/pick/\(app.number)", app.pickerPath] {
                #expect(try await gallery.respond(path).headers[.accessControlAllowOrigin] == nil)
            }
        }
    }

    @Test func `browsers may ask before a request, also about this machine`() async throws {
        try await GalleryFixture.open { gallery in
            func preflight(_ path: String, host: String?? = .none, _ origin: String) async throws -> Answer {
                try await gallery.respond(
                    .options, path, as: .nobody, host: host,
                    headers: [
                        .origin: origin, HTTPField.Name("Access-Control-Request-Private-Network")!: "true",
                        .accessControlRequestMethod: "POST",
                    ])
            }
            let answer = try await preflight("/api/picks", "https://app.example:8443")
            #expect(answer.status == 204)
            #expect(answer.headers[.accessControlAllowOrigin] == "*")
            #expect(answer.headers[.accessControlAllowHeaders]?.contains("Authorization") == true)
            #expect(answer.headers[HTTPField.Name("Access-Control-Allow-Private-Network")!] == "true")
            #expect(answer.headers[.accessControlAllowCredentials] == nil)
            // Pages ask whether the script is there.
            #expect(try await preflight("/albumen-picker.js", "https://app.example").status == 204)
            #expect(try await preflight("/api/assets", "https://app.example").status == 403)
            #expect(try await preflight("/api/picks", "null").status == 403)
            #expect(try await preflight("/api/picks", host: "app.example", "http://app.example").status == 421)
        }
    }

    @Test(arguments: ["null", "", "http://a.example, http://b.example", "javascript", "http://a b", "http://é.example"])
    func `a page without an origin of its own is refused`(origin: String) async throws {
        try await GalleryFixture.open { gallery in
            let answer = try await PickClient.create(gallery, "{}", origin: origin)
            #expect(answer.status == 403)
        }
    }

    @Test func `a browser that hides its origin is no program`() async throws {
        try await GalleryFixture.open { gallery in
            let answer = try await gallery.change(
                .post, "/api/picks", "{}", as: .nobody,
                headers: [HTTPField.Name("Sec-Fetch-Site")!: "cross-site"], tellsOrigin: false)
            #expect(answer.status == 403)
        }
    }

    @Test func `an entrance is the same for all numbers, and can't be framed`() async throws {
        try await GalleryFixture.open { gallery in
            let app = try await PickClient(gallery)
            let unknown = String(app.number.reversed())
            let headers: HTTPFields = [
                HTTPField.Name("Sec-Fetch-Site")!: "cross-site", HTTPField.Name("Sec-Fetch-Mode")!: "navigate",
            ]
            let entrance = try await gallery.respond("/pick/\(app.number)", as: .nobody, headers: headers)
            #expect(entrance.status == 200)
            #expect(entrance.headers[.contentSecurityPolicy]?.contains("frame-ancestors 'none'") == true)
            #expect(entrance.headers[HTTPField.Name("Cross-Origin-Opener-Policy")!] == "same-origin")
            #expect(entrance.text.contains("/picker?number=\(app.number)"))
            let other = try await gallery.respond("/pick/\(unknown)", as: .nobody, headers: headers)
            #expect(other.text.replacingOccurrences(of: unknown, with: app.number) == entrance.text)
            for number in ["x", "<script>alert(1)</script>", String(repeating: "a", count: 23), "%22%3E"] {
                let answer = try await gallery.respond("/pick/\(number)", as: .nobody)
                #expect(answer.status == 404)
                #expect(!answer.text.contains("script>"))
            }
            #expect(try await app.open().state == "open")
        }
    }

    @Test func `bad configurations name the field`() async throws {
        let deep = String(repeating: #"{"not": "#, count: 9) + #"{"kind": "images"}"# + String(repeating: "}", count: 9)
        let wide = Array(repeating: #"{"kind": "images"}"#, count: 100).joined(separator: ",")
        let cases = [
            (#"{"limit": -1}"#, "limit"), (#"{"limit": 10001}"#, "limit"), (#"{"limit": 1.5}"#, "limit"),
            (#"{"selection": "best"}"#, "selection"), (#"{"color": 1}"#, "color"),
            (#"{"disabled": ["search", "all"]}"#, "disabled"), (#"{"filter": {}}"#, "filter"),
            (#"{"filter": {"kind": "images", "not": {"kind": "videos"}}}"#, "filter"),
            (#"{"filter": {"kind": "books"}}"#, "filter.kind"),
            (#"{"filter": {"duration": [null, null]}}"#, "filter.duration"),
            (#"{"filter": {"duration": [1]}}"#, "filter.duration"),
            (#"{"filter": {"creationDate": ["yesterday", null]}}"#, "filter.creationDate"),
            ("{\"filter\": {\"any\": [\(wide)]}}", "filter"),
            ("{\"application\": \"\(String(repeating: "a", count: 201))\"}", "application"),
        ]
        try await GalleryFixture.open { gallery in
            for (configuration, field) in cases {
                let answer = try await PickClient.create(gallery, configuration, origin: nil)
                #expect(answer.status == 400, "\(configuration)")
                #expect(answer.refusal?.field == field, "\(answer.text)")
            }
            let answer = try await PickClient.create(gallery, "{\"filter\": \(deep)}", origin: nil)
            #expect(answer.status == 400)
            #expect(answer.refusal?.field?.hasPrefix("filter.not") == true)
            let accepted = try await PickClient.create(
                gallery, #"{"filter": {"creationDate": ["2026-01-31T12:00:00Z", null]}, "limit": 0}"#, origin: nil)
            #expect(accepted.status == 201)
        }
    }

    @Test func `a huge body is refused, and the server stays up`() async throws {
        try await GalleryFixture.serve { (gallery) async throws in
            let huge = String(repeating: " ", count: 65_537)
            #expect(try await PickClient.create(gallery, huge, origin: nil).status == 413)
            #expect(try await gallery.respond("/api/session").status == 200)
        }
    }

    @Test func `a slow body is refused, and the server stays up`() async throws {
        var limits = PickLimits()
        limits.bodyTime = .milliseconds(50)
        try await GalleryFixture.serve(limits: limits) { gallery in
            let head = [
                "POST /api/picks HTTP/1.1", "Host: \(gallery.address.authority)", "Content-Type: application/json",
                "Content-Length: 10", "", "{",
            ]
            let slow = try await RawConnection.with(gallery.address) { connection in
                try await connection.send(head.joined(separator: "\r\n"))
                return try await connection.read(until: "HTTP/1.1 408 ")
            }
            #expect(slow.hasPrefix("HTTP/1.1 408 "), "\(slow)")
            #expect(try await gallery.respond("/api/session").status == 200)
        }
    }

    @Test func `too many sessions are refused with a time to wait`() async throws {
        try await GalleryFixture.open { gallery in
            for _ in 0..<8 { _ = try await PickClient(gallery) }
            let answer = try await PickClient.create(gallery, "{}", origin: "http://app.example")
            #expect(answer.status == 429)
            #expect(answer.headers[.retryAfter] == "30")
            #expect(try await PickClient.create(gallery, "{}", origin: "http://other.example").status == 201)
        }
    }
}
