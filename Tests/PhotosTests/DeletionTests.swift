import AlbumenTestSupport
import Foundation
import Photos
import Testing

@testable import Albumen
@testable import PhotoLibrary

/// Deletions and their confirmation by the user (§5.4).
@Suite struct DeletionTests {
    let fixture: PhotoKitFixture
    private let assets: [PHAsset]

    init() throws {
        fixture = try PhotoKitFixture()
        try fixture.addPhotos(3)
        assets = fixture.assets()
    }

    @Test("§5.4.2: if the user declines, the entire block fails with 3072 and changes nothing")
    func refused() throws {
        let prompt = DeletionAnswer(answer: false)
        let failure = try fixture.failure(prompt: prompt) {
            PHAssetChangeRequest(for: assets[0]).isFavorite = true
            PHAssetChangeRequest.deleteAssets([assets[1]] as NSArray)
        }
        #expect(failure == .userCancelled)
        #expect(prompt.asked.calls.count == 1)
        #expect(fixture.assets() == assets)
        #expect(!fixture.assets()[0].isFavorite)
    }

    @Test("if nobody can be asked, the error is 3072 and explains how to allow it")
    func nobody() throws {
        let error = try #require(
            throws: PHPhotosError.self,
            performing: {
                try fixture.change(prompt: DeletionAnswer(answer: nil)) {
                    PHAssetChangeRequest.deleteAssets([assets[1]] as NSArray)
                }
            })
        #expect(error.code == .userCancelled)
        #expect(error.localizedDescription.contains("ALBUMEN_CONFIRM=allow"))
        #expect(fixture.assets().count == 3)
    }

    @Test("§5.1.2: the user is asked once per block, with all deleted objects")
    func askedOnce() throws {
        let album = try fixture.makeAlbum("Trip")
        let folder = try fixture.makeFolder("Trips", [fixture.makeAlbum("Other")])
        let prompt = DeletionAnswer(answer: true)
        try fixture.change(prompt: prompt) {
            PHAssetChangeRequest.deleteAssets([assets[0], assets[1]] as NSArray)
            PHAssetChangeRequest.deleteAssets(NSSet(array: [assets[1]]))
            PHAssetCollectionChangeRequest.deleteAssetCollections([album] as NSArray)
            PHCollectionListChangeRequest.deleteCollectionLists([folder] as NSArray)
        }
        #expect(prompt.asked.calls.count == 1)
        let deletion = try #require(prompt.asked.calls.first).deletion
        #expect(deletion.assets == 2)
        #expect(deletion.albums == 2)
        #expect(deletion.folders == 1)
        #expect(!deletion.isPermanent)
        #expect(fixture.assets() == [assets[2]])
        #expect(fixture.topLevel().count == 0)
    }

    @Test("a block without deletions asks nobody")
    func nothingToAsk() throws {
        let prompt = DeletionAnswer(answer: false)
        let album = try fixture.makeAlbum("Trip", assets)
        try fixture.change(prompt: prompt) {
            PHAssetCollectionChangeRequest(for: album)?.removeAssets(assets as NSArray)
        }
        #expect(prompt.asked.calls.isEmpty)
        #expect(fixture.members(album).isEmpty)
        #expect(fixture.assets().count == 3, "§5.4.7")
    }

    @Test(
        "ALBUMEN_CONFIRM answers for the user",
        arguments: [("allow", true), ("deny", false), ("1", true), ("0", false)])
    func environment(value: String, isAllowed: Bool) throws {
        let library = fixture.temporary.library
        let session = PhotoLibrarySession(
            environment: ["ALBUMEN_ACCESS": "authorized", "ALBUMEN_CONFIRM": value],
            prompt: DeletionAnswer(answer: nil), openLibrary: { library })
        PhotoLibrarySession.$current.withValue(session) {
            let result = Result {
                try PHPhotoLibrary.shared().performChangesAndWait {
                    PHAssetChangeRequest.deleteAssets([assets[0]] as NSArray)
                }
            }
            #expect(((try? result.get()) != nil) == isAllowed)
        }
        #expect(fixture.assets().count == (isAllowed ? 2 : 3))
    }

    @Test("a misspelt ALBUMEN_CONFIRM denies, and the error names it")
    func misspelt() throws {
        let library = fixture.temporary.library
        let session = PhotoLibrarySession(
            environment: ["ALBUMEN_ACCESS": "authorized", "ALBUMEN_CONFIRM": "alow"],
            prompt: DeletionAnswer(answer: true), openLibrary: { library })
        PhotoLibrarySession.$current.withValue(session) {
            let error = #expect(throws: PHPhotosError.self) {
                try PHPhotoLibrary.shared().performChangesAndWait {
                    PHAssetChangeRequest.deleteAssets([assets[0]] as NSArray)
                }
            }
            #expect(error?.code == .userCancelled)
            #expect(error?.localizedDescription.contains("ALBUMEN_CONFIRM is “alow”") == true)
        }
        #expect(fixture.assets().count == 3)
    }

    @Test("§5.4.1, §5.4.3: deleted assets are only in Recently Deleted, the latest first")
    func recentlyDeleted() throws {
        let album = try fixture.makeAlbum("Trip", assets)
        try fixture.change {
            let result = PHAsset.fetchAssets(withLocalIdentifiers: [assets[0].localIdentifier], options: nil)
            PHAssetChangeRequest.deleteAssets(result)
        }
        try fixture.change { PHAssetChangeRequest.deleteAssets([assets[2]]) }
        let deleted = try fixture.members(fixture.smartAlbum(.smartAlbumRecentlyDeleted))
        #expect(deleted == [assets[2].localIdentifier, assets[0].localIdentifier])
        #expect(try fixture.members(fixture.smartAlbum(.smartAlbumRecovered)).isEmpty)
        #expect(fixture.members(album) == [assets[1].localIdentifier])
        fixture.run {
            #expect(PHAsset.fetchAssets(withLocalIdentifiers: deleted, options: nil).count == 0)
        }
    }

    @Test("§5.4.4: deleting a folder deletes its content but no assets")
    func folders() throws {
        let album = try fixture.makeAlbum("Trip", assets)
        let inner = try fixture.makeFolder("Inner", [album])
        let outer = try fixture.makeFolder("Outer", [inner])
        try fixture.change { PHCollectionListChangeRequest.deleteCollectionLists([outer] as NSArray) }
        #expect(fixture.topLevel().count == 0)
        fixture.run {
            #expect(PHAssetCollection.fetchAssetCollections(with: .album, subtype: .any, options: nil).count == 0)
            #expect(PHCollectionList.fetchCollectionLists(with: .folder, subtype: .any, options: nil).count == 0)
        }
        #expect(fixture.assets().count == 3)
    }

    @Test("objects of the wrong type fail with 3300")
    func wrongObjects() throws {
        let smartAlbum = try fixture.smartAlbum(.smartAlbumFavorites)
        let album = try fixture.makeAlbum("Trip")
        let folder = try fixture.makeFolder("Trips")
        func expectRefusal(_ block: @escaping () -> Void) throws {
            #expect(try fixture.failure(block) == .changeNotSupported)
        }
        try expectRefusal { PHAssetChangeRequest.deleteAssets(["a string"] as NSArray) }
        try expectRefusal { PHAssetChangeRequest.deleteAssets([PHAsset()] as NSArray) }
        try expectRefusal { PHAssetChangeRequest.deleteAssets([album] as NSArray) }
        try expectRefusal { PHAssetCollectionChangeRequest.deleteAssetCollections([smartAlbum] as NSArray) }
        try expectRefusal { PHAssetCollectionChangeRequest.deleteAssetCollections([folder] as NSArray) }
        try expectRefusal { PHCollectionListChangeRequest.deleteCollectionLists([album] as NSArray) }
        try expectRefusal { PHCollectionListChangeRequest.deleteCollectionLists([PHCollectionList()] as NSArray) }
        try fixture.change { PHAssetChangeRequest.deleteAssets([] as NSArray) }
        #expect(fixture.topLevel().count == 2)
    }
}
