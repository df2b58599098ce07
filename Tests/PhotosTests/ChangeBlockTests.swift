import AlbumenTestSupport
import Catalog
import Foundation
import Photos
import Synchronization
import Testing

@testable import Albumen
@testable import PhotoLibrary

/// Change blocks, and where requests may be created (§5.1).
@Suite struct ChangeBlockTests {
    let fixture: PhotoKitFixture

    init() throws {
        fixture = try PhotoKitFixture()
    }

    private func lastChange() throws -> Int64 {
        try fixture.temporary.library.catalog.read { try $0.latestChange() }
    }

    /// Performs a block in the fixture's session, and returns the arguments of its handler.
    private func perform(_ block: @escaping @Sendable () -> Void) async -> (success: Bool, error: (any Error)?) {
        await withCheckedContinuation { continuation in
            fixture.run {
                PHPhotoLibrary.shared().performChanges(
                    block, completionHandler: { continuation.resume(returning: ($0, $1)) })
            }
        }
    }

    @Test("§5.1.3, §5.1.6: the block runs later, and the handler after the change can be fetched")
    func completion() async throws {
        let identifiers = try fixture.addPhotos(1)
        let asset = try fixture.asset(identifiers[0])
        let hasReturned = Gate()
        let found = Mutex<Bool?>(nil)
        let result = await withCheckedContinuation { (continuation: CheckedContinuation<Bool, Never>) in
            fixture.run {
                PHPhotoLibrary.shared().performChanges(
                    {
                        #expect(hasReturned.wait())
                        PHAssetChangeRequest(for: asset).isFavorite = true
                    },
                    completionHandler: { success, error in
                        #expect(error == nil)
                        let fetched = PHAsset.fetchAssets(withLocalIdentifiers: identifiers, options: nil)
                        found.withLock { $0 = fetched.firstObject?.isFavorite }
                        continuation.resume(returning: success)
                    })
            }
            hasReturned.open()
        }
        #expect(result)
        #expect(found.withLock { $0 } == true)
        #expect(!asset.isFavorite, "§5.1.10: the asset in hand stays as it was")
    }

    @Test("a block without requests succeeds and changes nothing")
    func emptyBlock() async throws {
        let before = try lastChange()
        let result = await perform {}
        #expect(result.success)
        #expect(result.error == nil)
        #expect(try lastChange() == before)
    }

    @Test("§5.1.2: a block is committed completely or not at all")
    func allOrNothing() async throws {
        let identifiers = try fixture.addPhotos(2)
        let asset = try fixture.asset(identifiers[0])
        let result = await perform {
            PHAssetChangeRequest(for: asset).isFavorite = true
            PHAssetChangeRequest(for: PHAsset()).isFavorite = true
        }
        #expect(!result.success)
        #expect((result.error as? PHPhotosError)?.code == .changeNotSupported)
        #expect(try !fixture.asset(identifiers[0]).isFavorite)
    }

    @Test("§5.1.7: a fetch in the block returns the state before it")
    func fetchInside() async throws {
        let identifiers = try fixture.addPhotos(1)
        let asset = try fixture.asset(identifiers[0])
        let result = await perform {
            PHAssetChangeRequest(for: asset).isHidden = true
            PHAssetCollectionChangeRequest.creationRequestForAssetCollection(withTitle: "New")
            #expect(PHAsset.fetchAssets(with: nil).count == 1)
            #expect(PHCollection.fetchTopLevelUserCollections(with: nil).count == 0)
        }
        #expect(result.success)
        #expect(fixture.assets().isEmpty)
        #expect(fixture.topLevelTitles() == ["New"])
    }

