import AlbumenTestSupport
import Foundation
import Records
import Synchronization
import Testing
import UIKit

@testable import Albumen
@testable import PhotoLibrary
@testable import Photos

/// The user withdraws an asset while an app holds it, or while the app's requests are in flight (§1.3.9).
@Suite struct WithdrawalTests {
    private let fixture: EditingFixture
    private let asset: PHAsset
    private var images: ImageRequestFixture { fixture.images }
    private var library: Library { fixture.temporary.library }

    init() throws {
        fixture = try EditingFixture()
        asset = try fixture.importPhoto()
        try choose(asset)
    }

    private func row(_ asset: PHAsset) throws -> Int64 {
        try #require(try library.owner.assetRows(uuids: [images.uuid(of: asset)]).values.first)
    }

    private func choose(_ asset: PHAsset) throws {
        try library.choose([row(asset)], forClient: "test", author: "test")
    }

    private func deselect(_ asset: PHAsset) throws {
        try library.deselect([row(asset)], fromClient: "test", author: "test")
    }

    @Test("§1.3.9: images, files, resources and editing input of a withdrawn asset fail like those of a purged one")
    func heldAsset() throws {
        let purged = try fixture.importPhoto("IMG_2.JPG")
        try choose(purged)
        let held = try images.run(access: "limited") {
            try [asset, purged].map { asset in
                try #require(
                    PHAsset.fetchAssets(withLocalIdentifiers: [asset.localIdentifier], options: nil).firstObject)
            }
        }
        let resources = images.run(access: "limited") { held.flatMap { PHAssetResource.assetResources(for: $0) } }
        let inputs = try held.map { try #require(try fixture.request($0, access: "limited").input) }
        #expect(resources.count == 2)
        // Images in memory must not help.
        #expect(try held.allSatisfy { try images.request($0, access: "limited").last?.size != nil })
        try deselect(asset)
        let uuid = images.uuid(of: purged)
        try fixture.temporary.commit(.trash(assetUUID: uuid), .purge(assetUUID: uuid))

        var failures: [[String]] = []
        for ((asset, resource), input) in zip(zip(held, resources), inputs) {
            let name = fixture.temporary.folder.appending(path: "copy").deletingLastPathComponent()
                .deletingLastPathComponent().appending(path: UUID().uuidString)
            let edit = try fixture.output(for: input, SampleMedia.jpeg(width: 40, height: 30, comment: "edited"))
            var messages = try [
                message(of: asset) { $0.deliveryMode = .opportunistic },
                message(of: asset) { $0.isSynchronous = true },
                message(of: asset) { $0.version = .original },
                fileMessage(of: asset),
                "\(String(describing: fixture.resources.data(of: resource, access: "limited").code))",
                "\(String(describing: fixture.resources.write(resource, to: name, access: "limited")))",
                "\(String(describing: fixture.request(asset, access: "limited").errorCode))",
                change { PHAssetChangeRequest(for: asset).isFavorite = true },
                change { PHAssetChangeRequest(for: asset).contentEditingOutput = edit },
                change { PHAssetChangeRequest(for: asset).revertAssetContentToOriginal() },
                change { PHAssetChangeRequest.deleteAssets([asset] as NSArray) },
            ]
            // The errors differ in the asset's own identifier and in the file's name, which the app knows.
            messages = messages.map { message in
                message.replacing(images.uuid(of: asset), with: "UUID").replacing("IMG_2", with: "IMG_1")
            }
            failures.append(messages)
            #expect(!FileManager.default.fileExists(atPath: name.path(percentEncoded: false)))
            #expect(messages.allSatisfy { !$0.contains("nil") }, "\(messages)")
        }
        #expect(failures[0] == failures[1])
        #expect(try fixture.asset(asset).isFavorite == false && !fixture.asset(asset).hasAdjustments)
    }

