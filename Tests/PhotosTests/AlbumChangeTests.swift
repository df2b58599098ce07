import AlbumenTestSupport
import Foundation
import Photos
import Testing

@testable import Albumen
@testable import PhotoLibrary

/// Albums and the order of their members (§5.5).
@Suite struct AlbumChangeTests {
    let fixture: PhotoKitFixture
    private let assets: [PHAsset]
    private let album: PHAssetCollection

    init() throws {
        fixture = try PhotoKitFixture()
        try fixture.addPhotos(6)
        assets = fixture.assets()
        album = try fixture.makeAlbum("Trip", [assets[0], assets[1], assets[2], assets[3]])
    }

    /// The members as numbers of the assets.
    private func members() -> [Int] {
        let identifiers = assets.map(\.localIdentifier)
        return fixture.members(album).compactMap(identifiers.firstIndex)
    }

    private func edit(_ change: @escaping (PHAssetCollectionChangeRequest) -> Void) throws {
        #expect(try failure(change) == nil)
    }

    private func failure(_ change: @escaping (PHAssetCollectionChangeRequest) -> Void) throws -> PHPhotosError.Code? {
        try fixture.failure {
            PHAssetCollectionChangeRequest(for: album).map(change)
        }
    }

    private func pick(_ numbers: Int...) -> NSArray {
        numbers.map { assets[$0] } as NSArray
    }

    @Test("§5.5.1: an album is created with its title at the front, and renamed")
    func titles() throws {
        try fixture.change {
            let request = PHAssetCollectionChangeRequest.creationRequestForAssetCollection(withTitle: "Draft")
            #expect(request.title == "Draft")
            request.title = "Second"
            #expect(request.title == "Second")
        }
        try fixture.makeAlbum("Trip")
        #expect(fixture.topLevelTitles() == ["Trip", "Second", "Trip"], "§5.5.8: titles may repeat")
        try edit { request in
            #expect(request.title == "Trip")
            request.title = "Journey"
        }
        #expect(try fixture.album(album.localIdentifier).localizedTitle == "Journey")
        #expect(fixture.topLevelTitles() == ["Trip", "Second", "Journey"])
        #expect(try failure { $0.title = String(repeating: "x", count: 5_000) } == .internalError)
    }

    @Test("§5.5.7: assets are appended, and existing members keep their position")
    func adding() throws {
        try edit { $0.addAssets(pick(5, 1, 4, 5)) }
        #expect(members() == [0, 1, 2, 3, 5, 4])
        try edit { $0.addAssets(PHAsset.fetchAssets(with: nil)) }
        #expect(members() == [0, 1, 2, 3, 5, 4])
    }

    @Test("§5.5.7: adding members and removing others changes nothing and notifies nobody")
    func addingMembers() throws {
        let folder = try fixture.makeFolder("Trips", [album])
        let token = try fixture.temporary.library.owner.currentToken()
        let modified = try fixture.album(album.localIdentifier).modificationDate
        try edit { $0.addAssets(pick(0, 3)) }
        try edit { $0.removeAssets(pick(4, 5)) }
        try edit { $0.addAssets([] as NSArray) }
        try fixture.change { PHCollectionListChangeRequest(for: folder)?.addChildCollections([album] as NSArray) }
        #expect(try fixture.temporary.library.owner.currentToken() == token)
        #expect(try fixture.album(album.localIdentifier).modificationDate == modified)
        #expect(members() == [0, 1, 2, 3])
        try edit { $0.addAssets(pick(0, 4)) }
        #expect(try fixture.temporary.library.owner.currentToken() != token)
        #expect(members() == [0, 1, 2, 3, 4])
    }

    @Test("§5.5.3: insertions are at their indexes, in ascending order")
    func inserting() throws {
        try edit { $0.insertAssets(pick(4, 5), at: [0, 3]) }
        #expect(members() == [4, 0, 1, 5, 2, 3])
    }

    @Test("assets are removed by identifier and by index")
    func removing() throws {
        try edit { request in
            request.removeAssets(pick(0, 5))
            request.removeAssets(at: [1])
        }
        #expect(members() == [1, 3])
        #expect(fixture.assets().count == 6)
    }

    @Test("§5.5.5: a replacement can be a member at another position")
    func replacing() throws {
        try edit { $0.replaceAssets(at: [0, 2], withAssets: pick(5, 3)) }
        #expect(members() == [5, 1, 3])
    }

    @Test("§5.5.4: a move first removes the assets and then inserts them together")
    func moving() throws {
        try edit { $0.moveAssets(at: [0, 2], to: 2) }
        #expect(members() == [1, 3, 0, 2])
        try edit { $0.moveAssets(at: [3], to: 0) }
        #expect(members() == [2, 1, 3, 0])
    }

    @Test("each edit of a request applies to the result of the edits before it")
    func sequence() throws {
        try edit { request in
            request.moveAssets(at: [3], to: 0)
            request.removeAssets(at: [1])
            request.insertAssets(pick(4), at: [1])
            request.addAssets(pick(5))
        }
        #expect(members() == [3, 4, 1, 2, 5])
    }

