import AlbumenTestSupport
import Foundation
import Photos
import Testing

@testable import Albumen
@testable import PhotoLibrary

/// Folders and their contents (§5.6).
@Suite struct FolderChangeTests {
    let fixture: PhotoKitFixture

    init() throws {
        fixture = try PhotoKitFixture()
    }

    private func failure(
        _ folder: PHCollectionList, _ change: @escaping (PHCollectionListChangeRequest) -> Void
    ) throws -> PHPhotosError.Code? {
        try fixture.failure { PHCollectionListChangeRequest(for: folder).map(change) }
    }

    @Test("§5.6.2: new collections that a block adds to the top level are at its end, in order")
    func createdAtTheEnd() throws {
        try fixture.makeAlbum("B")
        try fixture.makeAlbum("A")
        try fixture.change {
            let placeholders = ["1", "2", "3"].map { title in
                PHAssetCollectionChangeRequest.creationRequestForAssetCollection(withTitle: title)
                    .placeholderForCreatedAssetCollection
            }
            let seen = PHCollection.fetchTopLevelUserCollections(with: nil)
            let request = PHCollectionListChangeRequest(forTopLevelCollectionListUserCollections: seen)
            request?.addChildCollections([placeholders[2], placeholders[0]] as NSArray)
        }
        #expect(fixture.topLevelTitles() == ["2", "A", "B", "3", "1"], "§11: what nobody places comes to the front")
    }

    @Test("§5.6.2: indexes of the top level exclude new collections without a place")
    func createdAtAnIndex() throws {
        try fixture.makeAlbum("B")
        try fixture.makeAlbum("A")
        for isShown in [true, false] {
            try fixture.change {
                let created = PHCollectionListChangeRequest.creationRequestForCollectionList(
                    withTitle: isShown ? "shown" : "unseen")
                let seen = PHCollection.fetchTopLevelUserCollections(with: nil)
                let request = PHCollectionListChangeRequest(
                    forTopLevelCollectionListUserCollections: isShown ? seen : PHFetchResult<PHCollection>())
                request?.insertChildCollections(
                    [created.placeholderForCreatedCollectionList] as NSArray, at: [isShown ? 1 : 0])
            }
        }
        #expect(fixture.topLevelTitles() == ["unseen", "A", "shown", "B"])
    }

    @Test("§5.2.8: one block creates nested folders with an album and an asset")
    func nestedPlaceholders() throws {
        let asset = try fixture.asset(fixture.addPhotos(1)[0])
        var identifiers: [String] = []
        try fixture.change {
            var outer = PHCollectionListChangeRequest.creationRequestForCollectionList(withTitle: "0")
            identifiers.append(outer.placeholderForCreatedCollectionList.localIdentifier)
            for depth in 1...20 {
                let inner = PHCollectionListChangeRequest.creationRequestForCollectionList(withTitle: "\(depth)")
                outer.addChildCollections([inner.placeholderForCreatedCollectionList] as NSArray)
                identifiers.append(inner.placeholderForCreatedCollectionList.localIdentifier)
                outer = inner
            }
            let album = PHAssetCollectionChangeRequest.creationRequestForAssetCollection(withTitle: "Album")
            album.addAssets([asset] as NSArray)
            outer.addChildCollections([album.placeholderForCreatedAssetCollection] as NSArray)
        }
        #expect(fixture.topLevelTitles() == ["0"])
        var list = try #require(fixture.topLevel().firstObject as? PHCollectionList)
        fixture.run {
            for identifier in identifiers.dropFirst() {
                let children = PHCollection.fetchCollections(in: list, options: nil)
                #expect(children.count == 1)
                #expect(children.firstObject?.localIdentifier == identifier)
                guard let next = children.firstObject as? PHCollectionList else { return }
                list = next
            }
            let album = PHCollection.fetchCollections(in: list, options: nil).firstObject as? PHAssetCollection
            #expect(album?.localizedTitle == "Album")
            #expect(album.map { PHAsset.fetchAssets(in: $0, options: nil).all } == [asset])
        }
    }

    @Test("§5.6.3: a collection has one place: adding moves it, removing moves it to the top level")
    func oneParent() throws {
        let album = try fixture.makeAlbum("Album")
        let first = try fixture.makeFolder("First", [album])
        let second = try fixture.makeFolder("Second")
        #expect(fixture.topLevelTitles() == ["Second", "First"])
        #expect(try failure(second) { $0.addChildCollections([album] as NSArray) } == nil)
        #expect(fixture.children(first).isEmpty)
        #expect(fixture.children(second) == ["Album"])
        fixture.run {
            let parents = PHCollectionList.fetchCollectionListsContaining(album, options: nil)
            #expect(parents.all == [second], "§2.6.8")
        }
        #expect(try failure(second) { $0.removeChildCollections([album] as NSArray) } == nil)
        #expect(fixture.topLevelTitles() == ["Album", "Second", "First"])
        fixture.run {
            #expect(PHCollectionList.fetchCollectionListsContaining(album, options: nil).count == 0)
        }
    }

