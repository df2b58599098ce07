import AlbumenTestSupport
import Catalog
import Foundation
import GRDB
import Records
import Testing

@testable import Albumen
@testable import PhotoLibrary

/// The assets that the user chose for a client (§1.3).
@Suite struct ChosenAssetsTests {
    private let temporary: TemporaryLibrary
    private let uuids: [String]
    private let rows: [Int64]
    private var library: Library { temporary.library }
    private var view: LibraryView { library.view(.limited(client: "app")) }

    init() throws {
        temporary = try TemporaryLibrary()
        uuids = try temporary.add((0..<5).map { .image("\($0).jpg") }).compactMap(\.assetUUID)
        let byUUID = try temporary.library.owner.assetRows(uuids: uuids)
        rows = uuids.compactMap { byUUID[$0] }
    }

    @Test("choosing and deselecting return the difference in the given order, in one change each")
    func differences() throws {
        let version = try library.owner.version()
        let (a, b, c, d) = (rows[0], rows[1], rows[2], rows[3])
        #expect(try library.choose([c, a, c], forClient: "app", author: "test") == [c, a])
        #expect(try library.choose([b, a], forClient: "app", author: "test") == [b])
        #expect(try library.choose([], forClient: "app", author: "test") == [])
        #expect(try library.deselect([d, c, b, b], fromClient: "app", author: "test") == [c, b])
        let change = try library.setChosenAssets([d, c], ofClient: "app", author: "test")
        #expect(change.added == [d, c] && change.removed == [a])
        #expect(try library.chosenAssets(ofClient: "app") == [c, d])
        #expect(try library.owner.version() == version + 4)
        // The same selection again is no change.
        let none = try library.setChosenAssets([c, d], ofClient: "app", author: "test")
        #expect(none.added.isEmpty && none.removed.isEmpty)
        #expect(try library.owner.version() == version + 4)
        #expect(throws: CatalogError.self) { try library.choose([a, 99], forClient: "app", author: "test") }
        #expect(try library.chosenAssets(ofClient: "app") == [c, d])
        #expect(try library.owner.version() == version + 4)
    }

    @Test("the client's history contains the change, and every other history has no entry")
    func history() throws {
        let token = try library.owner.currentToken()
        try library.choose([rows[0], rows[1]], forClient: "app", author: "page")
        try library.deselect([rows[0]], fromClient: "app", author: "page")
        let page = try view.changes(since: token)
        #expect(page.entries.count == 2)
        let details = try page.entries.map { try view.details(of: .asset, inChange: $0.token) }
        func identifiers(_ uuids: [String]) -> Set<String> {
            Set(uuids.map { LocalIdentifier.string(uuid: $0, kind: .asset) })
        }
        #expect(Set(details[0].inserted) == identifiers([uuids[0], uuids[1]]))
        #expect(Set(details[1].deleted) == identifiers([uuids[0]]))
        for other in [library.owner, library.view(.limited(client: "other"))] {
            let page = try other.changes(since: token)
            #expect(page.entries.isEmpty && page.end.number == token.number + 2)
            for number in 1...2 {
                let change = ChangeToken(
                    libraryIdentifier: token.libraryIdentifier, number: token.number + Int64(number))
                #expect(try other.details(of: .asset, inChange: change).isEmpty)
            }
        }
    }