    @Test("§5.5.2: indexes refer to the app's fetch result, whatever happened since")
    func shown() throws {
        let shown = fixture.run { PHAsset.fetchAssets(in: album, options: nil) }
        try edit { $0.moveAssets(at: [3], to: 0) }
        try fixture.change {
            let request = PHAssetCollectionChangeRequest(for: album, assets: shown)
            request?.removeAssets(at: [0])
            request?.removeAssets(at: [0])
        }
        #expect(members() == [3, 2])
    }

    @Test("§5.5.2: indexes also refer to a result with another order than the album")
    func shownInAnotherOrder() throws {
        let options = PHFetchOptions()
        options.sortDescriptors = [NSSortDescriptor(key: "creationDate", ascending: false)]
        let shown = fixture.run { PHAsset.fetchAssets(in: album, options: options) }
        try fixture.change { PHAssetCollectionChangeRequest(for: album, assets: shown)?.removeAssets(at: [0]) }
        #expect(members() == [0, 1, 2])
    }

    @Test("§5.5.3: invalid indexes fail with 3301 and change nothing")
    func inconsistentIndexes() throws {
        for change: (PHAssetCollectionChangeRequest) -> Void in [
            { $0.insertAssets(pick(4, 5), at: [0]) }, { $0.insertAssets(pick(4), at: [5]) },
            { $0.insertAssets(pick(0), at: [0]) }, { $0.removeAssets(at: [4]) },
            { $0.replaceAssets(at: [0, 1], withAssets: pick(4)) }, { $0.moveAssets(at: [0], to: 4) },
            { $0.moveAssets(at: [9], to: 0) },
        ] {
            #expect(try failure(change) == .operationInterrupted)
        }
        #expect(members() == [0, 1, 2, 3])
    }

    @Test("objects that are no assets fail with 3300, missing assets with 3303")
    func wrongMembers() throws {
        #expect(try failure { $0.addAssets([album] as NSArray) } == .changeNotSupported)
        #expect(try failure { $0.addAssets([PHAsset()] as NSArray) } == .changeNotSupported)
        #expect(try failure { $0.insertAssets(["one"] as NSArray, at: [0]) } == .changeNotSupported)
        try fixture.change { PHAssetChangeRequest.deleteAssets([assets[5]] as NSArray) }
        try fixture.temporary.commit(.purge(assetUUID: String(assets[5].localIdentifier.prefix(36))))
        #expect(try failure { $0.addAssets(pick(5)) } == .missingResource)
        try fixture.change { PHAssetCollectionChangeRequest.deleteAssetCollections([album] as NSArray) }
        #expect(try failure { $0.addAssets(pick(4)) } == .missingResource)
    }

    @Test("§5.7: edits of a collection that is no user album fail with 3300")
    func unchangeable() throws {
        let moment = try #require(fixture.run { PHAssetCollection.fetchMoments(with: nil).firstObject })
        let favorites = try fixture.smartAlbum(.smartAlbumFavorites)
        let deleted = try fixture.smartAlbum(.smartAlbumRecentlyDeleted)
        let transient = PHAssetCollection.transientAssetCollection(with: assets, title: "Picked")
        for collection in [moment, favorites, deleted, transient] {
            #expect(try fixture.failure { _ = PHAssetCollectionChangeRequest(for: collection) } == nil)
            let changes: [(PHAssetCollectionChangeRequest) -> Void] = [
                { $0.addAssets(pick(1)) }, { $0.title = "Mine" }, { $0.removeAssets(at: [0]) },
            ]
            for change in changes {
                let failure = try fixture.failure {
                    PHAssetCollectionChangeRequest(for: collection).map(change)
                }
                #expect(failure == .changeNotSupported)
            }
        }
        try fixture.change {
            #expect(PHAssetCollectionChangeRequest(for: PHAssetCollection()) == nil)
            let request = PHAssetCollectionChangeRequest(for: album)
            #expect(request?.placeholderForCreatedAssetCollection.isEqual(album) == true)
        }
        #expect(try fixture.failure { PHAssetCollectionChangeRequest().title = "None" } == .changeNotSupported)
    }

    @Test("§1.3.3: with limited access an app creates albums and changes visible members")
    func limited() throws {
        let own = try fixture.makeAlbum("Mine", access: "limited")
        try fixture.grant(assets[0])
        try fixture.change(access: "limited") {
            PHAssetCollectionChangeRequest(for: own)?.addAssets(pick(0))
        }
        #expect(
            try fixture.failure(access: "limited") {
                PHAssetCollectionChangeRequest(for: own)?.addAssets(pick(1))
            } == .missingResource)
        fixture.run(access: "limited") {
            let albums = PHAssetCollection.fetchAssetCollections(with: .album, subtype: .any, options: nil).all
            #expect(albums.map(\.localizedTitle) == ["Mine", "Trip"])
            #expect(albums.map(\.estimatedAssetCount) == [1, 1])
            #expect(PHAsset.fetchAssets(in: albums[1], options: nil).all == [assets[0]])
        }
    }
}