    @Test("§5.1.8: the asynchronous method returns after the commit, and throws")
    func asynchronousForm() async throws {
        let identifiers = try fixture.addPhotos(1)
        let asset = try fixture.asset(identifiers[0])
        let library = fixture.temporary.library
        let session = PhotoLibrarySession(
            environment: ["ALBUMEN_CLIENT": "test", "ALBUMEN_ACCESS": "authorized"], openLibrary: { library })
        try await PhotoLibrarySession.$current.withValue(session) {
            try await PHPhotoLibrary.shared().performChanges { PHAssetChangeRequest(for: asset).isFavorite = true }
            #expect(PHAsset.fetchAssets(with: nil).firstObject?.isFavorite == true)
            await #expect(throws: PHPhotosError.self) {
                try await PHPhotoLibrary.shared().performChanges {
                    PHAssetChangeRequest(for: PHAsset()).isFavorite = true
                }
            }
        }
    }

    @Test("blocks run one after another in the order of the calls")
    func order() throws {
        try fixture.run {
            let order = CallRecorder<Int>()
            for number in 1...20 {
                PHPhotoLibrary.shared().performChanges(
                    { order.record(number) }, completionHandler: { _, _ in order.record(-number) })
            }
            try PHPhotoLibrary.shared().performChangesAndWait { order.record(21) }
            #expect(order.calls == (1...20).flatMap { [$0, -$0] } + [21])
        }
    }

    @Test("performChangesAndWait in a completion handler runs at once, also through other queues")
    func waitingInHandler() async throws {
        let order = CallRecorder<String>()
        await withCheckedContinuation { continuation in
            fixture.run {
                PHPhotoLibrary.shared().performChanges(
                    {},
                    completionHandler: { _, _ in
                        order.record("handler")
                        try? PHPhotoLibrary.shared().performChangesAndWait { order.record("inner block") }
                        DispatchQueue(label: "other").sync {
                            try? PHPhotoLibrary.shared().performChangesAndWait { order.record("second block") }
                        }
                        PHPhotoLibrary.shared().performChanges(
                            { order.record("later block") }, completionHandler: { _, _ in continuation.resume() })
                        order.record("end of handler")
                    })
            }
        }
        #expect(order.calls == ["handler", "inner block", "second block", "end of handler", "later block"])
    }

    @Test("performChangesAndWait throws the error that a handler would receive (§5.1.4)")
    func waitingThrows() throws {
        #expect(try fixture.failure { PHAssetChangeRequest(for: PHAsset()).isHidden = true } == .changeNotSupported)
        #expect(try fixture.failure {} == nil)
    }

    @Test("§5.1.1: a request outside of a block stops the program with a message")
    func outside() async throws {
        let result = try #require(
            await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                _ = PHAssetChangeRequest(for: PHAsset())
            })
        #expect(String(decoding: result.standardErrorContent, as: UTF8.self).contains("outside of a change block"))
    }

    @Test("§5.1.1: using a request after its block stops the program with a message")
    func afterwards() async throws {
        let result = try #require(
            await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                let fixture = try PhotoKitFixture()
                var kept: PHAssetChangeRequest?
                try fixture.change { kept = PHAssetChangeRequest(for: PHAsset()) }
                kept?.isFavorite = true
            })
        let output = String(decoding: result.standardErrorContent, as: UTF8.self)
        #expect(output.contains("used outside of the change block that made it"))
    }

    @Test("§5.1.1: a request on another thread than the block's stops the program")
    func otherThread() async {
        await #expect(processExitsWith: .failure) {
            try PhotoKitFixture().change {
                let isDone = DispatchSemaphore(value: 0)
                Thread.detachNewThread {
                    PHAssetChangeRequest.deleteAssets([] as NSArray)
                    isDone.signal()
                }
                isDone.wait()
            }
        }
    }

    @Test("§5.1.5: a block in a block stops the program with a message")
    func nested() async throws {
        let result = try #require(
            await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                try PhotoKitFixture().change {
                    PHPhotoLibrary.shared().performChanges({}, completionHandler: nil)
                }
            })
        #expect(String(decoding: result.standardErrorContent, as: UTF8.self).contains("cannot be nested"))
    }

    @Test("§5.1.5: waiting for a block in a block stops the program with a message")
    func nestedWaiting() async throws {
        let result = try #require(
            await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                try PhotoKitFixture().change {
                    try? PHPhotoLibrary.shared().performChangesAndWait {}
                }
            })
        #expect(String(decoding: result.standardErrorContent, as: UTF8.self).contains("cannot be nested"))
    }

    @Test("a request on a queue for which the block waits belongs to the block")
    func synchronousQueue() throws {
        let identifiers = try fixture.addPhotos(1)
        let asset = try fixture.asset(identifiers[0])
        try fixture.change {
            DispatchQueue(label: "other").sync { PHAssetChangeRequest(for: asset).isFavorite = true }
        }
        #expect(try fixture.asset(identifiers[0]).isFavorite)
    }
}
