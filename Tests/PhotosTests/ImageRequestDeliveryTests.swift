import AlbumenTestSupport
import Foundation
import Pixels
import Synchronization
import Testing
import UIKit

@testable import Albumen
@testable import PhotoLibrary
@testable import Photos

/// §4.3: how often a result handler is called, in which order, and where.
@Suite struct ImageRequestDeliveryTests {
    let fixture: ImageRequestFixture

    init() throws {
        fixture = try ImageRequestFixture()
    }

    @Test("opportunistic: a degraded image and then the image, on the callback queue")
    func opportunistic() throws {
        let calls = try fixture.request(try fixture.addPhotograph())
        try #require(calls.count == 2)
        #expect(calls.map(\.isDegraded) == [true, false])
        #expect(calls.allSatisfy { $0.place == .queue })
        #expect(calls[0].size == CGSize(width: 160, height: 120))
        #expect(calls[1].size == CGSize(width: 500, height: 375))
        #expect(calls[0].number == calls[1].number)
        #expect(try #require(calls[0].number) > PHInvalidImageRequestID)
    }

    @Test("opportunistic, in memory: once, on the caller's thread, before the method returns")
    func opportunisticInMemory() throws {
        let asset = try fixture.addPhotograph()
        _ = try fixture.request(asset)
        let calls = try fixture.request(asset)
        try #require(calls.count == 1)
        #expect(calls[0].isDegraded == false)
        #expect(calls[0].place == .caller)
        #expect(calls[0].isEarly)
    }

    @Test("high quality: once, never degraded, always on the callback queue")
    func highQuality() throws {
        let asset = try fixture.addPhotograph()
        for _ in 1...2 {
            let calls = try fixture.request(asset, 400, fixture.options { $0.deliveryMode = .highQualityFormat })
            try #require(calls.count == 1)
            #expect(calls[0].isDegraded == false)
            #expect(calls[0].place == .queue)
            #expect(calls[0].size == CGSize(width: 500, height: 375))
        }
    }

    @Test("fast: once, degraded if that is quicker, on the callback queue")
    func fast() throws {
        let asset = try fixture.addPhotograph()
        let options = fixture.options { $0.deliveryMode = .fastFormat }
        let calls = try fixture.request(asset, 400, options)
        try #require(calls.count == 1)
        #expect(calls[0].isDegraded == true)
        #expect(calls[0].place == .queue)
        _ = try fixture.request(asset, 400, fixture.options { $0.isSynchronous = true })
        let later = try fixture.request(asset, 400, options)
        try #require(later.count == 1)
        #expect(later[0].isDegraded == false)
        #expect(later[0].place == .queue)
    }

    @Test(
        "synchronous: once, on the caller's thread, with the final image in any delivery mode",
        arguments: [PHImageRequestOptionsDeliveryMode.opportunistic, .highQualityFormat, .fastFormat])
    func synchronous(mode: PHImageRequestOptionsDeliveryMode) throws {
        let asset = try fixture.addPhotograph()
        let options = fixture.options {
            $0.isSynchronous = true
            $0.deliveryMode = mode
        }
        let calls = try fixture.request(asset, 400, options)
        try #require(calls.count == 1)
        #expect(calls[0].isEarly)
        #expect(calls[0].place == .caller)
        #expect(calls[0].isDegraded == false)
        #expect(calls[0].size == CGSize(width: 500, height: 375))
        #expect(calls[0].number != nil)
    }

    @Test("a synchronous request on the callback queue does not wait for that queue")
    func synchronousOnTheCallbackQueue() throws {
        let asset = try fixture.addPhotograph()
        let options = fixture.options { $0.isSynchronous = true }
        let calls = try fixture.queue.sync { try fixture.requestWithoutDraining(asset, options) }
        #expect(calls.count == 1)
    }

    @Test("§4.3.2: a failure can follow a degraded image")
    func lostOriginal() throws {
        let asset = try fixture.addPhotograph()
        _ = try fixture.request(asset, 200, fixture.options { $0.isSynchronous = true })
        try fixture.removeOriginal(of: asset)
        let calls = try fixture.request(asset, 1900)
        try #require(calls.count == 2)
        #expect(calls[0].isDegraded == true && calls[0].size != nil)
        #expect(calls[1].isDegraded == false && calls[1].size == nil)
        #expect(calls[1].errorCode == 3303)
    }

