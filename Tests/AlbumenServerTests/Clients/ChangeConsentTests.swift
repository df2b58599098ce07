import Albumen
import AlbumenTestSupport
import Foundation
import HTTPTypes
import Records
import Synchronization
import Testing

@testable import AlbumenServer

/// A client's deletions and edits wait for the owner (§10.10).
@Suite(.timeLimit(.minutes(60))) struct ChangeConsentTests {
    private static func list(_ assets: [String]) -> String {
        "{\"assets\": [\(assets.map { "\"\($0)\"" }.joined(separator: ","))]}"
    }

    @Test(arguments: [ClientAccess.Level.full, .limited])
    func `a deletion happens after the owner allows it, and not if the owner declines`(
        _ level: ClientAccess.Level
    ) async throws {
        try await GalleryFixture.serve { gallery in
            let asset = try gallery.add(.photograph("a.jpg"))
            try gallery.choose([asset], for: "app")
            let token = try gallery.token(of: "app", level)
            let texts = Mutex<[String]>([])
            let declined = try await gallery.answering({ question in
                if case .change(let text, nil) = question.kind { texts.withLock { $0.append(text) } }
                #expect(question.client == "app")
                return .none
            }) {
                try await gallery.ask(.post, "/api/trash", Self.list([asset]), token: token)
            }
            #expect(declined.status == 403)
            #expect(declined.refusal?.code == "notAllowed")
            #expect(texts.withLock { $0 } == ["delete 1 photo or video (photos go to Recently Deleted)"])
            #expect(try gallery.library.owner.assets(uuids: [asset])[asset]?.trashedDate == nil)
            let allowed = try await gallery.answering(QuestionAnswer.allowing) {
                try await gallery.ask(.post, "/api/trash", Self.list([asset]), token: token)
            }
            #expect(allowed.status == 200, "\(allowed.text)")
            #expect(try gallery.library.owner.assets(uuids: [asset])[asset]?.trashedDate != nil)
            #expect(try gallery.library.openQuestions().isEmpty)
        }
    }

    @Test func `without an answer the change fails, and the question is withdrawn`() async throws {
        try await GalleryFixture.serve(consentPatience: .milliseconds(100)) { gallery in
            let asset = try gallery.add(.photograph("a.jpg"))
            let token = try gallery.token(of: "app", .full)
            let answer = try await gallery.ask(.post, "/api/trash", Self.list([asset]), token: token)
            #expect(answer.status == 403)
            #expect(try gallery.library.openQuestions().isEmpty)
            #expect(try gallery.library.owner.assets(uuids: [asset])[asset]?.trashedDate == nil)
        }
    }

    @Test func `if the client disconnects, the question disappears`() async throws {
        try await GalleryFixture.serve { gallery in
            let asset = try gallery.add(.photograph("a.jpg"))
            let token = try gallery.token(of: "app", .full)
            let (counts, told) = AsyncStream.makeStream(of: Int.self)
            let watch = try QuestionWatch(gallery.library) { told.yield($0.count) }
            defer { watch.cancel() }
            var iterator = counts.makeAsyncIterator()
            let body = Self.list([asset])
            let request = [
                "POST /api/trash HTTP/1.1", "Host: \(gallery.address.authority)", "Authorization: Bearer \(token)",
                "Content-Type: application/json", "Content-Length: \(body.utf8.count)", "", body,
            ].joined(separator: "\r\n")
            try await RawConnection.with(gallery.address) { connection in
                try await connection.send(request)
                while let count = await iterator.next(), count == 0 {}
            }
            while let count = await iterator.next(), count > 0 {}
            #expect(try gallery.library.owner.assets(uuids: [asset])[asset]?.trashedDate == nil)
        }
    }

    @Test func `if the access is withdrawn meanwhile, an allowed change isn't made`() async throws {
        try await GalleryFixture.serve { gallery in
            let asset = try gallery.add(.photograph("a.jpg"))
            let token = try gallery.token(of: "app", .full)
            let library = gallery.library
            let answer = try await gallery.answering({ question in
                do {
                    try library.setAccess(.none, ofClient: "app", author: "test")
                } catch {
                    Issue.record(error)
                }
                return .allowing(question)
            }) {
                try await gallery.ask(.post, "/api/trash", Self.list([asset]), token: token)
            }
            #expect(answer.status == 401)
            #expect(try gallery.library.owner.assets(uuids: [asset])[asset]?.trashedDate == nil)
        }
    }

    @Test func `a large deletion needs the count from the owner, not from the client`() async throws {
        try await GalleryFixture.serve { gallery in
            let assets = try gallery.addDays(120)
            let token = try gallery.token(of: "app", .full)
            let counts = Mutex<[Int?]>([])
            let body =
                "{\"assets\": [\(assets.map { "\"\($0)\"" }.joined(separator: ","))], \"confirmedRemovals\": 120}"
            let answer = try await gallery.answering({ question in
                if case .change(_, let count) = question.kind { counts.withLock { $0.append(count) } }
                return .allowing(question)
            }) {
                try await gallery.ask(.post, "/api/trash", body, token: token)
            }
            #expect(answer.status == 200, "\(answer.text)")
            #expect(counts.withLock { $0 } == [120])
        }
    }

    @Test func `edits and albums are asked about, other changes aren't`() async throws {
        try await GalleryFixture.serve { gallery in
            let asset = try gallery.add(.photograph("a.jpg"))
            let token = try gallery.token(of: "app", .full)
            let texts = Mutex<[String]>([])
            try await gallery.answering({ question in
                if case .change(let text, _) = question.kind { texts.withLock { $0.append(text) } }
                return .allowing(question)
            }) {
                func ask(_ method: HTTPRequest.Method, _ path: String, _ json: String?) async throws -> Int {
                    try await gallery.ask(method, path, json, token: token).status
                }
                #expect(
                    try await ask(.patch, "/api/assets", "{\"assets\": [\"\(asset)\"], \"isFavorite\": true}") == 200)
                #expect(try await ask(.post, "/api/collections", "{\"type\": \"album\", \"title\": \"A\"}") == 201)
                #expect(texts.withLock { $0 } == [])
                let recipe = "{\"recipe\": {\"exposure\": 1}, \"revision\": \"unedited\"}"
                _ = try await ask(.post, "/api/assets/\(asset)/adjustments", recipe)
                _ = try await ask(.post, "/api/adjustments", "{\"assets\": [\"\(asset)\"], \"recipe\": {}}")
                let album = try gallery.addAlbum("B")
                #expect(try await ask(.delete, "/api/collections/\(album)", nil) == 200)
            }
            #expect(texts.withLock { $0 } == ["edit 1 photo or video", "edit 1 photo or video", "delete 1 album"])
        }
    }

    @Test func `a client has at most two changes that wait`() async throws {
        try await GalleryFixture.serve { gallery in
            let assets = try gallery.addDays(3)
            let token = try gallery.token(of: "app", .full)
            let (counts, told) = AsyncStream.makeStream(of: [Int64].self)
            let watch = try QuestionWatch(gallery.library) { told.yield($0.map(\.id)) }
            defer { watch.cancel() }
            try await withThrowingTaskGroup(of: Int.self) { group in
                for asset in assets.prefix(2) {
                    group.addTask {
                        try await gallery.ask(.post, "/api/trash", Self.list([asset]), token: token).status
                    }
                }
                for await questions in counts where questions.count == 2 {
                    let third = try await gallery.ask(.post, "/api/trash", Self.list([assets[2]]), token: token)
                    #expect(third.status == 429)
                    #expect(third.headers[.retryAfter] != nil)
                    for question in questions { _ = try gallery.library.answer(question, .none, author: "page") }
                    break
                }
                for try await status in group { #expect(status == 403) }
            }
        }
    }
}