    @Test("chosen and moved to Recently Deleted, and chosen and purged, between two looks")
    func sequences() throws {
        let before = try view.snapshot(AssetFetch())
        let token = try library.owner.currentToken()
        try library.choose(rows, forClient: "app", author: "test")
        try temporary.commit(.trash(assetUUID: uuids[0]), .trash(assetUUID: uuids[1]))
        try temporary.commit(.purge(assetUUID: uuids[1]))
        try library.deselect([rows[2]], fromClient: "app", author: "test")
        try library.choose([rows[2]], forClient: "app", author: "test")
        guard case .changed(let after, let steps?) = try view.progress(of: before) else {
            Issue.record("The list has changed by steps.")
            return
        }
        #expect(after.identifiers == (try view.snapshot(AssetFetch())).identifiers)
        #expect(steps.insertedAfter.count == 3 && steps.removed.isEmpty)
        // Replaying the history gives the state.
        var present: Set<String> = []
        for entry in try view.changes(since: token).entries {
            let details = try view.details(of: .asset, inChange: entry.token)
            present.formUnion(details.inserted)
            present.subtract(details.deleted)
        }
        let shown = try view.liveAssets(withIdentifiers: Array(after.identifiers)).values
        #expect(present == Set(shown.map { LocalIdentifier.string(uuid: $0.uuid, kind: .asset) }))
    }

    @Test("§1.3.4: an asset that the client creates joins its selection, in the same change")
    func ownCreation() throws {
        let before = try view.snapshot(AssetFetch())
        let token = try library.owner.currentToken()
        let uuid = try #require(
            try temporary.add([.image("own.jpg")], access: .limited(client: "app")).first?.assetUUID)
        let row = try #require(try view.assetRows(uuids: [uuid])[uuid])
        #expect(try library.chosenAssets(ofClient: "app") == [row])
        guard case .changed(let after, let steps?) = try view.progress(of: before) else {
            Issue.record("The list has changed by steps.")
            return
        }
        #expect(Array(after.identifiers) == [row] && steps.insertedAfter == [0])
        let entries = try view.changes(since: token).entries
        #expect(entries.count == 1)
        let details = try view.details(of: .asset, inChange: entries[0].token)
        #expect(details.inserted == [LocalIdentifier.string(uuid: uuid, kind: .asset)] && details.updated.isEmpty)
        // The owner's history contains it, too.
        #expect(try library.owner.changes(since: token).entries.count == 1)
    }

    @Test("§1.3.8: what an app's user picks doesn't join the app's selection")
    func picks() throws {
        let version = try library.owner.version()
        let pick = library.view(.chosen([rows[3]]))
        #expect(try pick.pickedAssets(uuids: uuids).keys.sorted() == [uuids[3]])
        #expect(try view.assetCount(AssetFetch()) == 0)
        #expect(try library.chosenAssets(ofClient: "app") == [])
        #expect(try library.owner.version() == version)
    }

    @Test("a token from before a library recorded choices has expired for clients with limited access")
    func tokenOfAnEarlierVersion() throws {
        let token = try library.owner.currentToken()
        try library.choose([rows[0]], forClient: "app", author: "test")
        #expect(throws: Never.self) { try view.validate(token) }
        let file = try DatabaseQueue(path: temporary.folder.appending(path: "catalog.sqlite").path)
        try file.write { try $0.execute(sql: "UPDATE grantChange SET imageCount = NULL") }
        try file.close()
        let error = #expect(throws: LibraryError.self) { try view.validate(token) }
        #expect(error?.code == .changeTokenExpired)
        #expect(throws: Never.self) { try library.owner.validate(token) }
        #expect(throws: Never.self) { try library.view(.limited(client: "other")).validate(token) }
        #expect(throws: Never.self) { try view.validate(library.owner.currentToken()) }
    }

    @Test("trimming removes choices with their change, and tokens from before it have expired")
    func trimming() throws {
        let token = try library.owner.currentToken()
        try library.choose(rows, forClient: "app", author: "test")
        let middle = try library.owner.currentToken()
        try library.deselect([rows[0]], fromClient: "app", author: "test")
        // In portions of two rows.
        while try library.catalog.maintain({ try $0.trimHistory(through: middle.number, portion: 2) }) {}
        #expect(throws: LibraryError.self) { try view.validate(token) }
        #expect(try view.changes(since: middle).entries.count == 1)
        let left = try library.catalog.read { reader in
            try reader.details(of: .asset, inChange: middle.number, scope: .granted(client: "app"))
        }
        #expect(left.isEmpty)
        #expect(try library.catalog.read { try $0.structuralFaults() } == [])
    }
}
