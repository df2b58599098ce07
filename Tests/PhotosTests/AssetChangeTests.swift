import AlbumenTestSupport
import Foundation
import MediaRequests
import Photos
import Testing
import UniformTypeIdentifiers

@testable import Albumen
@testable import PhotoLibrary

/// Changes of existing assets (§5.3).
@Suite struct AssetChangeTests {
    let fixture: PhotoKitFixture
    private let identifier: String

    init() throws {
        fixture = try PhotoKitFixture()
        identifier = try fixture.addPhotos(2)[0]
    }

    @Test("§5.3.1: date, location, favorite, hidden, rating and caption can change, with a modification date")
    func properties() throws {
        let asset = try fixture.asset(identifier)
        let date = Date(timeIntervalSinceReferenceDate: 5_000_000)
        try fixture.change {
            let request = PHAssetChangeRequest(for: asset)
            request.creationDate = date
            request.location = CLLocation(latitude: -33.5, longitude: 151.25)
            request.isFavorite = true
            request.isHidden = true
            request.rating = .four
            request.caption = "On the pier"
        }
        let changed = try fixture.asset(identifier)
        #expect(changed.creationDate == date)
        #expect(changed.location?.coordinate.latitude == -33.5)
        #expect(changed.location?.coordinate.longitude == 151.25)
        #expect(changed.isFavorite)
        #expect(changed.isHidden)
        #expect(changed.rating == .four)
        #expect(changed.extendedMetadata.caption == "On the pier")
        #expect(try #require(changed.modificationDate) > (try #require(asset.modificationDate)))
        #expect(fixture.assets().count == 1, "§5.3.5: hidden assets are not fetched")
    }

    @Test("the imported date and location are kept when an app replaces them (§5.3.1)")
    func originals() throws {
        let asset = try fixture.asset(identifier)
        let taken = try #require(asset.creationDate)
        for number in 1...2 {
            try fixture.change {
                let request = PHAssetChangeRequest(for: asset)
                request.creationDate = Date(timeIntervalSinceReferenceDate: 5_000_000 * Double(number))
                request.location = CLLocation(latitude: Double(number), longitude: 2)
            }
        }
        let uuid = String(identifier.prefix(36))
        try fixture.temporary.commit(
            .restoreOriginals([.date, .location], read: OriginalValues(), assetUUID: uuid))
        let restored = try fixture.asset(identifier)
        #expect(restored.creationDate == taken)
        #expect(restored.location == nil)
    }

    @Test("values can be removed")
    func taking() throws {
        let asset = try fixture.asset(identifier)
        try fixture.change {
            let request = PHAssetChangeRequest(for: asset)
            request.location = CLLocation(latitude: 1, longitude: 2)
            request.caption = "Once"
            request.rating = .one
        }
        try fixture.change {
            let request = PHAssetChangeRequest(for: asset)
            request.location = nil
            request.caption = nil
            request.rating = .unset
            request.creationDate = nil
        }
        let changed = try fixture.asset(identifier)
        #expect(changed.location == nil)
        #expect(changed.extendedMetadata.caption == nil)
        #expect(changed.rating == .unset)
        #expect(changed.creationDate == nil)
    }

    @Test("§5.1.9: a request reads like a mutable copy, and the last write wins")
    func mutableCopy() throws {
        let asset = try fixture.asset(identifier)
        let place = CLLocation(latitude: 3, longitude: 4)
        try fixture.change {
            let request = PHAssetChangeRequest(for: asset)
            #expect(request.creationDate == asset.creationDate)
            #expect(!request.isFavorite && !request.isHidden)
            #expect(request.rating == .unset)
            #expect(request.placeholderForCreatedAsset == nil)
            request.location = place
            #expect(request.location === place)
            request.location = nil
            #expect(request.location == nil)
            request.creationDate = nil
            #expect(request.creationDate == nil)
            request.caption = "Draft"
            #expect(request.caption == "Draft")
            request.rating = .two
            #expect(request.rating == .two)
            let other = PHAssetChangeRequest(for: asset)
            request.isFavorite = false
            other.isFavorite = true
            other.isHidden = true
            request.isHidden = false
            #expect(other.isHidden)
            request.isFavorite.toggle()
        }
        let changed = try fixture.asset(identifier)
        #expect(changed.isFavorite)
        #expect(!changed.isHidden)
        #expect(changed.extendedMetadata.caption == "Draft")
    }