    @Test("a request reads its options once, and a copy has the same values (§2.2.11)")
    func copiedOptions() throws {
        let asset = try fixture.addPhotograph()
        let options = fixture.options {
            $0.version = .original
            $0.resizeMode = .exact
            $0.deliveryMode = .highQualityFormat
            $0.normalizedCropRect = CGRect(x: 0, y: 0, width: 0.5, height: 0.5)
            $0.isNetworkAccessAllowed = true
            $0.progressHandler = { _, _, _, _ in }
            $0.allowSecondaryDegradedImage = true
        }
        let copy = try #require(options.copy() as? PHImageRequestOptions)
        let calls = HandlerCalls()
        fixture.run {
            _ = PHImageManager.default().requestImage(
                for: asset, targetSize: CGSize(width: 100, height: 100), contentMode: .aspectFit, options: options
            ) { calls.record($0, $1) }
        }
        options.resizeMode = .none
        options.isSynchronous = true
        try #require(calls.waitForLast())
        #expect(calls.all.map(\.size) == [CGSize(width: 100, height: 75)])
        #expect(copy.version == .original && copy.resizeMode == .exact && copy.deliveryMode == .highQualityFormat)
        #expect(copy.normalizedCropRect == CGRect(x: 0, y: 0, width: 0.5, height: 0.5))
        #expect(copy.allowSecondaryDegradedImage)
        #expect(copy.isNetworkAccessAllowed && !copy.isSynchronous && copy.progressHandler != nil)
    }

    @Test("new options have Apple's defaults of today (§4.2)")
    func defaults() {
        let options = PHImageRequestOptions()
        #expect(options.version == .current)
        #expect(options.deliveryMode == .opportunistic)
        #expect(options.resizeMode == .fast)
        #expect(options.normalizedCropRect == .zero)
        #expect(!options.isNetworkAccessAllowed && !options.isSynchronous)
        #expect(options.progressHandler == nil)
        #expect(!options.allowSecondaryDegradedImage)
    }

    @Test("handlers run on the main queue or on the callback queue (§4.3.7)")
    func callbackQueue() {
        let session = PhotoLibrarySession(
            environment: [:], openLibrary: { [temporary = fixture.temporary] in temporary.library })
        PhotoLibrarySession.$current.withValue(session) {
            #expect(PHPhotoLibrary.callbackQueue.label == DispatchQueue.main.label)
            PHPhotoLibrary.callbackQueue = fixture.queue
            #expect(PHPhotoLibrary.callbackQueue === fixture.queue)
        }
    }

    @Test("requests of many threads are all answered with distinct identifiers")
    func manyThreads() throws {
        let assets = try (0..<4).map { try fixture.addPhotograph("IMG_\($0).JPG", comment: "\($0)") }
        let numbers = Mutex<Set<PHImageRequestID>>([])
        let lasts = Mutex<[Bool]>([])
        let answered = DispatchSemaphore(value: 0)
        DispatchQueue.concurrentPerform(iterations: 200) { index in
            let number = fixture.run {
                PHImageManager.default().requestImage(
                    for: assets[index % 4], targetSize: CGSize(width: 100 + index % 5, height: 200),
                    contentMode: .aspectFill, options: nil
                ) { image, info in
                    guard info?[PHImageResultIsDegradedKey] as? Bool == false else { return }
                    lasts.withLock { $0.append(image != nil) }
                    answered.signal()
                }
            }
            numbers.withLock { _ = $0.insert(number) }
        }
        for _ in 0..<200 { try #require(answered.wait(timeout: TestPatience.end) == .success) }
        #expect(numbers.withLock { $0.count } == 200)
        #expect(numbers.withLock { $0.allSatisfy { $0 > 0 } })
        #expect(lasts.withLock { $0 } == [Bool](repeating: true, count: 200))
    }
}

extension ImageRequestFixture {
    /// Requests an image from a caller on the callback queue.
    fileprivate func requestWithoutDraining(_ asset: PHAsset, _ options: PHImageRequestOptions) throws -> [HandlerCall]
    {
        let calls = HandlerCalls()
        run {
            _ = PHImageManager.default().requestImage(
                for: asset, targetSize: CGSize(width: 100, height: 100), contentMode: .aspectFit, options: options
            ) { calls.record($0, $1) }
        }
        return calls.all
    }
}
