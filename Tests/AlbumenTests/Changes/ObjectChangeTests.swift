import AlbumenTestSupport
import Catalog
import Foundation
import Records
import Testing

@testable import Albumen
@testable import PhotoLibrary

/// How changes affect an asset or collection that a client fetched before (§7.2).
@Suite struct ObjectChangeTests {
    private let temporary: TemporaryLibrary
    private let asset: AssetRecord
    private let album = UUID().uuidString
    private let folder = UUID().uuidString

    private var library: Library { temporary.library }

    init() throws {
        temporary = try TemporaryLibrary()
        asset = try #require(try temporary.asset(temporary.add([.image("1.jpg")])[0]))
        try temporary.commit(
            .createCollection(NewCollection(uuid: folder, kind: .folder, title: "Folder")),
            .createCollection(NewCollection(uuid: album, kind: .album, title: "Album")))
        try temporary.commit(.editChildren(ListEdit(.add([album])), folderUUID: folder))
    }

    /// Commits the operation and returns the numbers of the changes.
    private func commit(_ operation: Transaction.Operation) throws -> ClosedRange<Int64> {
        let before = try library.owner.version()
        try temporary.commit(operation)
        return try (before + 1)...library.owner.version()
    }

    private func collection(_ uuid: String) throws -> FetchedCollection {
        FetchedCollection(try #require(try library.owner.collection(uuid: uuid)))
    }

    @Test("an asset's changed metadata has a new state, and its content is unchanged")
    func metadata() throws {
        let numbers = try commit(.setFavorite(true, assetUUID: asset.uuid))
        let change = try #require(try library.owner.change(ofAsset: asset, by: numbers))
        #expect(change.after?.isFavorite == true)
        #expect(change.version == numbers.upperBound)
        #expect(!change.contentChanged)
        let later = try commit(.rename("Renamed", collectionUUID: album))
        #expect(try library.owner.change(ofAsset: asset, by: later) == nil)
    }

    @Test("a deleted asset, and one that is no longer visible to the client, have no state after the change")
    func gone() throws {
        let view = library.view(.limited(client: "app"))
        try library.choose([asset.id], forClient: "app", author: "test")
        try library.deselect([asset.id], fromClient: "app", author: "test")
        let withdrawal = try library.owner.version()
        let hidden = try #require(try view.change(ofAsset: asset, by: withdrawal...withdrawal))
        #expect(hidden.after == nil)
        // The client hears nothing more of it.
        let favored = try commit(.setFavorite(true, assetUUID: asset.uuid))
        #expect(try view.change(ofAsset: asset, by: favored) == nil)
        let trashed = try commit(.trash(assetUUID: asset.uuid))
        let change = try #require(try library.owner.change(ofAsset: asset, by: trashed))
        #expect(change.after == nil)
    }

    @Test("changes in Recently Deleted are only reported for assets that were fetched there")
    func trash() throws {
        _ = try commit(.trash(assetUUID: asset.uuid))
        let trashed = try #require(try library.owner.trashedAsset(withUUID: asset.uuid))
        let numbers = try commit(.purge(assetUUID: asset.uuid))
        #expect(try library.owner.change(ofAsset: asset, by: numbers) == nil)
        let change = try #require(try library.owner.change(ofAsset: trashed, by: numbers))
        #expect(change.after == nil)
    }

    @Test("a renamed album, a deleted album and an unchanged album")
    func albums() throws {
        let before = try collection(album)
        let renamed = try commit(.rename("Renamed", collectionUUID: album))
        let change = try #require(try library.owner.change(of: before, by: renamed))
        #expect(change.after?.record?.title == "Renamed")
        let favored = try commit(.setFavorite(true, assetUUID: asset.uuid))
        #expect(try library.owner.change(of: before, by: favored) == nil)
        let deleted = try commit(.deleteCollection(uuid: album))
        let end = try #require(try library.owner.change(of: before, by: deleted))
        #expect(end.after == nil)
    }

    @Test("a folder's contents only count if the caller includes them")
    func contents() throws {
        let before = try collection(folder)
        let numbers = try commit(.rename("Renamed", collectionUUID: album))
        #expect(try library.owner.change(of: before, by: numbers) == nil)
        #expect(try library.owner.change(of: before, by: numbers, includesContents: true)?.after != nil)
    }

    @Test("a moment changes with its assets' dates, a smart album never changes")
    func rules() throws {
        let moments = try library.owner.moments()
        let moment = FetchedCollection.moment(moments.moments[0])
        let year = FetchedCollection.momentList(moments.years[0])
        let favored = try commit(.setFavorite(true, assetUUID: asset.uuid))
        #expect(try library.owner.change(of: moment, by: favored) == nil)
        let before = try library.owner.version()
        try library.catalog.write(author: "test") { transaction in
            try transaction.update(asset: asset.id) {
                $0.creationDate = Date(timeIntervalSinceReferenceDate: 100_000_000)
            }
        }
        let dated = try (before + 1)...library.owner.version()
        let change = try #require(try library.owner.change(of: moment, by: dated))
        #expect(change.after == nil)
        #expect(try library.owner.change(of: year, by: dated) != nil)
        #expect(try library.owner.change(of: .smartAlbum(SmartAlbum.all[0]), by: dated) == nil)
    }
}