    @Test("a valid altitude is kept")
    func altitude() throws {
        let asset = try fixture.asset(identifier)
        func location(verticalAccuracy: Double) -> CLLocation {
            CLLocation(
                coordinate: CLLocationCoordinate2D(latitude: 1, longitude: 2), altitude: 80, horizontalAccuracy: 5,
                verticalAccuracy: verticalAccuracy, timestamp: Date())
        }
        try fixture.change { PHAssetChangeRequest(for: asset).location = location(verticalAccuracy: 3) }
        let known = try #require(fixture.asset(identifier).location)
        #expect(known.altitude == 80)
        #expect(known.verticalAccuracy >= 0)
        #expect(known.horizontalAccuracy == 5)
        try fixture.change { PHAssetChangeRequest(for: asset).location = location(verticalAccuracy: -1) }
        #expect(try #require(fixture.asset(identifier).location).verticalAccuracy < 0)
        // An asset's location can be set for another asset.
        try fixture.change { PHAssetChangeRequest(for: asset).location = known }
        #expect(try #require(fixture.asset(identifier).location).altitude == 80)
    }

    @Test("an invalid value fails with -1")
    func invalidValues() throws {
        let asset = try fixture.asset(identifier)
        #expect(
            try fixture.failure {
                PHAssetChangeRequest(for: asset).location = CLLocation(latitude: 200, longitude: 0)
            } == .internalError)
        #expect(
            try fixture.failure {
                PHAssetChangeRequest(for: asset).caption = String(repeating: "x", count: 100_000)
            } == .internalError)
    }

    @Test("changes of empty and recently deleted assets fail with 3300, of missing ones with 3303")
    func unchangeable() throws {
        let asset = try fixture.asset(identifier)
        #expect(try fixture.failure { PHAssetChangeRequest(for: PHAsset()).rating = .one } == .changeNotSupported)
        try fixture.change { PHAssetChangeRequest.deleteAssets([asset] as NSArray) }
        #expect(try fixture.failure { PHAssetChangeRequest(for: asset).rating = .one } == .changeNotSupported)
        try fixture.temporary.commit(.purge(assetUUID: String(identifier.prefix(36))))
        #expect(try fixture.failure { PHAssetChangeRequest(for: asset).rating = .one } == .missingResource)
    }

    @Test("without access: 3311, restricted: 3310", arguments: [("denied", 3311), ("restricted", 3310)])
    func noAccess(access: String, code: Int) throws {
        let asset = try fixture.asset(identifier)
        let failure = try fixture.failure(access: access) { PHAssetChangeRequest(for: asset).isFavorite = true }
        #expect(failure?.rawValue == code)
        #expect(try !fixture.asset(identifier).isFavorite)
    }

    @Test("§1.3: with limited access only chosen assets can be changed")
    func limited() throws {
        let asset = try fixture.asset(identifier)
        #expect(
            try fixture.failure(access: "limited") { PHAssetChangeRequest(for: asset).isFavorite = true }
                == .missingResource)
        try fixture.grant(asset)
        try fixture.change(access: "limited") { PHAssetChangeRequest(for: asset).isFavorite = true }
        #expect(try fixture.asset(identifier).isFavorite)
    }

    @Test("§2.4.7: the permitted operations of an asset")
    func canPerform() throws {
        let asset = try fixture.asset(identifier)
        let all: [PHAssetEditOperation] = [.delete, .content, .properties]
        func allowed(_ asset: PHAsset, access: String = "authorized") -> [PHAssetEditOperation] {
            fixture.run(access: access) { all.filter { asset.canPerform($0) } }
        }
        #expect(allowed(asset) == all)
        #expect(allowed(asset, access: "denied").isEmpty)
        #expect(allowed(asset, access: "limited").isEmpty)
        try fixture.grant(asset)
        #expect(allowed(asset, access: "limited") == all)
        try fixture.temporary.add([.image("torn.jpg") { $0.damage = "The file is cut short." }])
        let damaged = try #require(fixture.assets().first { $0.value(forKey: "filename") as? String == "torn.jpg" })
        #expect(allowed(damaged) == [.delete, .properties])
        try fixture.change { PHAssetChangeRequest.deleteAssets([asset] as NSArray) }
        #expect(allowed(asset).isEmpty)
        let deleted = try fixture.run {
            try #require(
                PHAsset.fetchAssets(in: fixture.smartAlbum(.smartAlbumRecentlyDeleted), options: nil).firstObject)
        }
        #expect(deleted == asset)
        #expect(allowed(deleted).isEmpty)
    }

    @Test("the metadata of a file")
    func metadata() throws {
        try fixture.temporary.add([
            .image("pier.jpg") { probe in
                probe.caption = "On the pier"
                probe.keywords = ["sea", "pier"]
                probe.rating = 3
            }
        ])
        let asset = try #require(fixture.assets().first { $0.extendedMetadata.originalFilename == "pier.jpg" })
        #expect(asset.extendedMetadata.caption == "On the pier")
        #expect(asset.extendedMetadata.keywords == ["sea", "pier"])
        #expect(asset.rating == .three)
        #expect(asset.contentType.identifier == "public.jpeg")
        #expect(!asset.hasAdjustments)
        #expect(asset.adjustmentsState == .none)
        #expect(asset.adjustmentTimestamp == nil)
        #expect(asset.value(forKey: "rating") as? Int == 3)
    }
}