    @Test("no image is delivered after the commit of a withdrawal, whether queued or in flight")
    func imagesInFlight() throws {
        let others = try (2...5).map { try fixture.importPhoto("IMG_\($0).JPG") }
        for other in others { try choose(other) }
        let calls = HandlerCalls()
        let isHeld = Gate()
        let mayContinue = Gate()
        // The results wait for this queue.
        images.queue.async {
            isHeld.open()
            _ = mayContinue.wait()
        }
        #expect(isHeld.wait())
        let made = Mutex(0)
        let session = images.makeSession("limited")
        let assets = [asset] + others
        let requested = Gate()
        let thread = Thread {
            PhotoLibrarySession.$current.withValue(session) {
                for asset in assets {
                    PHImageManager.default().requestImage(
                        for: asset, targetSize: CGSize(width: 40, height: 40), contentMode: .aspectFit,
                        options: images.options { $0.deliveryMode = .highQualityFormat }
                    ) { image, info in
                        made.withLock { $0 += 1 }
                        calls.record(image, info)
                    }
                }
            }
            requested.open()
        }
        thread.start()
        #expect(requested.wait())
        for asset in assets { try deselect(asset) }
        mayContinue.open()
        try waitUntil { made.withLock { $0 } == assets.count }
        #expect(calls.all.allSatisfy { $0.size == nil && $0.errorCode == 3303 }, "\(calls.all)")
        #expect(calls.all.count == assets.count)
        #expect(PendingRequests.isUnderWay(calls.all[0].number ?? 0) == false)
    }

