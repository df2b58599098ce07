import AlbumenTestSupport
import Foundation
import MediaRequests
import Photos
import Testing

@testable import Albumen
@testable import PhotoLibrary

/// Albums, folders and transient collections, and how to fetch them (§2.6).
@Suite struct CollectionModelTests {
    let fixture: PhotoKitFixture

    init() throws {
        fixture = try PhotoKitFixture()
    }

    private func albums(
        _ subtype: PHAssetCollectionSubtype, _ configure: (PHFetchOptions) -> Void = { _ in }
    ) -> [String] {
        let options = PHFetchOptions()
        configure(options)
        return fixture.run {
            PHAssetCollection.fetchAssetCollections(with: .album, subtype: subtype, options: options).all
                .map { $0.localizedTitle ?? "" }
        }
    }

    @Test("§2.6.4: albums by subtype; unsupported subtypes are empty, subtypes of another type mean any")
    func subtypes() throws {
        try fixture.makeFolder("Folder", [fixture.makeAlbum("In a folder")])
        try fixture.makeAlbum("Album")
        for subtype in [PHAssetCollectionSubtype.any, .albumRegular, .smartAlbumFavorites] {
            #expect(albums(subtype) == ["Album", "In a folder"])
        }
        for subtype in [PHAssetCollectionSubtype.albumSyncedAlbum, .albumCloudShared, .albumMyPhotoStream] {
            #expect(albums(subtype).isEmpty)
        }
    }

