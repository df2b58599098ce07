import AlbumenTestSupport
import BlobStore
import Foundation
import MediaRequests
import MediaWork
import Records
import Testing
import UIKit

@testable import Albumen
@testable import PhotoLibrary
@testable import Photos

/// §4.9: images that are made before they're requested.
@Suite struct CachingManagerTests {
    private static let size = CGSize(width: 300, height: 300)

    let fixture: ImageRequestFixture
    let manager = PHCachingImageManager()

    init() throws {
        fixture = try ImageRequestFixture()
    }

    @Test("a cached image is delivered once, even on its first request")
    func cachedImage() throws {
        let asset = try fixture.addPhotograph()
        start([asset], Self.size)
        manager.preparation.sync {}
        // Shares the work in flight, or uses its result.
        _ = try fixture.request(asset, 300, fixture.options { $0.isSynchronous = true })
        let calls = try fixture.request(asset, 300)
        #expect(calls.count == 1)
        #expect(calls.allSatisfy { $0.isEarly })
    }

    @Test("a cached image and smaller ones need no further decode")
    func countedDecodes() throws {
        let fixture = try ImageRequestFixture(hasOwnWorkers: true)
        let asset = try fixture.addPhotograph()
        let whole = CGSize(width: 1900, height: 1900)
        let exact = fixture.options { $0.resizeMode = .exact }
        fixture.run {
            manager.startCachingImages(for: [asset], targetSize: whole, contentMode: .aspectFit, options: exact)
        }
        manager.preparation.sync {}
        let workers = try fixture.temporary.library.workers()
        let cache = fixture.temporary.library.owner.images.shared.cache
        try waitUntil { cache.byteCount > 0 }
        #expect(workers.renderCount == 1)
        for side in [50.0, 1900, 1700, 1000, 300] {
            let calls = try fixture.request(asset, side, exact)
            #expect(calls.map(\.isDegraded) == [false])
            #expect(calls.last?.size?.width == CGFloat(side))
        }
        #expect(workers.renderCount == 1)
    }

    @Test("a waiting image is not made after its caching stops")
    func stoppedWhileItWaits() throws {
        let fixture = try ImageRequestFixture(hasOwnWorkers: true)
        let assets = try (0..<6).map { try fixture.addPhotograph("IMG_\($0).JPG", comment: "\($0)") }
        // The gate blocks all threads meanwhile.
        let gate = Gate()
        let library = fixture.temporary.library
        for byte in 0..<UInt8(ImagePipeline.Shared.threadLimit) {
            let digest = BlobDigest(repeating: byte)
            _ = library.owner.images.shared.files.submit(digest, .quick) { _ in
                _ = gate.wait()
                return Data()
            } deliver: { _ in
            }
        }
        fixture.run {
            manager.startCachingImages(
                for: assets, targetSize: PHImageManagerMaximumSize, contentMode: .aspectFit, options: nil)
        }
        manager.preparation.sync {}
        manager.stopCachingImagesForAllAssets()
        gate.open()
        #expect(try fixture.request(assets[5], 300).last?.size != nil)
        // A preview and the requested image.
        #expect(try library.workers().renderCount == 2)
    }

    @Test("caching makes the image without a request")
    func madeWithoutARequest() throws {
        let asset = try fixture.addPhotograph()
        let digest = try fixture.digest(of: asset)
        start([asset], Self.size)
        try waitUntil { try fixture.temporary.library.derivatives.contains(.preview, digest) }
    }

    @Test("the first parameters for an asset apply until caching stops with the same parameters (§4.9.1)")
    func firstWishHolds() throws {
        let asset = try fixture.addPhotograph()
        let other = CGSize(width: 700, height: 700)
        start([asset], Self.size)
        start([asset], other)
        #expect(manager.wish(for: asset)?.targetSize == Self.size)
        stop([asset], other)
        stop([asset], Self.size, fixture.options { $0.resizeMode = .exact })
        #expect(manager.wish(for: asset)?.targetSize == Self.size)
        // The delivery mode doesn't matter for the cached image.
        stop([asset], Self.size, fixture.options { $0.deliveryMode = .highQualityFormat })
        #expect(manager.wish(for: asset) == nil)
        start([asset], other)
        #expect(manager.wish(for: asset)?.targetSize == other)
        manager.stopCachingImagesForAllAssets()
        #expect(manager.wish(for: asset) == nil)
    }

    @Test("an image is not made if caching stops before its start")
    func stoppedBeforeItBegan() throws {
        let asset = try fixture.addPhotograph()
        manager.preparation.suspend()
        start([asset], Self.size)
        manager.stopCachingImagesForAllAssets()
        manager.preparation.resume()
        manager.preparation.sync {}
        let calls = try fixture.request(asset, 300)
        #expect(calls.count == 2)
    }

    @Test("a request of another size misses the cache and succeeds")
    func otherSize() throws {
        let asset = try fixture.addPhotograph()
        start([asset], Self.size)
        #expect(try fixture.request(asset, 700).last?.size == CGSize(width: 1000, height: 750))
    }

    @Test("undecodable assets have no effect")
    func faultyAssets() throws {
        let lost = try fixture.addPhotograph()
        try fixture.removeOriginal(of: lost)
        start([PHAsset(), lost], Self.size)
        start([lost], .zero)
        fixture.run(access: "denied") {
            manager.startCachingImages(for: [lost], targetSize: Self.size, contentMode: .aspectFit, options: nil)
        }
        manager.preparation.sync {}
        #expect(try fixture.request(lost, 300).last?.errorCode == 3303)
        stop([PHAsset(), lost], Self.size)
    }

    @Test("many threads can call at the same time (§4.9.5)")
    func manyThreads() throws {
        let assets = try (0..<3).map { try fixture.addPhotograph("IMG_\($0).JPG", comment: "\($0)") }
        DispatchQueue.concurrentPerform(iterations: 200) { index in
            let size = CGSize(width: 200 + index % 3, height: 200)
            switch index % 3 {
            case 0: start(assets, size)
            case 1: stop(assets, size)
            default: manager.stopCachingImagesForAllAssets()
            }
        }
        manager.stopCachingImagesForAllAssets()
        manager.preparation.sync {}
        for asset in assets {
            #expect(manager.wish(for: asset) == nil)
            #expect(try fixture.request(asset).last?.size != nil)
        }
    }

    @Test("caching high-quality images is allowed by default (§4.9.3)")
    @available(*, deprecated)
    func allowsHighQuality() {
        #expect(manager.allowsCachingHighQualityImages)
        manager.allowsCachingHighQualityImages = false
        #expect(!manager.allowsCachingHighQualityImages)
    }

    private func start(_ assets: [PHAsset], _ size: CGSize) {
        fixture.run {
            manager.startCachingImages(for: assets, targetSize: size, contentMode: .aspectFit, options: nil)
        }
    }

    private func stop(_ assets: [PHAsset], _ size: CGSize, _ options: PHImageRequestOptions? = nil) {
        fixture.run {
            manager.stopCachingImages(for: assets, targetSize: size, contentMode: .aspectFit, options: options)
        }
    }
}