    @Test("a resource's remaining chunks are not delivered after a withdrawal")
    func chunks() throws {
        let bytes = SampleMedia.jpeg() + Data((0..<2_700_000).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) })
        let large = try fixture.resources.importFile(bytes, "BIG.JPG")
        try choose(large)
        let resource = try #require(fixture.resources.resources(of: large).first)
        let (library, row) = (fixture.temporary.library, try self.row(large))
        let received = Mutex(0)
        let ended = Gate()
        let failure = Mutex<PHPhotosError.Code?>(nil)
        images.run(access: "limited") {
            _ = PHAssetResourceManager.default().requestData(for: resource, options: nil) { _ in
                received.withLock { $0 += 1 }
                #expect(throws: Never.self) {
                    try library.deselect([row], fromClient: "test", author: "test")
                }
            } completionHandler: { error in
                failure.withLock { $0 = (error as? PHPhotosError)?.code }
                ended.open()
            }
        }
        #expect(ended.wait())
        #expect(received.withLock { $0 } == 1)
        #expect(failure.withLock { $0 } == .missingResource)
    }

    @Test("observers see withdrawn and chosen assets, albums, counts and objects (§1.3.5)")
    func observers() throws {
        let other = try fixture.importPhoto("IMG_2.JPG")
        let photos = PhotoKitFixture(temporary: fixture.temporary, client: "other")
        let trip = try photos.makeAlbum("Trip", [asset, other])
        try photos.makeFolder("Trips", [trip])
        try images.run(access: "limited") {
            let listener = ChangeListener()
            PHPhotoLibrary.shared().register(listener)
            var assets = PHAsset.fetchAssets(with: nil)
            // Each import has an album, too.
            let options = PHFetchOptions()
            options.predicate = NSPredicate(format: "title = %@", "Trip")
            var albums = PHAssetCollection.fetchAssetCollections(with: .album, subtype: .any, options: options)
            var members = PHAsset.fetchAssets(in: trip, options: nil)
            let topLevel = PHCollection.fetchTopLevelUserCollections(with: nil)
            let token = PHPhotoLibrary.shared().currentChangeToken
            #expect(assets.count == 1 && albums.count == 1 && members.count == 1 && topLevel.count == 1)
            let held = try #require(assets.firstObject)

            try choose(other)
            var change = try #require(listener.next())
            let insertion = try #require(change.changeDetails(for: assets))
            #expect(insertion.insertedIndexes?.count == 1 && insertion.removedIndexes?.isEmpty != false)
            assets = insertion.fetchResultAfterChanges
            members = try #require(change.changeDetails(for: members)).fetchResultAfterChanges
            #expect(assets.count == 2 && members.count == 2)
            let counted = try #require(change.changeDetails(for: albums))
            #expect(counted.changedIndexes == [0])
            albums = counted.fetchResultAfterChanges
            #expect(albums.firstObject?.estimatedAssetCount == 2)
            #expect(change.changeDetails(for: held) == nil)

            try library.deselect([row(asset), row(other)], fromClient: "test", author: "test")
            change = try #require(listener.next())
            #expect(change.changeDetails(for: assets)?.removedIndexes == IndexSet(integersIn: 0..<2))
            #expect(change.changeDetails(for: members)?.fetchResultAfterChanges.count == 0)
            #expect(change.changeDetails(for: albums)?.removedIndexes == [0])
            #expect(change.changeDetails(for: topLevel)?.removedIndexes == [0])
            let gone = try #require(change.changeDetails(for: held))
            #expect(gone.objectWasDeleted && gone.objectAfterChanges == nil)
            let album = try #require(albums.firstObject)
            #expect(change.changeDetails(for: album)?.objectWasDeleted == true)

            // A change of an asset that the app only holds is none of its business.
            try fixture.temporary.commit(.setFavorite(true, assetUUID: images.uuid(of: asset)))
            change = try #require(listener.next())
            #expect(change.changeDetails(for: held) == nil)

            let history = Array(try PHPhotoLibrary.shared().fetchPersistentChanges(since: token))
            let details = try history.map { try $0.changeDetails(for: .asset) }
            #expect(details.map(\.insertedLocalIdentifiers) == [[other.localIdentifier], []])
            #expect(
                details.map(\.deletedLocalIdentifiers)
                    == [[], [asset.localIdentifier, other.localIdentifier]])
            let collections = try history.map { try $0.changeDetails(for: .assetCollection) }
            let deleted = collections.map(\.deletedLocalIdentifiers)
            #expect(deleted.count == 2 && deleted[0].isEmpty && deleted[1].contains(trip.localIdentifier))
        }
    }

    @Test("limited, full and limited access again, with choices in between")
    func statusChanges() throws {
        let other = try fixture.importPhoto("IMG_2.JPG")
        try library.setAccess(.limited, ofClient: "test", author: "test")
        let photos = PhotoKitFixture(temporary: fixture.temporary)
        try photos.run(access: nil) {
            let listener = ChangeListener()
            PHPhotoLibrary.shared().register(listener)
            let limited = PHAsset.fetchAssets(with: nil)
            #expect(limited.count == 1)
            try library.setAccess(.full, ofClient: "test", author: "test")
            var change = try #require(listener.next())
            let full = try #require(change.changeDetails(for: limited)).fetchResultAfterChanges
            #expect(full.count == 2)
            try choose(other)
            try deselect(asset)
            #expect(listener.wait(for: 2))
            try library.setAccess(.limited, ofClient: "test", author: "test")
            change = try #require(listener.next())
            #expect(change.changeDetails(for: full)?.removedObjects == [asset])
            // The result of the first look leads to the same list.
            let details = try #require(change.changeDetails(for: limited))
            #expect(details.removedObjects == [asset] && details.insertedObjects == [other])
        }
    }

    @Test("an asset that is chosen, deselected and chosen again between two looks stays")
    func chosenAgain() throws {
        try images.run(access: "limited") {
            let listener = ChangeListener()
            PHPhotoLibrary.shared().register(listener)
            let assets = PHAsset.fetchAssets(with: nil)
            try deselect(asset)
            try choose(asset)
            try deselect(asset)
            try choose(asset)
            #expect(listener.wait(for: 4))
            let last = try #require(listener.changes.last)
            #expect(last.changeDetails(for: assets) == nil)
            #expect(PHAsset.fetchAssets(with: nil).firstObject == asset)
        }
    }

    // MARK: Messages

    private func message(of asset: PHAsset, _ change: (PHImageRequestOptions) -> Void) throws -> String {
        let told = Mutex<String?>(nil)
        let ended = Gate()
        images.run(access: "limited") {
            _ = PHImageManager.default().requestImage(
                for: asset, targetSize: CGSize(width: 40, height: 40), contentMode: .aspectFit,
                options: images.options(change)
            ) { image, info in
                let error = info?[PHImageErrorKey] as? NSError
                told.withLock { $0 = "\(image == nil) \(error?.code ?? 0) \(error?.localizedDescription ?? "")" }
                if error != nil || info?[PHImageResultIsDegradedKey] as? Bool != true { ended.open() }
            }
        }
        try #require(ended.wait())
        return try #require(told.withLock { $0 })
    }

    private func fileMessage(of asset: PHAsset) throws -> String {
        let told = Mutex<String?>(nil)
        let ended = Gate()
        images.run(access: "limited") {
            _ = PHImageManager.default().requestImageDataAndOrientation(for: asset, options: nil) { data, _, _, info in
                let error = info?[PHImageErrorKey] as? NSError
                told.withLock { $0 = "\(data == nil) \(error?.code ?? 0) \(error?.localizedDescription ?? "")" }
                ended.open()
            }
        }
        try #require(ended.wait())
        return try #require(told.withLock { $0 })
    }

    private func change(_ block: @escaping () -> Void) -> String {
        fixture.run(access: "limited") {
            do {
                try PHPhotoLibrary.shared().performChangesAndWait(block)
                return "nil"
            } catch {
                return "\((error as NSError).code) \(error.localizedDescription)"
            }
        }
    }
}