    @Test("an import's album has its subtype and isn't at the top level")
    func imported() throws {
        let folder = try TemporaryFolder()
        try folder.write(SampleMedia.jpeg(), to: "a.jpg")
        try fixture.temporary.importPaths([folder.path])
        let album = try fixture.run {
            try #require(
                PHAssetCollection.fetchAssetCollections(with: .album, subtype: .albumImported, options: nil)
                    .firstObject)
        }
        #expect(album.assetCollectionSubtype == .albumImported)
        #expect(album.estimatedAssetCount == 1)
        #expect(fixture.members(album).count == 1)
        #expect(fixture.topLevel().count == 0)
    }

    @Test("an album has its count, dates and location; §2.6.9: exactly, as of its fetch")
    func properties() throws {
        try fixture.temporary.add(
            [10, 30, 20].map { second in
                .image("\(second).jpg") { probe in
                    probe.captureDate = .init(
                        secondsSinceReferenceDate: Double(second), utcOffsetInSeconds: 0, source: .exifOriginal)
                    if second == 20 { probe.location = .init(latitude: 5, longitude: 6) }
                }
            })
        let assets = fixture.assets()
        let album = try fixture.makeAlbum("Album", assets)
        #expect(album.assetCollectionType == .album)
        #expect(album.assetCollectionSubtype == .albumRegular)
        #expect(album.localizedTitle == "Album")
        #expect(album.estimatedAssetCount == 3)
        #expect(album.startDate == Date(timeIntervalSinceReferenceDate: 10))
        #expect(album.endDate == Date(timeIntervalSinceReferenceDate: 30))
        #expect(album.approximateLocation?.coordinate.latitude == 5)
        #expect(album.canContainAssets && !album.canContainCollections)
        #expect(album.localIdentifier.hasSuffix("/L0/040"))
        try fixture.change { PHAssetChangeRequest(for: assets[0]).isHidden = true }
        #expect(album.estimatedAssetCount == 3, "a collection in hand stays as it was")
        let later = try fixture.album(album.localIdentifier)
        #expect(later == album)
        #expect(later.estimatedAssetCount == 2)
        #expect(later.startDate == Date(timeIntervalSinceReferenceDate: 20))
        #expect(try #require(later.modificationDate) <= Date())
        let folder = try fixture.makeFolder("Folder")
        #expect(folder.canContainCollections && !folder.canContainAssets)
        #expect(folder.collectionListType == .folder)
        #expect(folder.collectionListSubtype == .regularFolder)
        #expect(folder.localIdentifier.hasSuffix("/L0/020"))
        #expect(folder.startDate == nil)
        #expect(folder.modificationDate != nil)
    }

    @Test("§2.2.1: albums are filtered and sorted by title, dates and count")
    func options() throws {
        try fixture.addPhotos(6)
        let assets = fixture.assets()
        try fixture.makeAlbum("Late", Array(assets[3...]))
        try fixture.makeAlbum("Early", Array(assets[..<2]))
        try fixture.makeAlbum("Empty")
        #expect(albums(.any) { $0.predicate = NSPredicate(format: "title CONTAINS[c] %@", "EA") } == ["Early"])
        #expect(albums(.any) { $0.predicate = NSPredicate(format: "estimatedAssetCount > 2") } == ["Late"])
        let date = Date(timeIntervalSinceReferenceDate: 2) as NSDate
        #expect(albums(.any) { $0.predicate = NSPredicate(format: "startDate > %@", date) } == ["Late"])
        #expect(albums(.any) { $0.predicate = NSPredicate(format: "endDate = nil") } == ["Empty"])
        func sorted(_ key: String, _ isAscending: Bool) -> [String] {
            albums(.any) { $0.sortDescriptors = [NSSortDescriptor(key: key, ascending: isAscending)] }
        }
        #expect(sorted("startDate", true) == ["Empty", "Early", "Late"])
        #expect(sorted("endDate", false) == ["Late", "Early", "Empty"])
        #expect(sorted("estimatedAssetCount", false) == ["Late", "Early", "Empty"])
        #expect(sorted("localizedTitle", true) == ["Early", "Empty", "Late"])
        #expect(albums(.any) { $0.fetchLimit = 1 } == ["Empty"])
    }

    @Test("§2.2.1: folders and mixed results support all keys but the count")
    func listOptions() async throws {
        try fixture.makeFolder("b")
        try fixture.makeAlbum("a")
        let options = PHFetchOptions()
        options.predicate = NSPredicate(format: "title IN %@", ["a", "b"])
        options.sortDescriptors = [NSSortDescriptor(keyPath: \PHCollection.localizedTitle, ascending: true)]
        fixture.run {
            let mixed = PHCollection.fetchTopLevelUserCollections(with: options)
            #expect(mixed.all.map { $0.localizedTitle ?? "" } == ["a", "b"])
            #expect(mixed[0] is PHAssetCollection)
            #expect(mixed[1] is PHCollectionList)
            let folders = PHCollectionList.fetchCollectionLists(with: .folder, subtype: .any, options: options)
            #expect(folders.count == 1)
        }
        let result = try #require(
            await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                let options = PHFetchOptions()
                options.predicate = NSPredicate(format: "estimatedAssetCount > 0")
                _ = try PhotoKitFixture().run { PHCollection.fetchTopLevelUserCollections(with: options) }
            })
        #expect(String(decoding: result.standardErrorContent, as: UTF8.self).contains("estimatedAssetCount"))
    }

    @Test("a fetch by identifiers finds collections of all types, with or without suffix (§3.4)")
    func identifiers() throws {
        try fixture.addPhotos(1)
        let album = try fixture.makeAlbum("Album")
        let folder = try fixture.makeFolder("Folder")
        let favorites = try fixture.smartAlbum(.smartAlbumFavorites)
        try fixture.run {
            let moment = try #require(PHAssetCollection.fetchMoments(with: nil).firstObject)
            let year = try #require(PHCollectionList.fetchMomentLists(with: .momentListYear, options: nil).firstObject)
            let identifiers = [moment, album, favorites, folder, year].map { String($0.localIdentifier.prefix(36)) }
            let albums = PHAssetCollection.fetchAssetCollections(
                withLocalIdentifiers: identifiers + ["nonsense"], options: nil)
            #expect(albums.all == [favorites, album, moment])
            let lists = PHCollectionList.fetchCollectionLists(withLocalIdentifiers: identifiers, options: nil)
            #expect(lists.all == [folder, year])
        }
    }

    @Test("§2.6.7: the albums that contain an asset")
    func containing() throws {
        try fixture.addPhotos(2)
        let assets = fixture.assets()
        let both = try fixture.makeAlbum("Both", assets)
        let one = try fixture.makeAlbum("One", [assets[0]])
        fixture.run {
            func containing(_ asset: PHAsset, _ type: PHAssetCollectionType) -> [PHAssetCollection] {
                PHAssetCollection.fetchAssetCollectionsContaining(asset, with: type, options: nil).all
            }
            #expect(containing(assets[0], .album) == [one, both])
            #expect(containing(assets[1], .album) == [both])
            #expect(containing(assets[1], .smartAlbum).isEmpty)
            #expect(containing(PHAsset(), .album).isEmpty)
        }
    }

    @Test("§2.6.14: transient collections exist only in memory")
    func transient() throws {
        try fixture.addPhotos(3)
        let assets = fixture.assets()
        let album = PHAssetCollection.transientAssetCollection(
            with: [assets[2], PHAsset(), assets[0]], title: "Picked")
        #expect(album.localizedTitle == "Picked")
        #expect(album.estimatedAssetCount == 2)
        #expect(fixture.members(album) == [assets[2].localIdentifier, assets[0].localIdentifier])
        let result = fixture.run { PHAsset.fetchAssets(with: nil) }
        let all = PHAssetCollection.transientAssetCollection(withAssetFetchResult: result, title: nil)
        #expect(fixture.members(all) == assets.map(\.localIdentifier))
        #expect(all.localizedTitle == nil)
        #expect(all != PHAssetCollection.transientAssetCollection(withAssetFetchResult: result, title: nil))
        fixture.run {
            #expect(
                PHAssetCollection.fetchAssetCollections(withLocalIdentifiers: [all.localIdentifier], options: nil).count
                    == 0)
            #expect(PHAsset.fetchKeyAssets(in: all, options: nil) == nil)
        }
        let list = PHCollectionList.transientCollectionList(with: [album, all], title: "Lists")
        let widened = PHFetchResult<PHCollection>(
            fixture.run {
                PHAssetCollection.fetchAssetCollections(with: .smartAlbum, subtype: .smartAlbumVideos, options: nil)
            })
        let other = PHCollectionList.transientCollectionList(withCollectionsFetchResult: widened, title: nil)
        fixture.run {
            #expect(PHCollection.fetchCollections(in: list, options: nil).all == [album, all])
            #expect(PHCollection.fetchCollections(in: other, options: nil).count == 1)
            #expect(PHCollectionList.fetchCollectionListsContaining(album, options: nil).count == 0)
        }
        try fixture.change { PHAssetChangeRequest.deleteAssets([assets[0]] as NSArray) }
        #expect(fixture.members(album) == [assets[2].localIdentifier])
    }

    @Test("§2.4.3: the key assets of an album are its newest members, at most three")
    func keyAssets() throws {
        try fixture.addPhotos(5)
        let assets = fixture.assets()
        let album = try fixture.makeAlbum("Album", [assets[2], assets[0], assets[4], assets[1]])
        let recents = try fixture.smartAlbum(.smartAlbumUserLibrary)
        let deleted = try fixture.smartAlbum(.smartAlbumRecentlyDeleted)
        let empty = try fixture.makeAlbum("Empty")
        fixture.run {
            #expect(PHAsset.fetchKeyAssets(in: album, options: nil)?.all == [assets[4], assets[2], assets[1]])
            let options = PHFetchOptions()
            options.fetchLimit = 1
            #expect(PHAsset.fetchKeyAssets(in: recents, options: options)?.all == [assets[4]])
            #expect(PHAsset.fetchKeyAssets(in: empty, options: nil)?.count == 0)
            #expect(PHAsset.fetchKeyAssets(in: deleted, options: nil) == nil)
            #expect(PHAsset.fetchKeyAssets(in: PHAssetCollection(), options: nil) == nil)
        }
        try fixture.change { PHAssetChangeRequest(for: assets[4]).isHidden = true }
        let hidden = try fixture.smartAlbum(.smartAlbumAllHidden)
        fixture.run {
            #expect(PHAsset.fetchKeyAssets(in: hidden, options: nil)?.all == [assets[4]])
            #expect(PHAsset.fetchKeyAssets(in: album, options: nil)?.all == [assets[2], assets[1], assets[0]])
        }
    }

    @Test("§2.4.3: the chosen cover is the first key asset, and a change of it changes the result")
    func chosenCover() throws {
        try fixture.addPhotos(4)
        let assets = fixture.assets()
        let album = try fixture.makeAlbum("Album", assets)
        let uuid = String(album.localIdentifier.prefix(36))
        func choose(_ asset: PHAsset?) throws {
            let cover = asset.map { String($0.localIdentifier.prefix(36)) }
            try fixture.temporary.commit(.setCover(assetUUID: cover, albumUUID: uuid))
        }
        func keys() -> [PHAsset]? { fixture.run { PHAsset.fetchKeyAssets(in: album, options: nil)?.all } }
        try choose(assets[0])
        #expect(keys() == [assets[0], assets[3], assets[2]])
        try choose(assets[2])
        #expect(keys() == [assets[2], assets[3], assets[1]])
        try fixture.change { PHAssetChangeRequest(for: assets[2]).isHidden = true }
        #expect(keys() == [assets[3], assets[1], assets[0]])
        try choose(nil)
        try fixture.change { PHAssetChangeRequest(for: assets[2]).isHidden = false }
        #expect(keys() == [assets[3], assets[2], assets[1]])
    }

    @Test("§2.6.12: the permitted operations of collections")
    func canPerform() throws {
        try fixture.addPhotos(1)
        let album = try fixture.makeAlbum("Album")
        let folder = try fixture.makeFolder("Folder")
        let (moment, year) = try fixture.run {
            (
                try #require(PHAssetCollection.fetchMoments(with: nil).firstObject),
                try #require(PHCollectionList.fetchMomentLists(with: .momentListYear, options: nil).firstObject)
            )
        }
        func allowed(_ collection: PHCollection, access: String = "authorized") -> [Int] {
            fixture.run(access: access) {
                (1...7).filter { number in
                    PHCollectionEditOperation(rawValue: number).map { collection.canPerform($0) } ?? false
                }
            }
        }
        #expect(allowed(album) == [1, 2, 3, 4, 5, 6, 7])
        #expect(allowed(folder) == [2, 3, 4, 5, 6, 7])
        #expect(try allowed(fixture.smartAlbum(.smartAlbumFavorites)) == [1])
        #expect(try allowed(fixture.smartAlbum(.smartAlbumUserLibrary)) == [1])
        #expect(try allowed(fixture.smartAlbum(.smartAlbumRecentlyDeleted)).isEmpty)
        #expect(allowed(moment) == [1])
        #expect(allowed(year).isEmpty)
        #expect(allowed(PHAssetCollection.transientAssetCollection(with: [], title: nil)).isEmpty)
        #expect(allowed(album, access: "denied").isEmpty)
        #expect(allowed(folder, access: "restricted").isEmpty)
    }

    @Test("§1.1.5: without access there are no collections", arguments: ["denied", "restricted"])
    func noAccess(access: String) throws {
        try fixture.addPhotos(1)
        try fixture.makeFolder("Folder", [fixture.makeAlbum("Album")])
        let list = try #require(fixture.topLevel().firstObject as? PHCollectionList)
        fixture.run(access: access) {
            #expect(PHAssetCollection.fetchAssetCollections(with: .album, subtype: .any, options: nil).count == 0)
            #expect(PHCollection.fetchTopLevelUserCollections(with: nil).count == 0)
            #expect(PHCollection.fetchCollections(in: list, options: nil).count == 0)
            #expect(PHCollectionList.fetchCollectionLists(with: .folder, subtype: .any, options: nil).count == 0)
            #expect(PHAssetCollection.fetchMoments(with: nil).count == 0)
        }
    }
}