    @Test("children are inserted, replaced, moved and removed by index like members of albums")
    func indexes() throws {
        let albums = try ["a", "b", "c", "d"].map { try fixture.makeAlbum($0) }
        let folder = try fixture.makeFolder("Folder", [albums[0], albums[1]])
        #expect(try failure(folder) { $0.insertChildCollections([albums[2]] as NSArray, at: [1]) } == nil)
        #expect(fixture.children(folder) == ["a", "c", "b"])
        let shown = fixture.run { PHCollection.fetchCollections(in: folder, options: nil) }
        try fixture.change {
            let request = PHCollectionListChangeRequest(for: folder, childCollections: shown)
            request?.moveChildCollections(at: [0], to: 2)
            request?.replaceChildCollections(at: [0], withChildCollections: [albums[3]] as NSArray)
        }
        #expect(fixture.children(folder) == ["d", "b", "a"])
        #expect(try failure(folder) { $0.removeChildCollections(at: [0, 2]) } == nil)
        #expect(fixture.children(folder) == ["b"])
        #expect(try failure(folder) { $0.removeChildCollections(at: [1]) } == .operationInterrupted)
    }

    @Test("§5.6.2: the top level has an order but no title")
    func topLevel() throws {
        for title in ["a", "b", "c"] { try fixture.makeAlbum(title) }
        #expect(fixture.topLevelTitles() == ["c", "b", "a"], "§2.3: new ones first")
        let shown = fixture.topLevel()
        try fixture.change {
            let request = PHCollectionListChangeRequest(forTopLevelCollectionListUserCollections: shown)
            request?.moveChildCollections(at: [2], to: 0)
            #expect(request?.title == "")
            #expect(request?.placeholderForCreatedCollectionList.localIdentifier == "")
        }
        #expect(fixture.topLevelTitles() == ["a", "c", "b"])
        try fixture.makeAlbum("d")
        #expect(fixture.topLevelTitles() == ["d", "a", "c", "b"])
        let failure = try fixture.failure {
            PHCollectionListChangeRequest(forTopLevelCollectionListUserCollections: shown)?.title = "Top"
        }
        #expect(failure == .changeNotSupported)
    }

    @Test("adding a folder to itself or its content fails with 3300")
    func cycles() throws {
        let inner = try fixture.makeFolder("Inner")
        let outer = try fixture.makeFolder("Outer", [inner])
        #expect(try failure(outer) { $0.addChildCollections([outer] as NSArray) } == .changeNotSupported)
        #expect(try failure(inner) { $0.addChildCollections([outer] as NSArray) } == .changeNotSupported)
        #expect(fixture.topLevelTitles() == ["Outer"])
    }

    @Test("a folder can be renamed; other collections fail with 3300")
    func titles() throws {
        try fixture.addPhotos(1)
        let folder = try fixture.makeFolder("Folder")
        let failed = try failure(folder) { request in
            #expect(request.title == "Folder")
            #expect(request.placeholderForCreatedCollectionList.isEqual(folder))
            request.title = "Renamed"
        }
        #expect(failed == nil)
        #expect(fixture.topLevelTitles() == ["Renamed"])
        let years = try #require(
            fixture.run { PHCollectionList.fetchMomentLists(with: .momentListYear, options: nil).firstObject })
        let transient = PHCollectionList.transientCollectionList(with: [folder], title: "Picked")
        for list in [years, transient] {
            #expect(try failure(list) { $0.title = "Mine" } == .changeNotSupported)
            #expect(try failure(list) { $0.addChildCollections([folder] as NSArray) } == .changeNotSupported)
        }
        try fixture.change { #expect(PHCollectionListChangeRequest(for: PHCollectionList()) == nil) }
        let asset = fixture.assets()[0]
        let favorites = try fixture.smartAlbum(.smartAlbumFavorites)
        #expect(try failure(folder) { $0.addChildCollections([asset] as NSArray) } == .changeNotSupported)
        #expect(try failure(folder) { $0.addChildCollections([favorites] as NSArray) } == .changeNotSupported)
    }
}
