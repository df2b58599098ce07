import AlbumenGraphics
import AlbumenTestSupport
import BlobStore
import Foundation
import Testing
import UIKit

@testable import Albumen
@testable import PhotoLibrary
@testable import Photos

/// §4.12: originals that must be downloaded first.
@Suite struct ImageRequestNetworkTests {
    private struct Told: Sendable {
        var fraction: Double
        var errorCode: Int?
        var number: PHImageRequestID?
        var isOnQueue: Bool
    }

    let fixture: ImageRequestFixture

    init() throws {
        fixture = try ImageRequestFixture(hasRemote: true)
    }

    @Test(
        "progress is reported in order, not on the callback queue, and ends before the image", arguments: [true, false])
    func progress(isSynchronous: Bool) throws {
        let asset = try fixture.addPhotograph()
        try fixture.sendAway(asset)
        let (calls, told) = try request(asset) { $0.isSynchronous = isSynchronous }
        #expect(calls.map(\.errorCode) == [nil])
        #expect(!told.isEmpty)
        #expect(told.map(\.fraction) == told.map(\.fraction).sorted())
        #expect(told.allSatisfy { (0...1).contains($0.fraction) && $0.errorCode == nil && !$0.isOnQueue })
        #expect(told.last?.fraction == 1)
        #expect(told.allSatisfy { $0.number == calls[0].number })
    }

    @Test("no progress is reported without a download")
    func noDownload() throws {
        let asset = try fixture.addPhotograph()
        let (calls, told) = try request(asset) { _ in }
        #expect(calls.last?.size != nil)
        #expect(told.isEmpty)
    }

    @Test(
        "§4.12.2: an error ends the progress, and the result handler receives it, too",
        arguments: [true, false], [StandInBlobStore.Behaviour.isUnreachable, .breaksOff, .deliversOthers])
    func failure(isSynchronous: Bool, behaviour: StandInBlobStore.Behaviour) throws {
        let asset = try fixture.addPhotograph()
        try fixture.sendAway(asset)
        fixture.remote.behaviour = behaviour
        let (calls, told) = try request(asset) { $0.isSynchronous = isSynchronous }
        #expect(calls.map(\.errorCode) == [3169])
        #expect(told.last?.errorCode == 3169)
        #expect(told.dropLast().allSatisfy { $0.errorCode == nil })
        // The next request starts a new download.
        fixture.remote.behaviour = .delivers
        #expect(try request(asset) { $0.isSynchronous = isSynchronous }.calls.last?.size != nil)
    }

    @Test("bytes that exist nowhere fail with 3303", arguments: [true, false])
    func nowhere(isSynchronous: Bool) throws {
        let asset = try fixture.addPhotograph()
        try fixture.removeOriginal(of: asset)
        #expect(try request(asset) { $0.isSynchronous = isSynchronous }.calls.map(\.errorCode) == [3303])
    }

    @Test("§4.7.3: setting the flag in the progress handler cancels the request", arguments: [true, false])
    func stopped(isSynchronous: Bool) throws {
        let asset = try fixture.addPhotograph()
        try fixture.sendAway(asset)
        let gate = Gate()
        fixture.remote.behaviour = .waits(gate)
        let (calls, told) = try request(asset, stops: true) { $0.isSynchronous = isSynchronous }
        #expect(calls.map(\.isCancelled) == [true])
        #expect(calls.map(\.errorCode) == [3072])
        #expect(told.map(\.fraction).filter { $0 > 0 } == [0.25])
        let digest = try fixture.digest(of: asset)
        // The request ends without waiting for its download.
        try waitUntil { fixture.remote.cancelled == [digest] }
        gate.open()
        fixture.queue.sync {}
        #expect(try !fixture.temporary.library.blobs.contains(digest))
    }

    @Test("requests for one original share its download")
    func coalesced() throws {
        let asset = try fixture.addPhotograph()
        try fixture.sendAway(asset)
        let gate = Gate()
        fixture.remote.behaviour = .waits(gate)
        let all = (0..<6).map { _ in HandlerCalls() }
        let options = fixture.options { $0.isNetworkAccessAllowed = true }
        for (index, calls) in all.enumerated() {
            _ = fixture.run {
                if index.isMultiple(of: 2) {
                    PHImageManager.default().requestImage(
                        for: asset, targetSize: CGSize(width: 300 + index, height: 300), contentMode: .aspectFit,
                        options: options
                    ) { calls.record($0, $1) }
                } else {
                    PHImageManager.default().requestImageDataAndOrientation(for: asset, options: options) {
                        data, _, _, info in calls.record(size: data.map { _ in .zero }, info)
                    }
                }
            }
        }
        gate.open()
        for calls in all {
            try #require(calls.waitForLast())
            #expect(calls.all.last?.size != nil)
        }
        #expect(fixture.remote.downloads == [try fixture.digest(of: asset)])
    }

