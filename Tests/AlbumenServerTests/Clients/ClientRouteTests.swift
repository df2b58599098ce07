import Albumen
import AlbumenTestSupport
import Foundation
import HTTPTypes
import Records
import Testing

@testable import AlbumenServer

/// The routes that manage clients, for the owner's page (§10.10).
@Suite struct ClientRouteTests {
    private struct Clients: Decodable {
        struct Requester: Decodable {
            let requester: PickClient.Picker.Requester
            let picks: [Pick]
        }

        let clients: [Client]
        let requesters: [Requester]
    }

    private struct Client: Decodable {
        let client: String
        let access: String
        let since: String?
        let lastUsed: String?
        let chosen: Int
        let hasToken: Bool
        let picks: [Pick]
    }

    private struct Pick: Decodable {
        let id: Int64
        let date: String?
        let requester: PickClient.Picker.Requester
        let name: String?
        let count: Int
    }

    private struct Part: Decodable {
        struct Tile: Decodable {
            let identifier: String
            let ratio: Double
            let placeholder: String?
            let content: String
            let kinds: [String]
            let duration: Double
        }

        let count: Int
        let assets: [Tile]
        let next: String?
    }

    private struct Token: Decodable {
        let token: String
    }

    private func clients(_ gallery: GalleryFixture) async throws -> Clients {
        try await gallery.respond("/api/clients").decoded()
    }

    @Test(arguments: ["full", "limited", "addOnly", "none", "ask"])
    func `access is set and listed`(_ access: String) async throws {
        try await GalleryFixture.open { gallery in
            let asset = try gallery.add(.photograph("a.jpg"))
            try gallery.choose([asset], for: "app")
            _ = try gallery.token(of: "app", access == "full" ? .limited : .full)
            let answer = try await gallery.change(.patch, "/api/clients/app", "{\"access\": \"\(access)\"}")
            #expect(answer.status == 200)
            for client in [try answer.decoded(as: Client.self)] + (try await clients(gallery).clients) {
                #expect(client.client == "app")
                #expect(client.access == access)
                #expect(client.chosen == 1)
                #expect(client.hasToken == (access != "none"))
                #expect((client.since != nil) == (access != "ask"))
                #expect(client.lastUsed == nil)
            }
        }
    }

