import AlbumenTestSupport
import Foundation
import MediaRequests
import Photos
import Records
import Testing

@testable import Albumen
@testable import PhotoLibrary

/// The changes of one object (§7.2).
@Suite struct ObjectChangeDetailsTests {
    let fixture: PhotoKitFixture

    init() throws {
        fixture = try PhotoKitFixture()
    }

    /// Commits a block and returns the change that an observer receives.
    private func change(_ block: @escaping () -> Void) throws -> PHChange {
        let listener = ChangeListener()
        PHPhotoLibrary.shared().register(listener)
        defer { PHPhotoLibrary.shared().unregisterChangeObserver(listener) }
        try PHPhotoLibrary.shared().performChangesAndWait(block)
        return try #require(listener.next())
    }

    private func run(_ body: () throws -> Void) rethrows {
        try fixture.run(prompt: DeletionAnswer(answer: true), body)
    }

    @Test("§7.2.1: details of an asset contain the object, its new state, and that only metadata changed")
    func anAssetThatIsFavored() throws {
        let identifiers = try fixture.addPhotos(2)
        try run {
            let assets = PHAsset.fetchAssets(withLocalIdentifiers: identifiers, options: nil).all
            let change = try change { PHAssetChangeRequest(for: assets[0]).isFavorite = true }
            let details = try #require(change.changeDetails(for: assets[0]))
            #expect(details.objectBeforeChanges === assets[0])
            #expect(!details.objectBeforeChanges.isFavorite)
            #expect(details.objectAfterChanges?.isFavorite == true)
            #expect(!details.assetContentChanged)
            #expect(!details.objectWasDeleted)
            #expect(change.changeDetails(for: assets[1]) == nil)
            #expect(change.changeDetails(for: PHAsset()) == nil)
        }
    }

