import AlbumenTestSupport
import Foundation
import HTTPTypes
import Records
import Testing

@testable import Albumen
@testable import AlbumenServer
@testable import PhotoLibrary

/// The party that the owner sees, if a program of another user names a page's origin.
@Suite struct PickRequesterTests {
    private static let origin = "https://photos.google.com"

    @Test func `another user with an origin is shown and remembered as that user`() async throws {
        let table = ForeignTable()
        try await GalleryFixture.serve(socketTables: [table]) { gallery in
            let photo = try gallery.add(.photograph("a.jpg"))
            table.isForeign = true
            let foreign = try await PickClient(gallery, origin: Self.origin)
            table.isForeign = false
            let requester = try await foreign.open().requester
            #expect(requester == .init(kind: "user", origin: Self.origin, user: "54321", program: nil))
            try #require(try await foreign.select([photo]).status == 200)
            try #require(try await foreign.end().status == 200)
            let remembered = try #require(try gallery.library.confirmedPicks(limit: 1).first?.requester)
            #expect(
                remembered
                    == .init(origin: Self.origin, user: ForeignTable.user, program: nil, isOwner: false))
            let clients = try await gallery.respond("/api/clients").text
            #expect(clients.contains("\"kind\":\"user\"") && !clients.contains("\"kind\":\"origin\""))
        }
    }

    @Test func `the owner's page names its program, and has tokens of its own`() async throws {
        let table = ForeignTable()
        try await GalleryFixture.serve(socketTables: [table]) { gallery in
            let photo = try gallery.add(.photograph("a.jpg"))
            let page = try await PickClient(gallery, origin: Self.origin)
            let requester = try await page.open().requester
            #expect(requester.kind == "origin" && requester.origin == Self.origin && requester.user == nil)
            #expect(requester.program == URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().path)
            let item = try await page.choose([photo]).items[0].item
            let remembered = try #require(try gallery.library.confirmedPicks(limit: 1).first?.requester)
            #expect(remembered.isOwner && remembered.program == requester.program)

            table.isForeign = true
            let foreign = try await PickClient(gallery, origin: Self.origin)
            // The result token is only for the user who created the session.
            #expect(try await page.ask(.get, "\(page.path)/items").status == 404)
            table.isForeign = false
            #expect(try await foreign.ask(.get, "\(foreign.path)/items").status == 404)
            #expect(try await page.ask(.get, "\(page.path)/items").status == 200)
            _ = try await foreign.open()
            try #require(try await foreign.select([photo]).status == 200)
            try #require(try await foreign.end().status == 200)
            table.isForeign = true
            #expect(try await foreign.items().items[0].item != item)
            table.isForeign = false
        }
    }

    @Test func `a result token is only for the origin that created the session`() async throws {
        try await GalleryFixture.open { gallery in
            let page = try await PickClient(gallery, origin: Self.origin)
            let headers: [HTTPFields] = [[:], [.origin: "https://other.example"]]
            for var fields in headers {
                fields[.authorization] = "Bearer \(page.token)"
                let answer = try await gallery.respond(
                    .get, "\(page.path)/items", as: .nobody, headers: fields, tellsOrigin: false)
                #expect(answer.status == 404)
            }
            #expect(try await page.ask(.get, "\(page.path)/items").status == 200)
        }
    }
}
