import Albumen
import AlbumenTestSupport
import Foundation
import HTTPTypes
import NIOHTTP1
import Testing

@testable import AlbumenServer

/// Requests in forms that browsers don't use (RFC 9112).
@Suite struct RequestFormTests {
    // MARK: Which server is meant

    @Test func `two hosts are malformed`() async throws {
        try await GalleryFixture.serve { (gallery) async throws in
            let own = gallery.address.authority
            for other in ["example.com", own] {
                let request = gallery.wire(.get, "/api/collections", headers: ["Host: \(other)"])
                #expect(try await answer(request, gallery).hasPrefix("HTTP/1.1 400 "))
            }
        }
    }

    @Test func `the authority of an absolute target has precedence over the host`() async throws {
        try await GalleryFixture.serve { (gallery) async throws in
            let own = gallery.address.authority
            for (target, status) in [
                ("http://\(own)/api/collections", 200), ("HTTP://\(own)/api/collections?x=1", 200),
                ("http://\(own)", 200),
                ("http://example.com/api/collections", 421), ("http://user@\(own)/api/collections", 421),
                ("http://\(own).example.com/", 421), ("http:///api/collections", 421),
                ("https://\(own)/api/collections", 400), ("ftp://\(own)/", 400), ("api/collections", 400),
            ] {
                let answer = try await answer(gallery.wire(.get, target), gallery)
                #expect(answer.hasPrefix("HTTP/1.1 \(status) "), "\(target): \(answer.prefix(20))")
            }
        }
    }

    @Test(arguments: ["/a", "//example.com/a", "*", "/http://example.com"])
    func `other targets stay unchanged`(target: String) throws {
        var head = HTTPRequestHead(version: .http1_1, method: .GET, uri: target, headers: ["Host": "a"])
        try RequestHeadHandler.moveAuthority(of: &head)
        #expect(head.uri == target)
        #expect(head.headers["Host"] == ["a"])
    }

    // MARK: Bodies

    @Test(arguments: ["x\r\n", "5\r\nabcdefgh\r\n", "FFFFFFFFFFFFFFFFF\r\n", "-1\r\n\r\n"])
    func `a malformed chunk is a malformed request`(chunk: String) async throws {
        try await GalleryFixture.serve { (gallery) async throws in
            let head = gallery.wire(.post, "/api/trash").replacingOccurrences(
                of: "Content-Length: 0", with: "Transfer-Encoding: chunked")
            let answer = try await answer(head + chunk, gallery)
            #expect(answer.hasPrefix("HTTP/1.1 400 "), "\(answer)")
            #expect(answer.contains("\"code\":\"malformed\""))
            #expect(answer.lowercased().contains("connection: close"))
            #expect(answer.components(separatedBy: "HTTP/1.1 ").count == 2, "one answer")
        }
    }

    @Test func `a truncated body changes nothing`() async throws {
        try await GalleryFixture.serve { (gallery) async throws in
            let asset = try gallery.add(.movie("a.mov"))
            let body = "{\"assets\": [\"\(asset)\"]}"
            let request = gallery.wire(.post, "/api/trash", body + " ")
            let answer = try await answer(String(request.dropLast()), closesOutput: true, gallery)
            #expect(answer.hasPrefix("HTTP/1.1 400 "), "\(answer)")
            #expect(try gallery.library.owner.asset(withUUID: asset) != nil)
        }
    }

    @Test(arguments: ["100-continue", "100-Continue"])
    func `a client that expects 100-continue is invited`(expectation: String) async throws {
        try await GalleryFixture.serve { (gallery) async throws in
            let asset = try gallery.add(.movie("a.mov"))
            let body = "{\"assets\": [\"\(asset)\"]}"
            let request = gallery.wire(.post, "/api/trash", body, headers: ["Expect: \(expectation)"])
            try await RawConnection.with(gallery.address) { connection in
                try await connection.send(String(request.dropLast(body.count)))
                let invitation = try await connection.read(until: "\r\n\r\n")
                #expect(invitation == "HTTP/1.1 100 Continue\r\n\r\n")
                try await connection.send(body)
                #expect(try await connection.read().hasPrefix("HTTP/1.1 200 "))
            }
        }
    }

    @Test func `an unwanted body is not invited`() async throws {
        try await GalleryFixture.serve { (gallery) async throws in
            let refused = [
                gallery.wire(.post, "/api/trash", "{}", headers: ["Expect: 100-continue"])
                    .replacingOccurrences(of: gallery.csrfToken, with: "x"),
                gallery.wire(.put, "/api/trash", "{}", headers: ["Expect: 100-continue"]),
            ]
            for (request, status) in zip(refused, [403, 405]) {
                let answer = try await answer(request, gallery)
                #expect(answer.hasPrefix("HTTP/1.1 \(status) "), "\(answer)")
            }
        }
    }

    // MARK: Limits

    @Test func `a long header or address is refused`() async throws {
        try await GalleryFixture.serve { (gallery) async throws in
            let name = try #require(HTTPField.Name("X-Long"))
            for (count, status) in [(HeadLimitMiddleware.fieldLimit, 200), (HeadLimitMiddleware.fieldLimit + 1, 431)] {
                let answer = try await gallery.respond(
                    "/api/collections", headers: [name: String(repeating: "x", count: count)])
                #expect(answer.status == status)
            }
            let path = "/api/collections?x="
            let longest = HeadLimitMiddleware.targetLimit - path.utf8.count
            for (count, status) in [(longest, 200), (longest + 1, 414)] {
                #expect(try await gallery.respond(path + String(repeating: "x", count: count)).status == status)
            }
        }
    }

    @Test func `a head that exceeds all limits is malformed`() async throws {
        try await GalleryFixture.serve { (gallery) async throws in
            let filler = "X: \(String(repeating: "x", count: LocalChannel.headLimit))"
            #expect(try await answer(gallery.wire(.get, "/", headers: [filler]), gallery).hasPrefix("HTTP/1.1 400 "))
            let many = (0..<1000).map { "X-\($0): x" }
            #expect(try await answer(gallery.wire(.get, "/", headers: many), gallery).hasPrefix("HTTP/1.1 400 "))
        }
    }

    /// As many cookies as browsers store for an address, of the largest size.
    @Test func `the owner's cookie is found among any number of cookies`() async throws {
        try await GalleryFixture.serve { (gallery) async throws in
            let others = (0..<180).map { _ in "\(gallery.cookieName)=\(String(repeating: "x", count: 4000))" }
            let request = gallery.wire(.get, "/api/collections").replacingOccurrences(
                of: "Cookie: ", with: "Cookie: \(others.joined(separator: "; ")); ")
            #expect(try await answer(request, gallery).hasPrefix("HTTP/1.1 200 "))
            let many = String(repeating: "\(gallery.cookieName)=x; ", count: 10_000)
            let second = gallery.wire(.get, "/api/collections").replacingOccurrences(
                of: "Cookie: ", with: "Cookie: \(many)")
            #expect(try await answer(second, gallery).hasPrefix("HTTP/1.1 200 "))
        }
    }

    // MARK: Parts

    private func answer(
        _ request: String, closesOutput: Bool = false, _ gallery: GalleryFixture
    ) async throws -> String {
        try await RawConnection.with(gallery.address) { connection in
            try await connection.send(request)
            if closesOutput { connection.closeOutput() }
            return try await connection.read()
        }
    }
}