    @Test("requests for data download or fail with 3164 and 3169", arguments: [true, false])
    func data(isSynchronous: Bool) throws {
        let asset = try fixture.addPhotograph()
        try fixture.sendAway(asset)
        func answer(_ change: (PHImageRequestOptions) -> Void) throws -> HandlerCall {
            let calls = HandlerCalls()
            fixture.run {
                _ = PHImageManager.default().requestImageDataAndOrientation(
                    for: asset,
                    options: fixture.options {
                        $0.isSynchronous = isSynchronous
                        change($0)
                    }
                ) { data, _, _, info in calls.record(size: data.map { _ in .zero }, info) }
            }
            try #require(calls.waitForLast())
            #expect(calls.all.count == 1)
            return calls.all[0]
        }
        let refused = try answer { _ in }
        #expect(refused.errorCode == 3164 && refused.isInCloud && refused.size == nil)
        fixture.remote.behaviour = .isUnreachable
        #expect(try answer { $0.isNetworkAccessAllowed = true }.errorCode == 3169)
        fixture.remote.behaviour = .delivers
        let delivered = try answer { $0.isNetworkAccessAllowed = true }
        #expect(delivered.errorCode == nil && delivered.size != nil && !delivered.isInCloud)
        #expect(try answer { _ in }.errorCode == nil)
    }

    @Test("cancelling a request cancels its download")
    func cancelled() throws {
        let asset = try fixture.addPhotograph()
        try fixture.sendAway(asset)
        fixture.remote.behaviour = .waits(Gate())
        let calls = HandlerCalls()
        let begun = Gate()
        let number = fixture.run {
            PHImageManager.default().requestImage(
                for: asset, targetSize: CGSize(width: 300, height: 300), contentMode: .aspectFit,
                options: fixture.options {
                    $0.isNetworkAccessAllowed = true
                    $0.progressHandler = { fraction, _, _, _ in if fraction > 0 { begun.open() } }
                }
            ) { calls.record($0, $1) }
        }
        try #require(begun.wait())
        PHImageManager.default().cancelImageRequest(number)
        try #require(calls.waitForLast())
        #expect(calls.all.map(\.isCancelled) == [true])
        #expect(fixture.remote.cancelled.count == 1)
    }

    @Test("§4.9.2: caching only downloads if its options allow it")
    func caching() throws {
        let asset = try fixture.addPhotograph()
        try fixture.sendAway(asset)
        let manager = PHCachingImageManager()
        let size = CGSize(width: 300, height: 300)
        func cache(_ options: PHImageRequestOptions?) {
            fixture.run {
                manager.startCachingImages(for: [asset], targetSize: size, contentMode: .aspectFit, options: options)
            }
            manager.preparation.sync {}
        }
        cache(nil)
        #expect(try fixture.request(asset, 300).last?.errorCode == 3164)
        #expect(fixture.remote.downloads.isEmpty)
        manager.stopCachingImagesForAllAssets()
        cache(fixture.options { $0.isNetworkAccessAllowed = true })
        let calls = try fixture.request(asset, 300, fixture.options { $0.isNetworkAccessAllowed = true })
        #expect(calls.last?.size != nil)
        #expect(fixture.remote.downloads.count == 1)
    }

    private func request(
        _ asset: PHAsset, stops: Bool = false, _ change: (PHImageRequestOptions) -> Void
    ) throws -> (calls: [HandlerCall], told: [Told]) {
        let told = CallRecorder<Told>()
        let calls = try fixture.request(
            asset, 1000,
            fixture.options { options in
                options.isNetworkAccessAllowed = true
                options.deliveryMode = .highQualityFormat
                options.progressHandler = { fraction, error, stop, info in
                    told.record(
                        Told(
                            fraction: fraction, errorCode: (error as NSError?)?.code,
                            number: info?[PHImageResultRequestIDKey] as? PHImageRequestID,
                            isOnQueue: DispatchQueue.getSpecific(key: ImageRequestFixture.isCallbackQueue) == true))
                    // Sets the flag only after the start. A download that is stopped before may never be requested.
                    if stops, fraction > 0 { stop.pointee = true }
                }
                change(options)
            })
        // No progress is reported after the image.
        let count = told.calls.count
        fixture.queue.sync {}
        #expect(told.calls.count == count)
        return (calls, told.calls)
    }
}
