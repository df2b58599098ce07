import AlbumenTestSupport
import Foundation
import Testing
import UIKit

@testable import Albumen
@testable import PhotoLibrary
@testable import Photos

/// Images as values and sequences, which Apple's framework doesn't have.
@Suite struct ImageExtrasTests {
    private static let size = CGSize(width: 1000, height: 1000)

    let fixture: ImageRequestFixture

    init() throws {
        fixture = try ImageRequestFixture(hasRemote: true)
    }

    @Test("a sequence delivers the degraded image first, without a callback queue")
    func images() async throws {
        let asset = try fixture.addPhotograph()
        fixture.queue.suspend()
        defer { fixture.queue.resume() }
        var updates: [PHImageUpdate] = []
        for try await update in images(of: asset) { updates.append(update) }
        #expect(updates.map(\.isDegraded) == [true, false])
        #expect(updates.last?.image.size == CGSize(width: 1000, height: 750))
        let fast = fixture.options { $0.deliveryMode = .fastFormat }
        updates = []
        for try await update in images(of: try fixture.addPhotograph("B.JPG", comment: "b"), fast) {
            updates.append(update)
        }
        #expect(updates.map(\.isDegraded) == [true])
    }

    @Test("an asynchronous request returns the final image with any delivery mode")
    func image() async throws {
        let asset = try fixture.addPhotograph()
        let options = fixture.options {
            $0.deliveryMode = .fastFormat
            $0.resizeMode = .exact
        }
        let image = try await fixture.run {
            try await PHImageManager.default().image(
                for: asset, targetSize: CGSize(width: 200, height: 200), options: options)
        }
        #expect(image.size == CGSize(width: 200, height: 150))
    }

    @Test("an original has its bytes and its name")
    func original() async throws {
        let bytes = try SampleMedia.photograph(width: 200, height: 150)
        let asset = try fixture.add("IMG_7.JPG", bytes, width: 200, height: 150)
        let original = try await fixture.run { try await PHImageManager.default().original(for: asset) }
        #expect(original.data == bytes)
        #expect(original.filename == "IMG_7.JPG")
        #expect(original.uniformTypeIdentifier == "public.jpeg")
        #expect(original.orientation == .up)
    }

    @Test("a failure throws PhotoKit's error after the degraded image")
    func failures() async throws {
        let asset = try fixture.addPhotograph()
        try fixture.sendAway(asset)
        let refused = await #expect(throws: PHPhotosError.self) {
            try await fixture.run { try await PHImageManager.default().original(for: asset) }
        }
        #expect(refused?.code == .networkAccessRequired)
        let withoutImage = await #expect(throws: PHPhotosError.self) {
            try await fixture.run {
                try await PHImageManager.default().image(for: asset, targetSize: Self.size)
            }
        }
        #expect(withoutImage?.code == .networkAccessRequired)
        let error = await #expect(throws: PHPhotosError.self) {
            try await fixture.run {
                try await PHImageManager.default().image(for: PHAsset(), targetSize: Self.size)
            }
        }
        #expect(error?.code == .missingResource)
    }

    @Test("cancelling a task cancels its request and its download")
    func cancelled() async throws {
        let asset = try fixture.addPhotograph()
        try fixture.sendAway(asset)
        fixture.remote.behaviour = .waits(Gate())
        let (began, continuation) = AsyncStream<Void>.makeStream()
        let options = fixture.options {
            $0.isNetworkAccessAllowed = true
            $0.progressHandler = { fraction, _, _, _ in if fraction > 0 { continuation.finish() } }
        }
        let session = fixture.makeSession()
        let task = Task { [options = UncheckedSendable(options)] in
            try await PhotoLibrarySession.$current.withValue(session) {
                try await PHImageManager.default().image(
                    for: asset, targetSize: Self.size, options: options.value)
            }
        }
        for await _ in began {}
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(fixture.remote.cancelled.count == 1)
    }

    @Test("the default resize mode of options can be that of systems up to iOS 12")
    func defaultResizeMode() throws {
        let asset = try fixture.addPhotograph()
        fixture.run {
            #expect(PHImageRequestOptions().resizeMode == .fast)
            PHImageRequestOptions.defaultResizeMode = .none
            #expect(PHImageRequestOptions().resizeMode == .none)
            #expect(PHImageRequestOptions.defaultResizeMode == .none)
        }
        let session = fixture.makeSession()
        session.defaultResizeMode = .none
        // §4.4.3, as measured: a thumbnail up to 256 pixels, then the stored preview, and then all pixels.
        for (side, width) in [(200.0, 256.0), (1000, 1440), (1441, 2000)] {
            let calls = HandlerCalls()
            PhotoLibrarySession.$current.withValue(session) {
                _ = PHImageManager.default().requestImage(
                    for: asset, targetSize: CGSize(width: side, height: side), contentMode: .aspectFit, options: nil
                ) { calls.record($0, $1) }
            }
            try #require(calls.waitForLast())
            #expect(calls.all.last?.size?.width == CGFloat(width))
        }
    }

    private func images(
        of asset: PHAsset, _ options: PHImageRequestOptions? = nil
    ) -> AsyncThrowingStream<PHImageUpdate, any Error> {
        fixture.run {
            let options =
                options
                ?? fixture.options {
                    $0.resizeMode = .exact
                }
            return PHImageManager.default().images(for: asset, targetSize: Self.size, options: options)
        }
    }
}
