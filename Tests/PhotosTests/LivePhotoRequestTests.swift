import AlbumenTestSupport
import Foundation
import Synchronization
import Testing
import UIKit

@testable import Albumen
@testable import PhotoLibrary
@testable import Photos

/// §4.11: Live Photos of assets.
@Suite struct LivePhotoRequestTests {
    let fixture: ResourceFixture

    init() throws {
        fixture = try ResourceFixture(hasRemote: true)
    }

    /// Requests a Live Photo and returns all calls of the handler, with the results.
    private func request(
        _ asset: PHAsset, side: Double = 320, access: String = "authorized",
        _ change: (PHLivePhotoRequestOptions) -> Void = { _ in }
    ) throws -> (calls: [HandlerCall], results: [PHLivePhoto?]) {
        let options = PHLivePhotoRequestOptions()
        change(options)
        let calls = HandlerCalls(expectsOne: options.deliveryMode == .fastFormat)
        let results = CallRecorder<PHLivePhoto?>()
        let number = fixture.images.run(access: access) {
            PHImageManager.default().requestLivePhoto(
                for: asset, targetSize: CGSize(width: side, height: side), contentMode: .aspectFit, options: options
            ) { livePhoto, info in
                results.record(livePhoto)
                calls.record(size: livePhoto?.size, info)
            }
        }
        calls.requestReturned(number)
        try #require(calls.waitForLast())
        fixture.images.queue.sync {}
        #expect(calls.all.allSatisfy { $0.number == number })
        return (calls.all, results.calls)
    }

    @Test("the last result has the size, the picture and both files")
    func final() throws {
        let asset = try fixture.importLivePhoto()
        #expect(asset.playbackStyle == .livePhoto)
        let (calls, results) = try request(asset) { $0.deliveryMode = .highQualityFormat }
        #expect(calls.count == 1 && calls[0].isDegraded == false && calls[0].errorCode == nil)
        let livePhoto = try #require(results.last ?? nil)
        #expect(livePhoto.size == CGSize(width: 320, height: 240))
        #expect(livePhoto.image?.size == CGSize(width: 320, height: 240))
        let resources = PHAssetResource.assetResources(for: livePhoto)
        #expect(resources.map(\.type) == [.photo, .pairedVideo])
        #expect(resources.map(\.name) == ["IMG_1.JPG", "IMG_1.MOV"])
        // §8.3
        #expect(resources.allSatisfy { $0.assetLocalIdentifier.isEmpty })
        for resource in resources {
            let bytes = try Data(contentsOf: fixture.folder.file(resource.name))
            #expect(try fixture.data(of: resource).get() == bytes)
            #expect(try fixture.data(of: resource, access: "limited").code == .missingResource)
        }
        let video = try #require(fixture.images.run { livePhoto.videoURL })
        #expect(video.lastPathComponent == "IMG_1.MOV")
        #expect(try Data(contentsOf: video) == Data(contentsOf: fixture.folder.file("IMG_1.MOV")))
        #expect(livePhoto.copy() as AnyObject === livePhoto)
    }

    @Test("opportunistic delivery ends with the Live Photo, and degraded results come before it")
    func opportunistic() throws {
        let asset = try fixture.importLivePhoto()
        for _ in 0..<2 {
            let (calls, results) = try request(asset)
            #expect(calls.dropLast().allSatisfy { $0.isDegraded == true })
            #expect(calls.last?.isDegraded == false && calls.last?.errorCode == nil)
            #expect(results.allSatisfy { $0 != nil })
        }
    }