    @Test("a caption and a rating are changes of the asset")
    func aCaption() throws {
        let identifiers = try fixture.addPhotos(1)
        let asset = try fixture.asset(identifiers[0])
        try run {
            let listener = ChangeListener()
            PHPhotoLibrary.shared().register(listener)
            var caption = AssetChange()
            caption.caption = "By the sea"
            try fixture.temporary.commit(
                .change(caption, assetUUID: try #require(LocalIdentifier.uuid(of: identifiers[0]))))
            let details = try #require(listener.next()?.changeDetails(for: asset))
            #expect(!details.assetContentChanged)
        }
    }

    @Test("§7.2.1: a new image or video is a change of the content")
    func aVideoThatJoinsItsPicture() throws {
        try fixture.temporary.add([.image("IMG_1.HEIC") { $0.contentIdentifier = "pair" }])
        try run {
            let asset = try #require(PHAsset.fetchAssets(with: nil).firstObject)
            let listener = ChangeListener()
            PHPhotoLibrary.shared().register(listener)
            try fixture.temporary.add([.video("IMG_1.MOV") { $0.contentIdentifier = "pair" }])
            let details = try #require(listener.next()?.changeDetails(for: asset))
            #expect(details.assetContentChanged)
            #expect(details.objectAfterChanges?.mediaSubtypes.contains(.photoLive) == true)
        }
    }

    @Test("§7.2.1: a deleted asset has no state after")
    func aDeletedAsset() throws {
        let identifiers = try fixture.addPhotos(1)
        try run {
            let asset = try #require(PHAsset.fetchAssets(with: nil).firstObject)
            let deletion = try change { PHAssetChangeRequest.deleteAssets([asset] as NSArray) }
            let details = try #require(deletion.changeDetails(for: asset))
            #expect(details.objectWasDeleted)
            #expect(details.objectAfterChanges == nil)
            #expect(details.objectBeforeChanges === asset)

            // The asset exists in Recently Deleted until it's purged.
            let album = try #require(
                PHAssetCollection.fetchAssetCollections(
                    with: .smartAlbum, subtype: PHAssetCollectionSubtype(rawValue: 1_000_000_201) ?? .any,
                    options: nil
                ).firstObject)
            let deleted = try #require(PHAsset.fetchAssets(in: album, options: nil).firstObject)
            let listener = ChangeListener()
            PHPhotoLibrary.shared().register(listener)
            let uuid = try #require(LocalIdentifier.uuid(of: identifiers[0]))
            try fixture.temporary.commit(.restore(assetUUID: uuid))
            #expect(listener.next()?.changeDetails(for: deleted)?.objectWasDeleted == false)
            try fixture.temporary.commit(.trash(assetUUID: uuid))
            try fixture.temporary.commit(.purge(assetUUID: uuid))
            #expect(listener.wait(for: 2))
            #expect(listener.changes.last?.changeDetails(for: deleted)?.objectWasDeleted == true)
            #expect(listener.changes.last?.changeDetails(for: asset) == nil)
        }
    }

    @Test("§7.2.2: an album changes with its title and its count, a smart album never")
    func anAlbum() throws {
        let identifiers = try fixture.addPhotos(2)
        let album = try fixture.makeAlbum("Rome", [try fixture.asset(identifiers[0])])
        let favorites = try fixture.smartAlbum(.smartAlbumFavorites)
        try run {
            let assets = PHAsset.fetchAssets(withLocalIdentifiers: identifiers, options: nil).all
            let renaming = try change { PHAssetCollectionChangeRequest(for: album)?.title = "Roma" }
            #expect(renaming.changeDetails(for: album)?.objectAfterChanges?.localizedTitle == "Roma")
            #expect(renaming.changeDetails(for: album)?.assetContentChanged == false)
            let addition = try change { PHAssetCollectionChangeRequest(for: album)?.addAssets([assets[1]] as NSArray) }
            #expect(addition.changeDetails(for: album)?.objectAfterChanges?.estimatedAssetCount == 2)
            let favor = try change { PHAssetChangeRequest(for: assets[0]).isFavorite = true }
            #expect(favor.changeDetails(for: album) == nil)
            #expect(favor.changeDetails(for: favorites) == nil)
            let hiding = try change { PHAssetChangeRequest(for: assets[0]).isHidden = true }
            #expect(hiding.changeDetails(for: album)?.objectAfterChanges?.estimatedAssetCount == 1)
            let deletion = try change { PHAssetCollectionChangeRequest.deleteAssetCollections([album] as NSArray) }
            #expect(deletion.changeDetails(for: album)?.objectWasDeleted == true)
            #expect(addition.changeDetails(for: album)?.objectWasDeleted == true)
            // A deleted object isn't deleted again.
            let other = try change {
                PHAssetCollectionChangeRequest.creationRequestForAssetCollection(withTitle: "Other")
            }
            #expect(other.changeDetails(for: album) == nil)
        }
    }

    @Test("§7.4: a folder changes if a child is inserted, removed or moved, not if a child changes")
    func aFolder() throws {
        let (first, second) = (try fixture.makeAlbum("First"), try fixture.makeAlbum("Second"))
        let folder = try fixture.makeFolder("Folder", [first, second])
        let other = try fixture.makeFolder("Other")
        let asset = try fixture.asset(fixture.addPhotos(1)[0])
        try run {
            func isChanged(_ block: @escaping () -> Void) throws -> Bool {
                try change(block).changeDetails(for: folder) != nil
            }
            let moved = try isChanged {
                PHCollectionListChangeRequest(for: folder)?.moveChildCollections(at: [0], to: 1)
            }
            let renamed = try isChanged { PHAssetCollectionChangeRequest(for: first)?.title = "1" }
            let filled = try isChanged { PHAssetCollectionChangeRequest(for: first)?.addAssets([asset] as NSArray) }
            let left = try isChanged {
                PHCollectionListChangeRequest(for: other)?.addChildCollections([second] as NSArray)
            }
            let deleted = try isChanged { PHAssetCollectionChangeRequest.deleteAssetCollections([first] as NSArray) }
            let own = try isChanged { PHCollectionListChangeRequest(for: folder)?.title = "New" }
            #expect(moved && left && deleted && own)
            #expect(!renamed && !filled)
        }
    }

    @Test("§7.4: changes of nested content are available")
    func theContentsOfAFolder() throws {
        let album = try fixture.makeAlbum("Album")
        let inner = try fixture.makeFolder("Inner", [album])
        let outer = try fixture.makeFolder("Outer", [inner])
        let stranger = try fixture.makeAlbum("Stranger")
        try run {
            let inside = try change { PHAssetCollectionChangeRequest(for: album)?.title = "New" }
            #expect(inside.changeDetails(for: outer) == nil)
            #expect(inside.changeDetails(forContentsOf: outer)?.objectAfterChanges?.localizedTitle == "Outer")
            let outside = try change { PHAssetCollectionChangeRequest(for: stranger)?.title = "New" }
            #expect(outside.changeDetails(forContentsOf: outer) == nil)
            let deletion = try change { PHCollectionListChangeRequest.deleteCollectionLists([outer] as NSArray) }
            #expect(deletion.changeDetails(forContentsOf: outer)?.objectWasDeleted == true)
        }
    }

    @Test("a moment changes if an asset is added to it")
    func aMoment() throws {
        try fixture.addPhotos(2)
        try run {
            let moment = try #require(PHAssetCollection.fetchMoments(with: nil).firstObject)
            let asset = try #require(PHAsset.fetchAssets(with: nil).firstObject)
            let favor = try change { PHAssetChangeRequest(for: asset).isFavorite = true }
            #expect(favor.changeDetails(for: moment) == nil)
            let hiding = try change { PHAssetChangeRequest(for: asset).isHidden = true }
            #expect(hiding.changeDetails(for: moment)?.objectAfterChanges?.estimatedAssetCount == 1)
        }
    }
}
