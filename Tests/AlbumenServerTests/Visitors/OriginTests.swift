import Foundation
import HTTPTypes
import Testing

@testable import AlbumenServer

/// Requests from another site's page.
@Suite struct OriginTests {
    private static let fetchSite = HTTPField.Name("Sec-Fetch-Site")!
    private static let fetchMode = HTTPField.Name("Sec-Fetch-Mode")!
    private static let fetchDestination = HTTPField.Name("Sec-Fetch-Dest")!

    @Test(
        arguments: [
            "example.com", "127.0.0.1", "127.0.0.1:1", "localhost:0", "127.0.0.2:0", "[::1]:0",
            "127.0.0.1:0.example.com",
            "127.0.0.1:00", "127.0.0.1:0:0", "user@127.0.0.1:0", "",
        ], GalleryFixture.Visitor.allCases)
    func `another host is refused for everyone`(host: String, visitor: GalleryFixture.Visitor) async throws {
        try await GalleryFixture.open { gallery in
            for path in ["/", "/api/collections", try gallery.link(), "/nowhere"] {
                let answer = try await gallery.respond(path, as: visitor, host: host)
                #expect(answer.status == 421)
                #expect(answer.refusal?.code == "foreignHost")
                #expect(answer.cookie == nil)
            }
        }
    }

    @Test(arguments: GalleryFixture.Visitor.allCases)
    func `a missing host is refused for everyone`(visitor: GalleryFixture.Visitor) async throws {
        try await GalleryFixture.open { (gallery) async throws in
            #expect(try await gallery.respond("/", as: visitor, host: .some(nil)).status == 421)
        }
        try await GalleryFixture.serve { (gallery) async throws in
            #expect(try await gallery.respond("/", as: visitor, host: .some(nil)).status == 421)
            #expect(try await gallery.respond("/", as: visitor, host: "127.0.0.1").status == 421)
        }
    }

    @Test func `a refused host does not use up a link`() async throws {
        try await GalleryFixture.open { gallery in
            let link = try gallery.link()
            _ = try await gallery.respond(link, as: .nobody, host: "example.com")
            _ = try await gallery.respond(link, as: .nobody, headers: [.origin: "https://example.com"])
            #expect(try await gallery.respond(link, as: .nobody).cookie != nil)
        }
    }

    @Test(
        arguments: [
            "null", "http://example.com", "https://127.0.0.1:0", "http://127.0.0.1", "http://127.0.0.1:1",
            "http://localhost:0", "http://127.0.0.1:0/", "HTTP://127.0.0.1:0", "",
        ], GalleryFixture.Visitor.allCases)
    func `a foreign origin is refused for everyone`(origin: String, visitor: GalleryFixture.Visitor) async throws {
        try await GalleryFixture.open { gallery in
            for path in ["/", "/api/collections", "/nowhere"] {
                let answer = try await gallery.respond(path, as: visitor, headers: [.origin: origin])
                #expect(answer.status == 403)
                #expect(answer.refusal?.code == "foreignOrigin")
            }
        }
    }

    @Test func `a foreign origin among several is refused`() async throws {
        try await GalleryFixture.open { (gallery) async throws in
            var headers = HTTPFields()
            headers.append(HTTPField(name: .origin, value: gallery.address.origin))
            headers.append(HTTPField(name: .origin, value: "http://example.com"))
            #expect(try await gallery.respond("/api/collections", headers: headers).status == 403)
        }
    }

    @Test func `the server's own origin is accepted`() async throws {
        try await GalleryFixture.open { (gallery) async throws in
            let headers: HTTPFields = [.origin: gallery.address.origin, Self.fetchSite: "same-origin"]
            #expect(try await gallery.respond("/api/collections", headers: headers).status == 200)
            #expect(try await gallery.respond("/api/collections", as: .nobody, headers: headers).status == 401)
            #expect(try await gallery.respond("/", headers: [Self.fetchSite: "none"]).status == 200)
        }
    }

    @Test(arguments: ["cross-site", "same-site", "nonsense"], ["no-cors", "cors", "websocket", "same-origin"])
    func `requests for parts of another site's page are refused`(site: String, mode: String) async throws {
        try await GalleryFixture.open { (gallery) async throws in
            for destination in ["image", "script", "video", "empty", "document"] {
                let headers: HTTPFields = [
                    Self.fetchSite: site, Self.fetchMode: mode, Self.fetchDestination: destination,
                ]
                #expect(try await gallery.respond("/api/collections", headers: headers).status == 403)
                #expect(try await gallery.respond("/api/collections", as: .nobody, headers: headers).status == 403)
            }
        }
    }

    @Test(arguments: ["cross-site", "same-site"])
    func `a followed link reaches the cookie check`(site: String) async throws {
        try await GalleryFixture.open { (gallery) async throws in
            let headers: HTTPFields = [
                Self.fetchSite: site, Self.fetchMode: "navigate", Self.fetchDestination: "document",
            ]
            #expect(try await gallery.respond("/", as: .nobody, headers: headers).status == 401)
            #expect(try await gallery.respond("/", as: .owner, headers: headers).status == 200)
            #expect(try await gallery.respond(gallery.link(), as: .nobody, headers: headers).cookie != nil)
            #expect(try await gallery.respond(.post, "/", as: .owner, headers: headers).status == 403)
            for frame in ["iframe", "frame", "embed", "object"] {
                var framed = headers
                framed[Self.fetchDestination] = frame
                #expect(try await gallery.respond("/", as: .owner, headers: framed).status == 403)
            }
        }
    }
}