    @Test func `names in addresses are percent-encoded, and anything can be one`() async throws {
        try await GalleryFixture.open { gallery in
            for (name, path) in [
                ("slide show", "slide%20show"), ("a/b", "a%2Fb"), ("Füße 照片", "F%C3%BC%C3%9Fe%20%E7%85%A7%E7%89%87"),
                ("100%", "100%25"), ("%2F", "%252F"), ("..", "%2E%2E"),
            ] {
                let answer = try await gallery.change(.patch, "/api/clients/\(path)", "{\"access\": \"limited\"}")
                #expect(answer.status == 200, "\(name): \(answer.text)")
                #expect(try answer.decoded(as: Client.self).client == name)
            }
            for path in ["%20", "%C3%28", String(repeating: "a", count: 1025)] {
                let answer = try await gallery.change(.patch, "/api/clients/\(path)", "{\"access\": \"limited\"}")
                #expect(answer.status == 400, "\(path)")
            }
            #expect(
                try await gallery.change(.patch, "/api/clients/a", "{\"access\": \"some\"}").refusal?.field == "access")
        }
    }

    @Test func `chosen assets come in parts and are deselected`() async throws {
        try await GalleryFixture.open { gallery in
            let assets = try gallery.addDays(5)
            try gallery.setHidden(true, assets[1])
            try gallery.choose(assets, for: "app")
            var (found, next): ([String], String?) = ([], nil)
            repeat {
                let after = next.map { "&after=\($0)" } ?? ""
                let part: Part = try await gallery.respond("/api/clients/app/assets?count=2\(after)").decoded()
                #expect(part.count == 5)
                #expect(part.assets.count <= 2)
                #expect(part.assets.allSatisfy { !$0.content.isEmpty && $0.ratio > 0 })
                found += part.assets.map(\.identifier)
                next = part.next
            } while next != nil
            #expect(found.count == 5)
            #expect(Set(found) == Set(assets))
            let answer = try await gallery.change(
                .post, "/api/clients/app/deselect",
                "{\"assets\": [\"\(assets[0])\", \"\(assets[1])\", \"\(UUID().uuidString)\"]}")
            #expect(answer.text == "{\"count\":3}")
            #expect(try gallery.selection(of: "app") == Set(assets[2...]))
            for query in ["after=x", "count=501", "count=-1"] {
                #expect(try await gallery.respond("/api/clients/app/assets?\(query)").status == 400)
            }
            let nothing: Part = try await gallery.respond("/api/clients/nobody/assets").decoded()
            #expect((nothing.count, nothing.assets.count, nothing.next) == (0, 0, nil))
        }
    }

    @Test func `a token is returned once and ended`() async throws {
        try await GalleryFixture.serve { gallery in
            try gallery.library.setAccess(.full, ofClient: "app", author: "test")
            let path = "/api/clients/app/token"
            let token = try await gallery.change(.post, path, "{}").decoded(as: Token.self).token
            #expect(try await gallery.ask(.get, "/api/collections", token: token).status == 200)
            let listed = try await gallery.respond("/api/clients")
            #expect(!listed.text.contains(token))
            #expect(try listed.decoded(as: Clients.self).clients.first?.lastUsed != nil)
            for _ in 0..<2 { #expect(try await gallery.respond(.delete, path).status == 204) }
            #expect(try await gallery.ask(.get, "/api/collections", token: token).status == 401)
        }
    }

    @Test func `confirmed picks are remembered with their assets`() async throws {
        try await GalleryFixture.open { gallery in
            let assets = try gallery.addDays(3)
            let app = try await PickClient(gallery, "{\"limit\": 0, \"application\": \"Printer\"}")
            _ = try await app.choose([assets[2], assets[0]])
            let cancelled = try await PickClient(gallery, "{\"limit\": 0}")
            _ = try await cancelled.select([assets[1]])
            _ = try await cancelled.end("cancel")
            let requesters = try await clients(gallery).requesters
            #expect(requesters.count == 1)
            let pick = try #require(requesters.first?.picks.first)
            #expect(requesters.first?.requester.origin == "http://app.example")
            #expect((pick.name, pick.count, requesters.first?.picks.count) == ("Printer", 2, 1))
            #expect(pick.date?.hasSuffix("Z") == true)
            let path = "/api/remembered/\(pick.id)/assets"
            let part: Part = try await gallery.respond(path).decoded()
            #expect(part.assets.map(\.identifier) == [assets[2], assets[0]])
            try gallery.temporary.commit(.trash(assetUUID: assets[2]), .purge(assetUUID: assets[2]))
            let rest: Part = try await gallery.respond(path).decoded()
            #expect((rest.count, rest.assets.map(\.identifier)) == (1, [assets[0]]))
            #expect(try await clients(gallery).requesters.first?.picks.first?.count == 2)
            for unknown in ["999", "x", "-1"] {
                #expect(try await gallery.respond("/api/remembered/\(unknown)/assets").status == 404)
            }
        }
    }

    @Test func `the picks of a client's program are the client's`() async throws {
        try await GalleryFixture.open { gallery in
            try gallery.library.setAccess(.limited, ofClient: "slideshow", author: "test")
            for path in ["/usr/bin/slideshow", "/usr/bin/other"] {
                try gallery.library.remember(
                    ConfirmedPick(
                        date: Date(timeIntervalSinceReferenceDate: 0),
                        requester: .program(user: 1000, path: path, isOwner: true), application: nil, assetCount: 1),
                    assets: [])
            }
            let listed = try await clients(gallery)
            #expect(listed.clients.first?.picks.map(\.requester.program) == ["/usr/bin/slideshow"])
            #expect(listed.requesters.map(\.requester.program) == ["/usr/bin/other"])
        }
    }
}
