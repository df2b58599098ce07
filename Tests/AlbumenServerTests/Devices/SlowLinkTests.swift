import AlbumenTestSupport
import CZlib
import Foundation
import HTTPTypes
import Testing

@testable import AlbumenServer

/// The page's files for devices, whose links are slower than loopback.
@Suite struct SlowLinkTests {
    private static let gzip: HTTPFields = [.acceptEncoding: "gzip, deflate, br"]

    private struct Damaged: Error {}

    /// Decompresses a gzip file with zlib's own reader of files.
    private func unpacked(_ bytes: Data) throws -> Data {
        let folder = try TemporaryFolder()
        let file = folder.file("packed.gz")
        try bytes.write(to: file)
        let reader = try #require(gzopen(file.path(percentEncoded: false), "rb"))
        defer { gzclose(reader) }
        var result = Data()
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = gzread(reader, &buffer, UInt32(buffer.count))
            guard count >= 0 else { throw Damaged() }
            if count == 0 { return result }
            result.append(contentsOf: buffer[..<Int(count)])
        }
    }

    @Test func `devices that accept gzip get the page's texts compressed`() async throws {
        try await DeviceFixture.open { devices in
            let device = try await devices.pair()
            for path in ["/", "/web/app.js", "/web/base.css", "/web/offline/shell.json", "/web/offline/worker.js"] {
                let plain = try await devices.ask(path, as: device)
                let packed = try await devices.ask(path, as: device, headers: Self.gzip)
                #expect(plain.status == 200 && packed.status == 200, "\(path)")
                #expect(plain.headers[.contentEncoding] == nil && packed.headers[.contentEncoding] == "gzip")
                #expect(plain.headers[.vary] == "Accept-Encoding" && packed.headers[.vary] == "Accept-Encoding")
                #expect(packed.headers[.contentType] == plain.headers[.contentType])
                #expect(packed.headers[.contentLength] == "\(packed.body.count)")
                #expect(packed.body.count < plain.body.count * 2 / 3, "\(path)")
                #expect(try unpacked(packed.body) == plain.body, "\(path)")
            }
        }
    }

    @Test func `a device with the current file gets neither form again`() async throws {
        try await DeviceFixture.open { devices in
            let device = try await devices.pair()
            let plain = try #require(try await devices.ask("/web/app.js", as: device).headers[.eTag])
            let packed = try #require(
                try await devices.ask("/web/app.js", as: device, headers: Self.gzip).headers[.eTag])
            // The bytes differ, so a strong tag can't be of both.
            #expect(packed == "W/\(plain)")
            for tag in [plain, packed] {
                var headers = Self.gzip
                headers[.ifNoneMatch] = tag
                let answer = try await devices.ask("/web/app.js", as: device, headers: headers)
                #expect(answer.status == 304 && answer.body.isEmpty)
                #expect(answer.headers[.eTag] == packed && answer.headers[.contentEncoding] == nil)
                #expect(answer.headers[.vary] == "Accept-Encoding")
            }
            var headers = Self.gzip
            headers[.ifNoneMatch] = "W/\"another\""
            #expect(try await devices.ask("/web/app.js", as: device, headers: headers).status == 200)
        }
    }

    @Test func `secrets, pictures and lists aren't compressed, and neither is anything on this machine`()
        async throws
    {
        try await DeviceFixture.open { devices in
            let device = try await devices.pair()
            for path in ["/api/session", "/api/collections", "/web/icons/icon-512.png", "/web/app.js.map"] {
                let answer = try await devices.ask(path, as: device, headers: Self.gzip)
                #expect(answer.status == 200 && answer.headers[.contentEncoding] == nil, "\(path)")
            }
            let here = try await devices.askHere(.get, "/web/app.js", headers: Self.gzip)
            #expect(here.status == 200 && here.headers[.contentEncoding] == nil && here.headers[.vary] == nil)
        }
    }

    @Test(arguments: [
        ("gzip", true), ("GZIP", true), ("x-gzip", true), ("br, gzip;q=0.5", true), ("*", true),
        ("identity, *;q=0.1", true),
        ("", false), ("br", false), ("gzip;q=0", false), ("gzip; q=0.0, *", false), ("*;q=0", false),
        ("gzipped", false),
        ("identity;q=1, gzip;q=zero", true),
    ])
    func `the header says which codings a browser accepts`(value: String, isAccepted: Bool) {
        #expect(CompressionMiddleware.accepts([value]) == isAccepted, "\(value)")
    }

    @Test func `the page of a device names its first requests, and each of them works`() async throws {
        try await DeviceFixture.open { devices in
            let device = try await devices.pair()
            let page = try await devices.ask("/", as: device)
            let link = try #require(page.headers[.link])
            #expect(FirstRequests.paths.count == 2)
            for path in FirstRequests.paths {
                #expect(link.contains("<\(path)>; rel=preload; as=fetch; crossorigin"))
                #expect(try await devices.ask(path, as: device).status == 200, "\(path)")
            }
            #expect(try await devices.ask("/").headers[.link] == nil, "without pairing")
            #expect(try await devices.askHere(.get, "/").headers[.link] == nil, "on this machine")
        }
    }
}
