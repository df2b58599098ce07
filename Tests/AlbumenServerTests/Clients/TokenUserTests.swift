import AlbumenTestSupport
import Catalog
import Foundation
import HTTPTypes
import Records
import Testing

@testable import Albumen
@testable import AlbumenServer
@testable import PhotoLibrary

/// Clients' tokens on connections of other users, who may have caught them, and in copies of the library.
@Suite struct TokenUserTests {
    private static let collections = "/api/collections"

    @Test func `a token works only for the owner and for the users that it was made for`() async throws {
        let table = ForeignTable()
        try await GalleryFixture.serve(socketTables: [table]) { gallery in
            let own = try gallery.token(of: "own", .full)
            let shared = try gallery.token(of: "shared", .full, users: [ForeignTable.user])
            let others = try gallery.token(of: "others", .full, users: [ForeignTable.user + 1])
            for token in [own, shared, others] {
                #expect(try await gallery.ask(.get, Self.collections, token: token).status == 200)
            }
            table.isForeign = true
            #expect(try await gallery.ask(.get, Self.collections, token: shared).status == 200)
            for token in [own, others] {
                let refused = try await gallery.ask(.get, Self.collections, token: token)
                #expect(refused.status == 403)
                #expect(refused.refusal?.code == "otherUser")
                #expect(refused.refusal?.message.contains("--user NAME") == true)
            }
            table.isForeign = false
            // A new token isn't for the users of the former one.
            let next = try gallery.token(of: "shared")
            table.isForeign = true
            #expect(try await gallery.ask(.get, Self.collections, token: next).status == 403)
            table.isForeign = false
        }
    }

    @Test func `a token that no place is known for has no effect`() async throws {
        try await GalleryFixture.open { gallery in
            let token = try gallery.token(of: "app", .full)
            #expect(try await gallery.ask(.get, Self.collections, token: token).status == 200)
            let elsewhere = TokenPlace(inVolume: Data(repeating: 1, count: 32), atPath: Data(repeating: 2, count: 32))
            try gallery.library.catalog.write(author: "test") { try $0.setTokenPlace(elsewhere) }
            let refused = try await gallery.ask(.get, Self.collections, token: token)
            #expect(refused.status == 401)
            #expect(refused.refusal?.code == "copiedLibrary")
            #expect(refused.refusal?.message.contains("albumen access token CLIENT") == true)
        }
    }
}
