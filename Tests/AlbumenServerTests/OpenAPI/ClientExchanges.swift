import Albumen
import AlbumenTestSupport
import Foundation
import HTTPTypes
import Records
import Synchronization
import Testing

@testable import AlbumenServer

/// Exchanges with each route of questions, clients and their selections, in each state.
final class ClientExchanges {
    private let gallery: GalleryFixture
    private var exchanges: [Exchange] = []

    init(_ gallery: GalleryFixture) {
        self.gallery = gallery
    }

    func all() async throws -> [Exchange] {
        let asset = try gallery.add(.photograph("chosen.jpg"))
        try await questions()
        try await clients(asset)
        try await remembered(asset)
        try await selections(asset)
        return exchanges
    }

    private func get(_ path: String, as visitor: GalleryFixture.Visitor = .owner) async throws {
        let answer = try await gallery.respond(path, as: visitor)
        exchanges.append(Exchange(method: .get, path: path, body: nil, answer: answer))
    }

    private func change(
        _ method: HTTPRequest.Method, _ path: String, _ body: String, as visitor: GalleryFixture.Visitor = .owner,
        tellsToken: Bool = true, contentType: String = "application/json"
    ) async throws {
        let answer = try await gallery.change(
            method, path, body, as: visitor, headers: [.contentType: contentType], tellsToken: tellsToken)
        exchanges.append(Exchange(method: method, path: path, body: body, answer: answer))
    }

    /// Sends the requests that each change refuses.
    private func refusals(_ method: HTTPRequest.Method, _ path: String) async throws {
        try await change(method, path, "{\"color\": 1}")
        try await change(method, path, "{}", as: .nobody)
        try await change(method, path, "{}", tellsToken: false)
        try await change(method, path, "{}", contentType: "text/plain")
        try await change(method, path, String(repeating: " ", count: JSONBody.limit + 1))
    }

    // MARK: Questions

    private func questions() async throws {
        let library = gallery.library
        let access = try library.ask(NewQuestion(client: "app", kind: .access(.readWrite), reason: "To print"))
        let adding = try library.ask(NewQuestion(client: "app", kind: .access(.addOnly)))
        let change = try library.ask(
            NewQuestion(client: "app", kind: .change(text: "delete 200 photos and videos", needsCount: 200)))
        try await get("/api/questions")
        try await get("/api/questions", as: .nobody)
        let picker = "/api/questions/\(access)/picker"
        try await self.change(.post, picker, "{}")
        try await get("/api/questions")
        try await self.change(.post, "/api/questions/\(adding)/picker", "{}")
        try await self.change(.post, "/api/questions/999999/picker", "{}")
        try await refusals(.post, picker)
        let path = "/api/questions/\(change)"
        try await self.change(.post, path, "{\"answer\": \"all\"}")
        try await self.change(.post, path, "{\"answer\": \"allow\", \"count\": 2}")
        try await refusals(.post, path)
        for question in [access, adding, change] {
            try await self.change(.post, "/api/questions/\(question)", "{\"answer\": \"none\"}")
            try await self.change(.post, "/api/questions/\(question)", "{\"answer\": \"none\"}")
        }
    }

    // MARK: Clients

    private func clients(_ asset: String) async throws {
        let path = "/api/clients/slide%20show"
        try gallery.choose([asset], for: "slide show")
        try await change(.patch, path, "{\"access\": \"limited\"}")
        try await refusals(.patch, path)
        try await get("\(path)/assets?count=1")
        try await get("\(path)/assets?after=x")
        try await get("\(path)/assets", as: .nobody)
        try await change(.post, "\(path)/choose", "{}")
        try await refusals(.post, "\(path)/choose")
        for _ in 0..<gallery.server.picks.limits.waiting {
            let answer = try await gallery.change(.post, "\(path)/choose", "{}")
            guard answer.status == 429 else { continue }
            exchanges.append(Exchange(method: .post, path: "\(path)/choose", body: "{}", answer: answer))
        }
        try await change(.post, "\(path)/deselect", "{\"assets\": [\"\(asset)\"]}")
        try await refusals(.post, "\(path)/deselect")
        try await change(.post, "\(path)/token", "{}")
        try await refusals(.post, "\(path)/token")
        try await get("/api/clients")
        try await get("/api/clients", as: .nobody)
        try await browsers()
        try await imports()
        try await watchedFolders()
        exchanges += try await UploadExchanges(gallery).all()
        for (visitor, tellsToken) in [(GalleryFixture.Visitor.owner, true), (.owner, false), (.nobody, true)] {
            let answer = try await gallery.respond(.delete, "\(path)/token", as: visitor, tellsToken: tellsToken)
            exchanges.append(Exchange(method: .delete, path: "\(path)/token", body: nil, answer: answer))
        }
    }

