import AlbumenTestSupport
import BlobStore
import Catalog
import Foundation
import MediaRequests
import Records
import Testing
import UIKit

@testable import Albumen
@testable import PhotoLibrary
@testable import Photos

/// Requests without an image: one call, `nil`, and an error of Apple's domain.
@Suite struct ImageRequestFailureTests {
    let fixture: ImageRequestFixture

    init() throws {
        fixture = try ImageRequestFixture()
    }

    @Test(
        "§4.4.8: an invalid target size", arguments: [-5, Double.nan, .infinity], [true, false])
    func noTarget(side: Double, isSynchronous: Bool) throws {
        try expectFailure(-1, try fixture.addPhotograph(), side, isSynchronous: isSynchronous)
    }

    @Test("a target size of zero isn't one", arguments: [true, false])
    func zero(isSynchronous: Bool) throws {
        let asset = try fixture.addPhotograph()
        for mode in [PHImageRequestOptionsResizeMode.none, .fast, .exact] {
            let options = fixture.options {
                $0.resizeMode = mode
                $0.isSynchronous = isSynchronous
                $0.deliveryMode = .highQualityFormat
            }
            let call = try fixture.request(asset, 0, options).last
            #expect(call?.errorCode == nil && call?.size == CGSize(width: 256, height: 192), "\(mode)")
        }
    }

    @Test("a member of Recently Deleted has its image, and withdrawn access still applies", arguments: [true, false])
    func recentlyDeleted(isSynchronous: Bool) throws {
        let asset = try fixture.addPhotograph()
        try fixture.temporary.commit(.trash(assetUUID: fixture.uuid(of: asset)))
        let deleted = try fixture.run {
            let trash = try #require(
                PHAssetCollection.fetchAssetCollections(with: .smartAlbum, subtype: .any, options: nil).all
                    .first { $0.assetCollectionSubtype.rawValue == 1_000_000_201 })
            return try #require(PHAsset.fetchAssets(in: trash, options: nil).firstObject)
        }
        let options = fixture.options { $0.isSynchronous = isSynchronous }
        #expect(try fixture.request(deleted, 400, options).last?.size != nil)
        #expect(try fixture.request(deleted, 400, options, access: "denied").last?.errorCode == 3311)
        #expect(try fixture.request(deleted, 400, options, access: "limited").last?.errorCode == 3303)
        // Restored, it is an asset like any other.
        try fixture.temporary.commit(.restore(assetUUID: fixture.uuid(of: asset)))
        #expect(try fixture.request(deleted, 400, options).last?.size != nil)
    }

    @Test("an asset whose page of the fetch is read after its deletion", arguments: [true, false])
    func deletedBeforeItsPage(isSynchronous: Bool) throws {
        let asset = try fixture.addPhotograph()
        let result = fixture.run { PHAsset.fetchAssets(with: nil) }
        try fixture.temporary.commit(.trash(assetUUID: fixture.uuid(of: asset)))
        try expectFailure(3303, fixture.run { result.object(at: 0) }, isSynchronous: isSynchronous)
    }

    @Test("an empty asset", arguments: [true, false])
    func emptyAsset(isSynchronous: Bool) throws {
        try expectFailure(3303, PHAsset(), isSynchronous: isSynchronous)
    }

    @Test("an asset deleted after its fetch, even if its thumbnail is stored", arguments: [true, false])
    func deletedAsset(isSynchronous: Bool) throws {
        let asset = try fixture.addPhotograph()
        _ = try fixture.request(asset)
        try fixture.temporary.commit(.trash(assetUUID: fixture.uuid(of: asset)))
        try expectFailure(3303, asset, isSynchronous: isSynchronous)
    }

    @Test("a hidden asset has its image")
    func hiddenAsset() throws {
        let asset = try fixture.addPhotograph()
        try fixture.temporary.commit(.setHidden(true, assetUUID: fixture.uuid(of: asset)))
        #expect(try fixture.request(asset).last?.size != nil)
    }

    @Test(
        "access withdrawn after the fetch (§1.1.5)",
        arguments: [("denied", 3311), ("restricted", 3310)], [true, false])
    func noAccess(access: (value: String, code: Int), isSynchronous: Bool) throws {
        let asset = try fixture.addPhotograph()
        _ = try fixture.request(asset)
        try expectFailure(access.code, asset, isSynchronous: isSynchronous, access: access.value)
    }

    @Test("§1.3.9: with limited access, an asset that isn't chosen")
    func notChosen() throws {
        let asset = try fixture.addPhotograph()
        try expectFailure(3303, asset, isSynchronous: false, access: "limited")
        try fixture.temporary.library.catalog.write(author: "test") { transaction in
            let record = try #require(try transaction.reader.asset(uuid: fixture.uuid(of: asset)))
            try transaction.grant(asset: record.id, to: "test")
        }
        #expect(try fixture.request(asset, access: "limited").last?.size != nil)
    }

    @Test("lost bytes", arguments: [true, false])
    func lostBytes(isSynchronous: Bool) throws {
        let asset = try fixture.addPhotograph()
        try fixture.removeOriginal(of: asset)
        try expectFailure(3303, asset, isSynchronous: isSynchronous)
    }

    @Test("a file that cannot be decoded", arguments: [true, false])
    func undecodableFile(isSynchronous: Bool) throws {
        let asset = try fixture.add("IMG_1.JPG", Data("no picture".utf8), width: 40, height: 30)
        try expectFailure(3302, asset, isSynchronous: isSynchronous)
    }

    @Test("each error of the engine has an Apple code and keeps its message")
    func numbers() {
        func code(_ error: any Error) -> Int { NSError.photos(error).code }
        #expect(code(MediaError(.unreadable, "")) == 3302)
        #expect(code(MediaError(.unsupported, "")) == 3306)
        #expect(code(MediaError(.timedOut, "")) == 3301)
        #expect(code(MediaError(.workerMissing, "")) == -1)
        #expect(code(BlobStoreError(.notFound, "")) == 3303)
        #expect(code(BlobStoreError(.notEnoughSpace, "")) == 3305)
        #expect(code(BlobStoreError(.ioFailure, "")) == -1)
        #expect(code(LibraryError(.accessDenied, "")) == 3311)
        #expect(code(CocoaError(.featureUnsupported)) == -1)
        let error = NSError.photos(MediaError(.unreadable, "The file is torn."))
        #expect(error.domain == "PHPhotosErrorDomain")
        #expect(error.localizedDescription == "The file is torn.")
    }

    private func expectFailure(
        _ code: Int, _ asset: PHAsset, _ side: Double = 400, isSynchronous: Bool, access: String = "authorized",
        _ location: SourceLocation = #_sourceLocation
    ) throws {
        let options = fixture.options { $0.isSynchronous = isSynchronous }
        let calls = try fixture.request(asset, side, options, access: access)
        try #require(calls.count == 1, sourceLocation: location)
        #expect(calls[0].size == nil, sourceLocation: location)
        #expect(calls[0].errorCode == code, sourceLocation: location)
        #expect(calls[0].errorDomain == "PHPhotosErrorDomain", sourceLocation: location)
        #expect(calls[0].isDegraded == false && !calls[0].isCancelled, sourceLocation: location)
        #expect(calls[0].place == (isSynchronous ? .caller : .queue), sourceLocation: location)
        #expect(calls[0].number != nil, sourceLocation: location)
    }
}
