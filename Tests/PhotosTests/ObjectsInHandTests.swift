import AlbumenTestSupport
import CoreLocation
import Foundation
import GRDB
import Photos
import Records
import Testing

@testable import Albumen
@testable import Catalog
@testable import PhotoLibrary

/// A client's objects stay as fetched (§5.1.10), and read no more values after access to them was withdrawn.
@Suite struct ObjectsInHandTests {
    let fixture: PhotoKitFixture

    init() throws {
        fixture = try PhotoKitFixture()
    }

    @Test("§5.1.10: rating, caption and keywords are those of the fetch, even if read later")
    func metadata() throws {
        try fixture.addPhotos(2)
        let identifier = fixture.assets()[0].localIdentifier
        try set(identifier, caption: "before", keywords: ["one", "two"], rating: 2)
        let inHand = try fixture.asset(identifier)
        let untouched = fixture.assets()[1]
        try set(identifier, caption: "after", keywords: ["three"], rating: 5)
        try set(identifier, caption: nil, keywords: [], rating: 0)
        #expect(inHand.rating == .two)
        #expect(inHand.extendedMetadata.caption == "before")
        #expect(inHand.extendedMetadata.keywords == ["one", "two"])
        #expect(untouched.extendedMetadata.caption == nil)
        let now = try fixture.asset(identifier)
        #expect(now.rating == .unset)
        #expect(now.extendedMetadata.caption == nil)
        #expect(now.extendedMetadata.keywords.isEmpty)
    }

    @Test("§5.1.10: an object after a change has the state after it and keeps it")
    func detailsAfterChange() throws {
        try fixture.addPhotos(1)
        let identifier = fixture.assets()[0].localIdentifier
        try fixture.run {
            let before = try fixture.asset(identifier)
            let listener = ChangeListener()
            PHPhotoLibrary.shared().register(listener)
            try set(identifier, caption: "one", keywords: [], rating: 1)
            let change = try #require(listener.next())
            let after = try #require(change.changeDetails(for: before)?.objectAfterChanges)
            try set(identifier, caption: "two", keywords: [], rating: 2)
            #expect(before.extendedMetadata.caption == nil)
            #expect(after.extendedMetadata.caption == "one")
            #expect(after.rating == .one)
        }
    }

    @Test("§5.1.10: an album's dates and location are those of the fetch, even if read later")
    func album() throws {
        try fixture.addPhotos(4)
        let assets = fixture.assets()
        try fixture.change { PHAssetChangeRequest(for: assets[1]).location = CLLocation(latitude: 1, longitude: 2) }
        try fixture.change { PHAssetChangeRequest(for: assets[3]).location = CLLocation(latitude: 3, longitude: 4) }
        let album = try fixture.makeAlbum("Trip", [assets[1], assets[2]])
        let other = try fixture.album(album.localIdentifier)
        try fixture.change {
            let request = PHAssetCollectionChangeRequest(for: album)
            request?.removeAssets([assets[1]] as NSArray)
            request?.addAssets([assets[3]] as NSArray)
            PHAssetChangeRequest(for: assets[2]).creationDate = Date(timeIntervalSinceReferenceDate: 100)
        }
        #expect(album.startDate == assets[1].creationDate)
        #expect(album.endDate == assets[2].creationDate)
        #expect(album.approximateLocation?.coordinate.latitude == 1)
        // Regardless of whether all values were read at once.
        #expect(other.approximateLocation?.coordinate.longitude == 2)
        let now = try fixture.album(album.localIdentifier)
        #expect(now.startDate == assets[3].creationDate)
        #expect(now.endDate == Date(timeIntervalSinceReferenceDate: 100))
        #expect(now.approximateLocation?.coordinate.latitude == 3)
    }

    @Test("a withdrawn asset reads nothing more and keeps its loaded values (§1.3.9)")
    func withdrawnAsset() throws {
        try fixture.addPhotos(2)
        let all = fixture.assets()
        for asset in all {
            try set(asset.localIdentifier, caption: "private", keywords: ["word"], rating: 3)
            try fixture.grant(asset)
        }
        let inHand = fixture.run(access: "limited") { PHAsset.fetchAssets(with: nil).all }
        #expect(inHand.count == 2)
        #expect(inHand[1].extendedMetadata.caption == "private")
        #expect(inHand[1].contentType.identifier == "public.jpeg")
        let resources = PHAssetResource.assetResources(for: inHand[1])
        #expect(resources.map(\.name) == ["IMG_1.JPG"])
        try fixture.temporary.library.catalog.pool.write { try $0.execute(sql: "DELETE FROM grants") }

        #expect(inHand[0].extendedMetadata.caption == nil)
        #expect(inHand[0].extendedMetadata.keywords.isEmpty)
        #expect(inHand[0].extendedMetadata.originalFilename == nil)
        #expect(inHand[0].rating == .unset)
        #expect(inHand[0].value(forKey: "filename") == nil)
        #expect(PHAssetResource.assetResources(for: inHand[0]).isEmpty)
        #expect(inHand[1].extendedMetadata.caption == "private")
        #expect(inHand[1].rating == .three)
        #expect(resources[0].name == "IMG_1.JPG")
        #expect(PHAssetResource.assetResources(for: inHand[1]).isEmpty)
    }

    @Test("values missing without access are read when the user allows access again")
    func allowedAgain() throws {
        try fixture.addPhotos(1)
        let library = fixture.temporary.library
        try set(fixture.assets()[0].localIdentifier, caption: "caption", keywords: [], rating: 0)
        try fixture.makeAlbum("Trip", fixture.assets())
        try library.setGrantedStatus(.authorized, client: "test", accessLevel: .readWrite)
        try fixture.run(access: nil) {
            let asset = try #require(PHAsset.fetchAssets(with: nil).firstObject)
            let album = try #require(
                PHAssetCollection.fetchAssetCollections(with: .album, subtype: .any, options: nil).firstObject)
            try library.setGrantedStatus(.denied, client: "test", accessLevel: .readWrite)
            #expect(asset.extendedMetadata.caption == nil)
            #expect(asset.extendedMetadata.originalFilename == nil)
            #expect(album.startDate == nil)
            try library.setGrantedStatus(.authorized, client: "test", accessLevel: .readWrite)
            #expect(asset.extendedMetadata.caption == "caption")
            #expect(asset.extendedMetadata.originalFilename == "IMG_0.JPG")
            #expect(album.startDate == asset.creationDate)
        }
    }

    private func set(_ identifier: String, caption: String?, keywords: [String], rating: Int) throws {
        var change = AssetChange()
        change.caption = .some(caption)
        change.keywords = keywords
        change.rating = rating
        try fixture.temporary.commit(.change(change, assetUUID: String(identifier.prefix(36))))
    }
}