    /// Brings over a file, asks for all that is known of it, and undoes it.
    private func imports() async throws {
        for visitor in [GalleryFixture.Visitor.owner, .nobody] {
            try await get("/api/sources", as: visitor)
            try await get("/api/backup", as: visitor)
            try await get("/api/status", as: visitor)
            try await get("/api/import", as: visitor)
        }
        let folder = try TemporaryFolder()
        try folder.write(SampleMedia.jpeg(comment: "imported"), to: "imported.jpg")
        try folder.write(Data("no photo".utf8), to: "broken.jpg")
        try await change(.post, "/api/import", "{\"paths\": [\"\(folder.path)\"]}")
        try await change(.post, "/api/import", "{\"paths\": [\"/nowhere\"]}")
        try await refusals(.post, "/api/import")
        var album: String?
        try await waitUntil {
            let run = try await gallery.respond("/api/import").decoded(as: [String: EndedImport].self)["import"]
            album = run?.album
            return run?.state == "finished"
        }
        try await get("/api/import")
        for (visitor, tellsToken) in [(GalleryFixture.Visitor.owner, true), (.owner, false), (.nobody, true)] {
            let answer = try await gallery.respond(.delete, "/api/import", as: visitor, tellsToken: tellsToken)
            exchanges.append(Exchange(method: .delete, path: "/api/import", body: nil, answer: answer))
        }
        let imported = try #require(album)
        try await get("/api/import/undo/\(imported)")
        try await get("/api/import/undo/\(imported)", as: .nobody)
        for (album, count) in [(imported, 7), (UUID().uuidString, 1), (imported, 1), (imported, 1)] {
            try await change(.post, "/api/import/undo", "{\"album\": \"\(album)\", \"count\": \(count)}")
        }
        try await get("/api/import/undo/\(imported)")
        try await refusals(.post, "/api/import/undo")
        gallery.server.imports.close()
        try await change(.post, "/api/import", "{\"paths\": [\"\(folder.path)\"]}")
    }

    /// Adds a folder to the list, and removes it.
    private func watchedFolders() async throws {
        let folder = try TemporaryFolder()
        let path = "/api/watched-folders"
        try await change(.post, path, "{\"path\": \"\(folder.path)\", \"albums\": true}")
        try await change(.post, path, "{\"path\": \"/nowhere\"}")
        try await refusals(.post, path)
        for visitor in [GalleryFixture.Visitor.owner, .nobody] { try await get(path, as: visitor) }
        for (visitor, tellsToken) in [
            (GalleryFixture.Visitor.owner, false), (.nobody, true), (.owner, true), (.owner, true),
        ] {
            let answer = try await gallery.respond(.delete, "\(path)/1", as: visitor, tellsToken: tellsToken)
            exchanges.append(Exchange(method: .delete, path: "\(path)/1", body: nil, answer: answer))
        }
    }

    private struct EndedImport: Decodable {
        let state: String
        let album: String?
    }

    /// The gallery has no browser that stays signed in, so another one answers some requests.
    private func browsers() async throws {
        try await get("/api/browsers")
        try await get("/api/browsers", as: .nobody)
        for path in ["/api/browsers", "/api/browsers/other"] {
            for (visitor, tellsToken) in [(GalleryFixture.Visitor.owner, true), (.owner, false), (.nobody, true)] {
                let answer = try await gallery.respond(.delete, path, as: visitor, tellsToken: tellsToken)
                exchanges.append(Exchange(method: .delete, path: path, body: nil, answer: answer))
            }
        }
        let state = try TemporaryFolder()
        try await LastingFixture.run(TemporaryLibrary(), state: state) { lasting in
            let browser = try await lasting.signIn()
            let host = try lasting.runHost()
            let cookie = "albumen-\(lasting.address.port)=\(browser.session)"
            let list = try await lasting.ask("/api/browsers", at: host, [.cookie: cookie])
            exchanges.append(Exchange(method: .get, path: "/api/browsers", body: nil, answer: list))
            let session = try await lasting.ask("/api/session", at: host, [.cookie: cookie])
                .decoded(as: [String: String].self)
            let id = try #require(try lasting.signIns.all().first).id
            let headers: HTTPFields = [
                .cookie: cookie, .origin: "http://\(host)", .csrfToken: try #require(session["csrfToken"]),
            ]
            let path = "/api/browsers/\(id)"
            let answer = try await lasting.ask(.delete, path, at: host, headers)
            exchanges.append(Exchange(method: .delete, path: path, body: nil, answer: answer))
        }
    }

    private func remembered(_ asset: String) async throws {
        let rows = try gallery.library.owner.assetRows(uuids: [asset])
        let pick = ConfirmedPick(
            date: Date(timeIntervalSinceReferenceDate: 0), requester: .origin("http://app.example"),
            application: "Printer", assetCount: 1)
        try gallery.library.remember(pick, assets: Array(rows.values))
        let identifier = try #require(try gallery.library.confirmedPicks(limit: 1).first).id
        try await get("/api/clients")
        try await get("/api/remembered/\(identifier)/assets")
        try await get("/api/remembered/\(identifier)/assets", as: .nobody)
        try await get("/api/remembered/999999/assets")
    }

    // MARK: Selections

    private func selections(_ asset: String) async throws {
        let question = try gallery.library.ask(NewQuestion(client: "app", kind: .selection))
        // The sessions that another route has opened are as many as there can be.
        for number in gallery.server.picks.state.withLock({ Array($0.sessions.keys) }) {
            try gallery.server.picks.delete(number)
        }
        let session = try await SelectionClient(gallery, question: question)
        let path = "/api/picker/\(session.number)"
        let unknown = "/api/picker/\(String(session.number.reversed()))"
        try await get(path)
        let assets = "{\"assets\": [\"\(asset)\"]}"
        try await change(.post, "\(path)/chosen", assets)
        try await change(.post, "\(unknown)/chosen", assets)
        try await refusals(.post, "\(path)/chosen")
        let selection = "\(path)/selection"
        try await change(.patch, selection, "{\"revision\": 2, \"choose\": [\"\(UUID().uuidString)\"]}")
        try await change(.patch, selection, "{\"revision\": 2, \"choose\": [\"\(asset)\"]}")
        try await change(.patch, selection, "{\"revision\": 2, \"deselect\": [\"\(asset)\"]}")
        try await change(.patch, "\(unknown)/selection", "{\"revision\": 2}")
        try await refusals(.patch, selection)
        try await change(.post, "\(path)/end", "{\"action\": \"add\", \"revision\": 3}")
        try await change(.patch, selection, "{\"revision\": 4}")
    }
}
