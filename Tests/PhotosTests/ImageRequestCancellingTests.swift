import AlbumenTestSupport
import Foundation
import Testing
import UIKit

@testable import Albumen
@testable import PhotoLibrary
@testable import Photos

/// §4.7: the handler calls of a cancelled request.
@Suite struct ImageRequestCancellingTests {
    let fixture: ImageRequestFixture

    init() throws {
        fixture = try ImageRequestFixture()
    }

    @Test("cancelling calls the handler once more on the callback queue, without an image")
    func cancelled() throws {
        let asset = try fixture.addPhotograph()
        let calls = HandlerCalls()
        fixture.queue.suspend()
        let number = request(asset, calls)
        // All work is done, and its results are pending in the queue.
        _ = try bestImage(of: asset)
        PHImageManager.default().cancelImageRequest(number)
        PHImageManager.default().cancelImageRequest(number)
        fixture.queue.resume()
        try #require(calls.waitForLast())
        fixture.queue.sync {}
        try #require(calls.all.count == 1)
        let call = calls.all[0]
        #expect(call.isCancelled && call.place == .queue && call.size == nil)
        #expect(call.number == number)
        #expect(call.isDegraded == false)
        #expect(call.errorCode == 3072)
    }

    @Test("after a degraded image, the cancelled call is the last")
    func cancelledInTheMiddle() throws {
        let asset = try fixture.addPhotograph()
        let calls = HandlerCalls()
        let hasBegun = Gate()
        let isCancelled = Gate()
        let number = fixture.run {
            PHImageManager.default().requestImage(
                for: asset, targetSize: CGSize(width: 1000, height: 1000), contentMode: .aspectFit, options: nil
            ) { image, info in
                calls.record(image, info)
                hasBegun.open()
                #expect(isCancelled.wait())
            }
        }
        try #require(hasBegun.wait())
        PHImageManager.default().cancelImageRequest(number)
        isCancelled.open()
        try #require(calls.waitForLast())
        _ = try bestImage(of: asset)
        fixture.queue.sync {}
        #expect(calls.all.map(\.isDegraded) == [true, false])
        #expect(calls.all.map(\.isCancelled) == [false, true])
    }

    @Test("a request for data can be cancelled, too")
    func cancelledData() throws {
        let asset = try fixture.addPhotograph()
        let calls = HandlerCalls()
        fixture.queue.suspend()
        let number = fixture.run {
            PHImageManager.default().requestImageDataAndOrientation(for: asset, options: nil) { data, _, _, info in
                calls.record(size: data.map { _ in .zero }, info)
            }
        }
        PHImageManager.default().cancelImageRequest(number)
        fixture.queue.resume()
        try #require(calls.waitForLast())
        fixture.queue.sync {}
        #expect(calls.all.map(\.isCancelled) == [true])
        #expect(calls.all.map(\.size) == [nil])
    }

    @Test("cancelling an ended or unknown request has no effect (§4.7.3)")
    func unknownNumbers() throws {
        let asset = try fixture.addPhotograph()
        let manager = PHImageManager.default()
        for number in [PHInvalidImageRequestID, -1, .max] { manager.cancelImageRequest(number) }
        let calls = try fixture.request(asset)
        let synchronous = try fixture.request(asset, 300, fixture.options { $0.isSynchronous = true })
        for call in calls + synchronous { manager.cancelImageRequest(try #require(call.number)) }
        fixture.queue.sync {}
        #expect(calls.count == 2)
        #expect(synchronous.count == 1)
    }

    @Test("an ended request is released")
    func forgotten() throws {
        let asset = try fixture.addPhotograph()
        let number = try #require(try fixture.request(asset).last?.number)
        #expect(!PendingRequests.isUnderWay(number))
        let failed = try #require(try fixture.request(PHAsset()).last?.number)
        #expect(!PendingRequests.isUnderWay(failed))
        let calls = HandlerCalls()
        let cancelled = request(asset, calls)
        PHImageManager.default().cancelImageRequest(cancelled)
        #expect(!PendingRequests.isUnderWay(cancelled))
        #expect(calls.waitForLast())
    }

    private func request(_ asset: PHAsset, _ calls: HandlerCalls) -> PHImageRequestID {
        fixture.run {
            PHImageManager.default().requestImage(
                for: asset, targetSize: CGSize(width: 1000, height: 1000), contentMode: .aspectFit, options: nil
            ) { calls.record($0, $1) }
        }
    }

    private func bestImage(of asset: PHAsset) throws -> [HandlerCall] {
        let calls = HandlerCalls()
        fixture.run {
            _ = PHImageManager.default().requestImage(
                for: asset, targetSize: CGSize(width: 1000, height: 1000), contentMode: .aspectFit,
                options: fixture.options { $0.isSynchronous = true }
            ) { calls.record($0, $1) }
        }
        return calls.all
    }
}