    @Test func `§4.3: a single fast result on a cold cache has both files`() throws {
        let asset = try fixture.importLivePhoto()
        let (calls, results) = try request(asset) { $0.deliveryMode = .fastFormat }
        #expect(calls.count == 1 && calls[0].errorCode == nil)
        let livePhoto = try #require(results.last ?? nil)
        let resources = PHAssetResource.assetResources(for: livePhoto)
        #expect(resources.map(\.type) == [.photo, .pairedVideo])
        for resource in resources {
            #expect(
                try fixture.data(of: resource).get() == Data(contentsOf: fixture.folder.file(resource.name))
            )
        }
        // The video of a fast result must be here, too.
        try fixture.sendAway(fixture.resources(of: asset)[1])
        #expect(try request(asset) { $0.deliveryMode = .fastFormat }.calls.map(\.errorCode) == [3164])
    }

    @Test func `a target size of zero delivers a small picture and both files`() throws {
        let asset = try fixture.importLivePhoto()
        for mode in [PHImageRequestOptionsDeliveryMode.opportunistic, .highQualityFormat, .fastFormat] {
            let (calls, results) = try request(asset, side: 0) { $0.deliveryMode = mode }
            #expect(calls.last?.errorCode == nil)
            let livePhoto = try #require(results.last ?? nil)
            #expect(max(livePhoto.size.width, livePhoto.size.height) == 256)
            #expect(PHAssetResource.assetResources(for: livePhoto).count == 2)
        }
    }

    @Test("an asset without a paired video fails with 3306, and without access with 3311")
    func failures() throws {
        let photo = try fixture.importFile(SampleMedia.jpeg(), "IMG_9.JPG")
        #expect(try request(photo).calls.map(\.errorCode) == [3306])
        let video = try fixture.importFile(SampleMedia.movie(), "IMG_8.MOV")
        #expect(try request(video).calls.map(\.errorCode) == [3306])
        let livePhoto = try fixture.importLivePhoto()
        #expect(try request(livePhoto, access: "denied").calls.map(\.errorCode) == [3311])
        #expect(try request(livePhoto, access: "limited").calls.last?.errorCode == 3303)
        #expect(try request(livePhoto, side: -2).calls.map(\.errorCode) == [-1])
        #expect(try request(PHAsset()).calls.map(\.errorCode) == [3303])
    }

    @Test("a remote video needs network access before the last result, and its download is reported")
    func network() throws {
        let asset = try fixture.importLivePhoto()
        let resources = fixture.resources(of: asset)
        for resource in resources { try fixture.sendAway(resource) }
        let refused = try request(asset) { $0.deliveryMode = .highQualityFormat }
        #expect(refused.calls.map(\.errorCode) == [3164] && refused.calls[0].isInCloud)
        let told = CallRecorder<Double>()
        let allowed = try request(asset) { options in
            options.deliveryMode = .highQualityFormat
            options.isNetworkAccessAllowed = true
            options.progressHandler = { fraction, _, _, _ in told.record(fraction) }
        }
        #expect(allowed.calls.map(\.errorCode) == [nil])
        #expect(told.calls == told.calls.sorted() && told.calls.last == 1)
        // The stored preview has all pixels of this picture, so only the video is downloaded.
        #expect(fixture.remote.downloads.count == 1 && resources[1].isLocallyAvailable)
        // The picture is here, and the video isn't.
        try fixture.sendAway(resources[1])
        #expect(try request(asset).calls.last?.errorCode == 3164)
    }

    @Test("cancelling during the download of the video calls the handler once more")
    func cancel() throws {
        let asset = try fixture.importLivePhoto()
        try fixture.sendAway(fixture.resources(of: asset)[1])
        fixture.remote.behaviour = .waits(Gate())
        let options = PHLivePhotoRequestOptions()
        options.isNetworkAccessAllowed = true
        options.deliveryMode = .highQualityFormat
        let calls = HandlerCalls()
        let number = fixture.images.run {
            PHImageManager.default().requestLivePhoto(
                for: asset, targetSize: CGSize(width: 100, height: 100), contentMode: .aspectFit, options: options
            ) { calls.record(size: $0?.size, $1) }
        }
        try waitUntil { !fixture.remote.downloads.isEmpty }
        PHImageManager.default().cancelImageRequest(number)
        try #require(calls.waitForLast())
        fixture.images.queue.sync {}
        #expect(calls.all.map(\.isCancelled) == [true] && calls.all.map(\.errorCode) == [3072])
        try waitUntil { fixture.remote.cancelled.count == 1 }
    }

    @Test("an encoded Live Photo is the same after decoding, if the app may see the asset")
    func coding() throws {
        let asset = try fixture.importLivePhoto()
        let livePhoto = try #require(try request(asset).results.last ?? nil)
        let data = try NSKeyedArchiver.archivedData(withRootObject: livePhoto, requiringSecureCoding: true)
        func decode(_ access: String) -> PHLivePhoto? {
            fixture.images.run(access: access) {
                try? NSKeyedUnarchiver.unarchivedObject(ofClass: PHLivePhoto.self, from: data)
            }
        }
        let decoded = try #require(decode("authorized"))
        #expect(decoded.size == livePhoto.size)
        #expect(PHAssetResource.assetResources(for: decoded).map(\.type) == [.photo, .pairedVideo])
        #expect(decode("limited") == nil)
        #expect(decode("denied") == nil)
    }

    @Test("one asynchronous call returns the Live Photo or throws")
    func asynchronous() async throws {
        let asset = try fixture.importLivePhoto()
        let photo = try fixture.importFile(SampleMedia.jpeg(), "IMG_9.JPG")
        try await fixture.images.run {
            let size = CGSize(width: 320, height: 320)
            let livePhoto = try await PHImageManager.default().livePhoto(for: asset, targetSize: size)
            #expect(livePhoto.size == CGSize(width: 320, height: 240))
            await #expect(throws: PHPhotosError.self) {
                try await PHImageManager.default().livePhoto(for: photo, targetSize: size)
            }
        }
    }
}
