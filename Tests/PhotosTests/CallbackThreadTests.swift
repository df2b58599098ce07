import AVFoundation
import AlbumenTestSupport
import Foundation
import Synchronization
import Testing

@testable import Albumen
@testable import PhotoLibrary
@testable import Photos

/// §4.10.1, §6.2.1: handlers that a program can wait for on its main thread. The main queue of these tests doesn't run
/// for PhotoKit.
@Suite struct CallbackThreadTests {
    private let fixture: ResourceFixture
    private static let isMainQueue = DispatchSpecificKey<Bool>()

    init() throws {
        fixture = try ResourceFixture()
        DispatchQueue.main.setSpecific(key: Self.isMainQueue, value: true)
    }

    /// Calls PhotoKit with the default callback queue.
    private func run<Value>(_ body: () throws -> Value) rethrows -> Value {
        let library = fixture.temporary.library
        let session = PhotoLibrarySession(
            environment: ["ALBUMEN_CLIENT": "test", "ALBUMEN_ACCESS": "authorized"], openLibrary: { library })
        return try PhotoLibrarySession.$current.withValue(session, operation: body)
    }

    /// Waits for a handler, and checks that it didn't come on the main queue.
    private func wait(_ start: (@escaping @Sendable (Bool) -> Void) -> Void) throws {
        let isCalled = Gate()
        let hasResult = Mutex(false)
        run {
            start { result in
                #expect(DispatchQueue.getSpecific(key: Self.isMainQueue) == nil)
                hasResult.withLock { $0 = result }
                isCalled.open()
            }
        }
        try #require(isCalled.wait())
        #expect(hasResult.withLock { $0 })
    }

    @Test func `handlers of videos and editing inputs come on an arbitrary queue`() throws {
        let video = try fixture.importFile(SampleMedia.movie(), "IMG_8.MOV")
        let photo = try fixture.importFile(SampleMedia.jpeg(), "IMG_9.JPG")
        let manager = PHImageManager.default()
        try wait { done in
            manager.requestAVAsset(forVideo: video, options: nil) { asset, _, _ in done(asset != nil) }
        }
        try wait { done in
            manager.requestPlayerItem(forVideo: video, options: nil) { item, _ in done(item != nil) }
        }
        try wait { done in
            manager.requestExportSession(
                forVideo: video, options: nil, exportPreset: AVAssetExportPresetPassthrough
            ) { session, _ in done(session != nil) }
        }
        try wait { done in photo.requestContentEditingInput(with: nil) { input, _ in done(input != nil) } }
        let resource = try #require(run { PHAssetResource.assetResources(for: photo) }.first)
        let file = fixture.folder.file("copy.jpg")
        try wait { done in
            PHAssetResourceManager.default().writeData(for: resource, toFile: file, options: nil) { done($0 == nil) }
        }
        // A handler may wait for another one.
        try wait { done in
            manager.requestAVAsset(forVideo: video, options: nil) { _, _, _ in
                let inner = Gate()
                _ = run { manager.requestAVAsset(forVideo: video, options: nil) { _, _, _ in inner.open() } }
                done(inner.wait())
            }
        }
    }

    @Test func `a main queue that doesn't run is reported once, and a running one never`() {
        let queue = DispatchQueue(label: "main")
        let (messages, timers) = (CallRecorder<String>(), CallRecorder<@Sendable () -> Void>())
        let watch = MainQueueWatch(queue: queue) {
            timers.record($0)
        } report: {
            messages.record($0)
        }
        watch.check()
        queue.sync {}
        // The next check begins before the first one's time is over.
        queue.suspend()
        watch.check()
        watch.check()
        #expect(timers.calls.count == 2)
        timers.calls[0]()
        #expect(messages.calls.isEmpty)
        timers.calls[1]()
        queue.resume()
        queue.sync {}
        watch.check()
        #expect(timers.calls.count == 2)
        #expect(messages.calls.count == 1 && messages.calls[0].contains("PHPhotoLibrary.callbackQueue"))
    }
}
