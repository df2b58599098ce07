import AlbumenTestSupport
import Foundation
import SentFiles
import Testing

@testable import Albumen
@testable import AlbumenServer

/// Requests whose answers would be large, and names and dates at the limits.
@Suite struct WebDAVLimitsTests {
    private func withInbox(_ body: (WebDAVFixture) async throws -> Void) async throws {
        try await DeviceFixture.open { try await body(WebDAVFixture($0)) }
    }

    @Test func `a long listing has each file once`() async throws {
        try await withInbox { dav async throws in
            let files = try dav.inbox.files()
            for number in 0..<650 {
                let file = SentFile(
                    path: try #require(SentPath(["\(number).jpg"])), state: .added, modified: Date(), created: Date(),
                    tag: "\(number)")
                #expect(try files.store(file, of: dav.sender.id))
            }
            let answer = try await dav.send("PROPFIND", "", ["Depth": "1"])
            // The parser of requests has limits that the listing is beyond.
            let hrefs = answer.text.matches(of: /href>([^<]+)</).map(\.1)
            #expect(hrefs.count == 651 && Set(hrefs).count == 651)
        }
    }

    @Test func `what a response would repeat is short`() async throws {
        try await withInbox { dav async throws in
            func status(_ method: String, _ body: String) async throws -> Int {
                try await dav.send(method, "", ["Depth": "0"], body: Data(body.utf8)).status
            }
            func question(_ count: Int, space: String) -> String {
                let names = (0..<count).map { "<x:p\($0)/>" }.joined()
                return "<propfind xmlns=\"DAV:\" xmlns:x=\"\(space)\"><prop>\(names)</prop></propfind>"
            }
            #expect(try await status("PROPFIND", question(100, space: "x")) == 207)
            #expect(try await status("PROPFIND", question(101, space: "x")) == 400)
            #expect(try await status("PROPFIND", question(1, space: String(repeating: "x", count: 257))) == 400)
            let owner = String(repeating: "x", count: WebDAVLocks.ownerLimit + 1)
            let lock = """
                <lockinfo xmlns="DAV:"><lockscope><exclusive/></lockscope><locktype><write/></locktype>\
                <owner>\(owner)</owner></lockinfo>
                """
            #expect(try await status("LOCK", lock) == 400)
        }
    }

    @Test func `a new folder takes no body of any size`() async throws {
        try await withInbox { dav async throws in
            for size in [1, 5_000] {
                #expect(try await dav.send("MKCOL", "a", body: Data(repeating: 0x20, count: size)).status == 415)
            }
            #expect(try await dav.list().isEmpty)
        }
    }

    @Test func `a name that begins with a combining character is one name`() async throws {
        try await withInbox { dav async throws in
            #expect(try await dav.send("MKCOL", "a").status == 201)
            #expect(try await dav.send("MKCOL", "a/%CC%81").status == 201)
            #expect(try await dav.put("a/%CC%81/b.part", Data("b".utf8)) == 201)
            #expect(try await dav.list("a/").count == 1)
            #expect(try await dav.move("a", to: "c") == 201)
            #expect(try await dav.send("GET", "c/%CC%81/b.part").status == 200)
        }
    }

    @Test(arguments: [
        "Sun, 32 Sep 2020 12:26:40 GMT", "Sun, 13 Sep 9223372036854775807 12:26:40 GMT",
        "Sun, 13 Sep 2020 9223372036854775807:26:40 GMT", "Sun, 13 Sep 2020 12:60:40 GMT",
        "Sun, 0 Sep 2020 12:26:40 GMT",
    ])
    func `a date that no calendar has is none`(_ text: String) {
        #expect(WebDAVDate.parsed(text) == nil)
    }
}
