import AlbumenTestSupport
import Catalog
import Foundation
import Records
import Testing

@testable import Albumen
@testable import PhotoLibrary

/// A token is valid for one library, as long as its history reaches back (§7.5.2, §7.5.3).
@Suite struct ChangeTokenTests {
    private static let uuid = "421C93B7-E05A-41FF-9983-02C1B8B41902"

    @Test("a token is parsed from its text")
    func aTokenIsReadAsItIsWritten() throws {
        for number in [0, 17, Int64.max] {
            let token = ChangeToken(libraryIdentifier: Self.uuid, number: number)
            #expect(ChangeToken(token.description) == token)
            #expect(try JSONDecoder().decode(ChangeToken.self, from: JSONEncoder().encode(token)) == token)
        }
    }

    @Test(
        "other text is no token",
        arguments: [
            "", "-", "17", uuid, "\(uuid)-", "\(uuid)--1", "\(uuid)-+1", "\(uuid)-01", "\(uuid)-1 ", "\(uuid)-1x",
            "\(uuid)-9223372036854775808", "2024-05-10", "-\(uuid)-1", "\(uuid)-١",
        ])
    func anyOtherTextIsNone(text: String) {
        #expect(ChangeToken(text) == nil)
    }

    @Test("a token is valid after reopening the library")
    func aTokenOutlivesTheProcess() throws {
        let temporary = try TemporaryLibrary()
        try temporary.add([.image("a.jpg")])
        let token = try temporary.library.owner.currentToken()
        try temporary.add([.image("b.jpg")])
        let reopened = try Library(at: temporary.folder)
        defer { try? reopened.close() }
        let page = try reopened.owner.changes(since: token)
        #expect(page.entries.count == 1)
        #expect(page.isLast)
        #expect(page.end == (try reopened.owner.currentToken()))
        #expect(page.entries.first?.author == "test")
    }

    @Test("an unchanged library has a token")
    func anUnchangedLibraryHasATokenToo() throws {
        let temporary = try TemporaryLibrary()
        let token = try temporary.library.owner.currentToken()
        #expect(token.number == 0)
        #expect(try temporary.library.owner.oldestToken() == token)
        #expect(try temporary.library.owner.changes(since: token).entries.isEmpty)
        try temporary.add([.image("a.jpg")])
        #expect(try temporary.library.owner.changes(since: token).entries.count == 1)
    }

    @Test("another library's token is expired")
    func theTokenOfAnotherLibraryIsExpired() throws {
        let (one, other) = (try TemporaryLibrary(), try TemporaryLibrary())
        for library in [one, other] { try library.add([.image("a.jpg")]) }
        expectExpired(try one.library.owner.currentToken(), in: other.library)
    }

    @Test("a token with a future number belongs to a state that was lost by restoring the library")
    func future() throws {
        let temporary = try TemporaryLibrary()
        try temporary.add([.image("a.jpg")])
        let now = try temporary.library.owner.currentToken()
        for number in [now.number + 1, .max, -1] {
            expectExpired(
                ChangeToken(libraryIdentifier: now.libraryIdentifier, number: number), in: temporary.library)
        }
    }

    @Test("changes are in pages, the oldest first")
    func changesComeInPagesOldestFirst() throws {
        let temporary = try TemporaryLibrary()
        let library = temporary.library
        let start = try library.owner.currentToken()
        for index in 0..<5 { try temporary.add([.image("\(index).jpg")]) }
        let first = try library.owner.changes(since: start, limit: 3)
        #expect(first.entries.map(\.token.number) == [1, 2, 3])
        #expect(!first.isLast)
        let second = try library.owner.changes(since: first.end, limit: 3)
        #expect(second.entries.map(\.token.number) == [4, 5])
        #expect(second.isLast)
    }

    @Test("with limited access, only changes of visible objects are reported (§7.5.7)")
    func limitedAccess() throws {
        let temporary = try TemporaryLibrary()
        let library = temporary.library
        let start = try library.owner.currentToken()
        let uuids = try (0..<4).map { try temporary.add([.image("\($0).jpg")])[0].assetUUID ?? "" }
        try library.catalog.write(author: "test") { transaction in
            let row = try #require(try transaction.reader.asset(uuid: uuids[2])?.id)
            try transaction.grant(asset: row, to: "app")
        }
        for uuid in uuids { try temporary.commit(.setFavorite(true, assetUUID: uuid)) }
        let access = Access.limited(client: "app")
        let page = try library.view(access).changes(since: start)
        // The fifth change is the grant. Before it, the client didn't see the asset.
        #expect(page.entries.map(\.token.number) == [5, 8])
        let chosen = try library.view(access).details(of: .asset, inChange: page.entries[0].token)
        #expect(chosen.inserted == [LocalIdentifier.string(uuid: uuids[2], kind: .asset)])
        #expect(page.end == (try library.owner.currentToken()))
        let details = try library.view(access).details(of: .asset, inChange: page.entries[1].token)
        #expect(details.updated == [LocalIdentifier.string(uuid: uuids[2], kind: .asset)])
        #expect(try library.view(.addOnly).changes(since: start).entries.isEmpty)
    }

    private func expectExpired(_ token: ChangeToken, in library: Library) {
        let error = #expect(throws: LibraryError.self) { try library.owner.changes(since: token) }
        #expect(error?.code == .changeTokenExpired)
        #expect(error?.message.contains("current token") == true)
    }
}
