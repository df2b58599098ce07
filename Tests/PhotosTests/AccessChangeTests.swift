import AlbumenTestSupport
import Catalog
import Foundation
import Photos
import Records
import Synchronization
import Testing

@testable import Albumen
@testable import PhotoLibrary

/// A change of the user's answer affects observers and results that were fetched before it (§1.1.3).
@Suite struct AccessChangeTests {
    let fixture: PhotoKitFixture
    private var library: Library { fixture.temporary.library }

    init() throws {
        fixture = try PhotoKitFixture()
    }

    @Test("§1.1.3: a grant notifies observers and fills empty results of assets, albums and folders")
    func grant() throws {
        try fixture.addPhotos(3)
        let album = try fixture.makeAlbum("Trip", fixture.assets())
        try fixture.makeFolder("Trips", [album])
        let prompt = Prompt()
        try fixture.run(access: nil, prompt: prompt) {
            let listener = ChangeListener()
            PHPhotoLibrary.shared().register(listener)
            let assets = PHAsset.fetchAssets(with: nil)
            let albums = PHAssetCollection.fetchAssetCollections(with: .album, subtype: .any, options: nil)
            let smartAlbums = PHAssetCollection.fetchAssetCollections(with: .smartAlbum, subtype: .any, options: nil)
            let folders = PHCollectionList.fetchCollectionLists(with: .folder, subtype: .any, options: nil)
            let topLevel = PHCollection.fetchTopLevelUserCollections(with: nil)
            #expect(assets.count == 0)
            #expect([albums.count, smartAlbums.count, folders.count, topLevel.count] == Array(repeating: 0, count: 4))
            prompt.mayAnswer.open()

            let change = try #require(listener.next())
            let details = try #require(change.changeDetails(for: assets))
            #expect(details.fetchResultAfterChanges.count == 3)
            #expect(details.insertedIndexes == IndexSet(integersIn: 0..<3))
            let newAlbums = try #require(change.changeDetails(for: albums))
            #expect(newAlbums.fetchResultAfterChanges.firstObject?.localizedTitle == "Trip")
            #expect(newAlbums.insertedIndexes == [0])
            #expect((change.changeDetails(for: smartAlbums)?.fetchResultAfterChanges.count ?? 0) > 5)
            #expect(
                change.changeDetails(for: folders)?.fetchResultAfterChanges.firstObject?.localizedTitle == "Trips")
            #expect(change.changeDetails(for: topLevel)?.fetchResultAfterChanges.count == 1)
            #expect(change.changeDetails(for: newAlbums.fetchResultAfterChanges) == nil)
        }
    }

    @Test("withdrawing a grant notifies observers and empties results")
    func withdrawal() throws {
        try fixture.addPhotos(2)
        try fixture.makeAlbum("Trip", fixture.assets())
        try library.setGrantedStatus(.authorized, client: "test", accessLevel: .readWrite)
        try fixture.run(access: nil) {
            let listener = ChangeListener()
            PHPhotoLibrary.shared().register(listener)
            let assets = PHAsset.fetchAssets(with: nil)
            let albums = PHAssetCollection.fetchAssetCollections(with: .album, subtype: .any, options: nil)
            #expect(assets.count == 2 && albums.count == 1)
            try library.setGrantedStatus(.denied, client: "test", accessLevel: .readWrite)
            let change = try #require(listener.next())
            #expect(change.changeDetails(for: assets)?.removedIndexes == IndexSet(integersIn: 0..<2))
            #expect(change.changeDetails(for: albums)?.fetchResultAfterChanges.count == 0)
            // Without access, the observer isn't notified until access changes again.
            try fixture.temporary.commit(.setFavorite(true, assetUUID: String(assets[0].localIdentifier.prefix(36))))
            // The report of the commit would otherwise meet the new access.
            let isReported = Gate()
            library.changes.afterReports(patience: .seconds(Int(TestPatience.seconds))) { isReported.open() }
            #expect(isReported.wait())
            try library.setGrantedStatus(.authorized, client: "test", accessLevel: .readWrite)
            #expect(listener.next() != nil)
            #expect(listener.changes.count == 2)
        }
    }

    @Test("a grant to one app is no change for another app or in its history")
    func otherClients() throws {
        try fixture.addPhotos(1)
        try fixture.run {
            let listener = ChangeListener()
            PHPhotoLibrary.shared().register(listener)
            let token = PHPhotoLibrary.shared().currentChangeToken
            let version = try library.owner.version()
            try library.setGrantedStatus(.authorized, client: "other", accessLevel: .readWrite)
            #expect(try library.owner.version() == version + 1, "Whatever is kept by number is found anew.")
            try library.setGrantedStatus(.authorized, client: "other", accessLevel: .readWrite)
            #expect(try library.owner.version() == version + 1, "The same answer again is no change.")
            try library.catalog.write(author: "test") { try $0.grant(asset: 1, to: "other") }
            try library.catalog.write(author: "test") { try $0.revoke(asset: 1, from: "other") }
            #expect(try library.owner.version() == version + 3)
            #expect(Array(try PHPhotoLibrary.shared().fetchPersistentChanges(since: token)).isEmpty)
            try library.setGrantedStatus(.authorized, client: "test", accessLevel: .addOnly)
            #expect(listener.next() != nil)
            #expect(listener.changes.count == 1)
        }
    }

    /// Allows access when the test opens the gate.
    private struct Prompt: SimplePrompt {
        let mayAnswer = Gate()

        func mayUseLibrary(client: String, onlyToAdd: Bool) -> Bool? { mayAnswer.wait() }

        func mayChange(_ request: ConsentRequest, client: String) -> Bool? { nil }
    }
}
