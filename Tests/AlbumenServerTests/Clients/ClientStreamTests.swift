import Albumen
import AlbumenTestSupport
import Foundation
import HTTPTypes
import NIOCore
import Records
import Testing

@testable import AlbumenServer

/// Streams of clients: changes, archives and videos. They end with the token, the grant or the asset.
@Suite(.timeLimit(.minutes(60))) struct ClientStreamTests {
    enum End: CaseIterable, Sendable {
        case none, newToken, noToken, otherAccess
    }

    @Test(arguments: End.allCases)
    func `the stream of changes ends with the token or the grant`(_ end: End) async throws {
        try await GalleryFixture.serve { gallery in
            let token = try gallery.token(of: "app", .limited)
            let header: HTTPFields = [.authorization: "Bearer \(token)"]
            try await gallery.follow("/api/changes", as: .nobody, headers: header) { (events) async throws in
                #expect(events.status == 200)
                #expect(try await events.next()?.name == "current")
                switch end {
                case .none: try gallery.library.setAccess(.none, ofClient: "app", author: "test")
                case .newToken: _ = try gallery.library.makeToken(forClient: "app")
                case .noToken: try gallery.library.endToken(ofClient: "app")
                case .otherAccess: try gallery.library.setAccess(.full, ofClient: "app", author: "test")
                }
                #expect(try await events.nextEvent() == nil)
            }
        }
    }

    @Test func `a limited client hears of its assets alone, and of no questions or clients`() async throws {
        try await GalleryFixture.serve { gallery in
            let (own, other) = (try gallery.add(.photograph("a.jpg")), try gallery.add(.photograph("b.jpg")))
            try gallery.choose([own], for: "app")
            let token = try gallery.token(of: "app", .limited)
            let header: HTTPFields = [.authorization: "Bearer \(token)"]
            try await gallery.follow("/api/changes", as: .nobody, headers: header) { (events) async throws in
                #expect(try await events.next()?.name == "current")
                try gallery.temporary.commit(.setFavorite(true, assetUUID: other))
                let question = try gallery.library.ask(NewQuestion(client: "other", kind: .selection))
                try gallery.library.withdraw(question)
                _ = try gallery.token(of: "other", .full)
                try gallery.temporary.commit(.setFavorite(true, assetUUID: own))
                let event = try #require(try await events.nextEvent())
                #expect(event.name == "message")
                #expect(event.data?.contains(own) == true)
                #expect(event.data?.contains(other) == false)
            }
        }
    }

    /// The names of the apps that somebody uses are private.
    @Test(arguments: [ClientAccess.Level.limited, .full])
    func `a client reads its own name as an author, and none of other apps`(
        _ level: ClientAccess.Level
    ) async throws {
        try await GalleryFixture.serve { gallery in
            let asset = try gallery.add(.photograph("a.jpg"))
            try gallery.choose([asset], for: "app")
            let token = try gallery.token(of: "app", level)
            let header: HTTPFields = [.authorization: "Bearer \(token)"]
            try await gallery.follow("/api/changes", as: .nobody, headers: header) { (events) async throws in
                #expect(try await events.next()?.name == "current")
                for (client, author) in [
                    ("secret-banking-app", "someone else"), (nil, "someone else"), ("app", "client:app"),
                ] as [(String?, String)] {
                    let principal: Principal = client.map { .client($0, access: .full) } ?? .owner(through: "page")
                    _ = try gallery.library.view(for: principal).commit([.setFavorite(true, assetUUID: asset)])
                    _ = try gallery.library.view(for: principal).commit([.setFavorite(false, assetUUID: asset)])
                    for _ in 0..<2 {
                        let data = try #require(try await events.nextEvent()?.data)
                        #expect(data.contains("\"author\":\"\(author)\""), "\(data)")
                        #expect(!data.contains("banking"))
                    }
                }
            }
            let start = ChangeToken(libraryIdentifier: gallery.library.identifier, number: 0)
            let authors = try gallery.library.owner.changes(since: start).entries.map(\.author)
            #expect(authors.contains("client:secret-banking-app"))
        }
    }

    @Test func `the owner's page hears of questions and clients`() async throws {
        try await GalleryFixture.serve { gallery in
            try await gallery.follow("/api/changes") { (events) async throws in
                #expect(try await events.next()?.name == "current")
                let question = try gallery.library.ask(NewQuestion(client: "app", kind: .selection))
                #expect(try await events.nextEvent()?.name == "questions")
                _ = try gallery.library.answer(question, .none, author: "page")
                #expect(try await events.nextEvent()?.name == "questions")
                _ = try gallery.token(of: "app")
                #expect(try await events.nextEvent()?.name == "clients")
                try gallery.library.setAccess(.limited, ofClient: "app", author: "test")
                #expect(try await events.nextEvent()?.name == "clients")
            }
        }
    }

    enum Withdrawal: CaseIterable, Sendable {
        case token, access, asset
    }

    /// The client reads slowly, so that the server can't have sent everything before the withdrawal.
    @Test(arguments: ["video", "archive"], Withdrawal.allCases)
    func `a file in flight ends before its end`(_ kind: String, _ withdrawal: Withdrawal) async throws {
        try await GalleryFixture.serve { gallery in
            let size = 64 << 20
            let asset = try gallery.add(.large("a.mov", byteCount: size))
            let other = try gallery.add(.movie("b.mov"))
            try gallery.choose([asset, other], for: "app")
            let token = try gallery.token(of: "app", .limited)
            var path = "/api/assets/\(asset)/video"
            if kind == "archive" {
                let answer = try await gallery.ask(
                    .post, "/api/downloads", "{\"assets\": [\"\(asset)\", \"\(other)\"]}", token: token)
                path = try answer.decoded(as: Prepared.self).address
                #expect(try await gallery.respond(path).status == 410, "the owner's session isn't the client")
            }
            let request = [
                "GET \(path) HTTP/1.1", "Host: \(gallery.address.authority)", "Authorization: Bearer \(token)",
                "Connection: close", "", "",
            ].joined(separator: "\r\n")
            let received = try await RawConnection.with(gallery.address) { connection in
                try await connection.send(request)
                let start = try await connection.read(until: "\r\n\r\n")
                #expect(start.hasPrefix("HTTP/1.1 200 "), "\(start.prefix(300))")
                switch withdrawal {
                case .token: try gallery.library.endToken(ofClient: "app")
                case .access: try gallery.library.setAccess(.none, ofClient: "app", author: "test")
                case .asset: try gallery.deselect([asset], of: "app")
                }
                return start.utf8.count + (try await connection.read()).utf8.count
            }
            #expect(received < size)
        }
    }

    private struct Prepared: Decodable {
        let address: String
    }
}

extension TemporaryLibrary.Sample {
    /// Returns a movie with bytes that follow its content. They are ASCII, so that texts have as many bytes.
    fileprivate static func large(_ name: String, byteCount: Int) -> Self {
        var sample = movie(name)
        sample.bytes += Data(repeating: UInt8(ascii: "x"), count: byteCount)
        return sample
    }
}
