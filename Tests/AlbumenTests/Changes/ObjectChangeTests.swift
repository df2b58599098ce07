import AlbumenTestSupport
import Catalog
import Foundation
import Testing

@testable import Albumen

/// How changes affect one asset or collection that a client fetched before (§7.2).
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

    /// Commits, and returns the numbers of the changes.
    private func commit(_ operation: Transaction.Operation) throws -> ClosedRange<Int64> {
        let before = try library.version()
        try temporary.commit(operation)
        return try (before + 1)...library.version()
    }

    private func collection(_ uuid: String) throws -> FetchedCollection {
        FetchedCollection(try #require(try library.collection(uuid: uuid, access: .full)))
    }

    @Test("an asset's metadata changed: its present state, and unchanged content")
    func metadata() throws {
        let numbers = try commit(.setFavorite(true, assetUUID: asset.uuid))
        let change = try #require(try library.change(ofAsset: asset, by: numbers, access: .full))
        #expect(change.after?.isFavorite == true)
        #expect(change.version == numbers.upperBound)
        #expect(!change.contentChanged)
        let later = try commit(.rename("Renamed", collectionUUID: album))
        #expect(try library.change(ofAsset: asset, by: later, access: .full) == nil)
    }

    @Test("a deleted asset, and an asset that the client may no longer see, have no state afterwards")
    func gone() throws {
        let favored = try commit(.setFavorite(true, assetUUID: asset.uuid))
        let hidden = try #require(
            try library.change(ofAsset: asset, by: favored, access: .limited(client: "app")))
        #expect(hidden.after == nil)
        let trashed = try commit(.trash(assetUUID: asset.uuid))
        let change = try #require(try library.change(ofAsset: asset, by: trashed, access: .full))
        #expect(change.after == nil)
    }

    @Test("changes in Recently Deleted are told only of an asset that was fetched there")
    func trash() throws {
        _ = try commit(.trash(assetUUID: asset.uuid))
        let trashed = try #require(try library.trashedAsset(withUUID: asset.uuid, access: .full))
        let numbers = try commit(.purge(assetUUID: asset.uuid))
        #expect(try library.change(ofAsset: asset, by: numbers, access: .full) == nil)
        let change = try #require(try library.change(ofAsset: trashed, by: numbers, access: .full))
        #expect(change.after == nil)
    }

    @Test("a renamed album, a deleted album, and an album that nothing touched")
    func albums() throws {
        let before = try collection(album)
        let renamed = try commit(.rename("Renamed", collectionUUID: album))
        let change = try #require(try library.change(of: before, by: renamed, access: .full))
        #expect(change.after?.record?.title == "Renamed")
        let favored = try commit(.setFavorite(true, assetUUID: asset.uuid))
        #expect(try library.change(of: before, by: favored, access: .full) == nil)
        let deleted = try commit(.deleteCollection(uuid: album))
        let end = try #require(try library.change(of: before, by: deleted, access: .full))
        #expect(end.after == nil)
    }

    @Test("a folder's contents count only if the caller includes them")
    func contents() throws {
        let before = try collection(folder)
        let numbers = try commit(.rename("Renamed", collectionUUID: album))
        #expect(try library.change(of: before, by: numbers, access: .full) == nil)
        #expect(try library.change(of: before, by: numbers, includesContents: true, access: .full)?.after != nil)
    }

    @Test("a moment changes with its assets' dates, a smart album never")
    func rules() throws {
        let moments = try library.moments(access: .full)
        let moment = FetchedCollection.moment(moments.moments[0])
        let year = FetchedCollection.momentList(moments.years[0])
        let favored = try commit(.setFavorite(true, assetUUID: asset.uuid))
        #expect(try library.change(of: moment, by: favored, access: .full) == nil)
        let before = try library.version()
        try library.catalog.write(author: "test") { transaction in
            try transaction.update(asset: asset.id) {
                $0.creationDate = Date(timeIntervalSinceReferenceDate: 100_000_000)
            }
        }
        let dated = try (before + 1)...library.version()
        let change = try #require(try library.change(of: moment, by: dated, access: .full))
        #expect(change.after == nil)
        #expect(try library.change(of: year, by: dated, access: .full) != nil)
        #expect(try library.change(of: .smartAlbum(SmartAlbum.all[0]), by: dated, access: .full) == nil)
    }
}
