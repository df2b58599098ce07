import AlbumenTestSupport
import BlobStore
import Catalog
import Foundation
import MediaRequests
import MediaWork
import Records
import Testing
import UIKit

@testable import Albumen
@testable import PhotoLibrary
@testable import Photos

/// A library with generated photos, and a callback queue.
struct ImageRequestFixture {
    let temporary: TemporaryLibrary
    /// The store of originals that `sendAway` moved.
    let remote = StandInBlobStore()
    /// The queue of the result handlers.
    let queue = DispatchQueue(label: "callbacks")
    private static let photograph = Result {
        try SampleMedia.photograph(width: 2000, height: 1500, hasPreview: true)
    }
    static let isCallbackQueue = DispatchSpecificKey<Bool>()

    /// - Parameters:
    ///   - hasRemote: Whether originals can be in a remote store.
    ///   - hasOwnWorkers: Whether the library has its own workers, so that a test can count their work.
    init(hasRemote: Bool = false, hasOwnWorkers: Bool = false) throws {
        temporary = try TemporaryLibrary(
            remote: hasRemote ? remote : nil, workerExecutable: hasOwnWorkers ? try WorkerLocation.find() : nil)
        queue.setSpecific(key: Self.isCallbackQueue, value: true)
    }

    func run<Value>(access: String = "authorized", _ body: () throws -> Value) rethrows -> Value {
        try PhotoLibrarySession.$current.withValue(makeSession(access), operation: body)
    }

    func run<Value>(_ body: () async throws -> Value) async rethrows -> Value {
        try await PhotoLibrarySession.$current.withValue(makeSession(), operation: body)
    }

    func makeSession(_ access: String = "authorized") -> PhotoLibrarySession {
        let library = temporary.library
        return PhotoLibrarySession(
            environment: ["ALBUMEN_CLIENT": "test", "ALBUMEN_ACCESS": access], callbackQueue: queue,
            openLibrary: { library })
    }

    /// Adds a photo of 2,000 × 1,500 pixels with an embedded preview and no stored pictures.
    func addPhotograph(_ name: String = "IMG_1.JPG", comment: String = "") throws -> PHAsset {
        let bytes =
            comment.isEmpty
            ? try Self.photograph.get()
            : try SampleMedia.photograph(width: 2000, height: 1500, comment: comment, hasPreview: true)
        return try add(name, bytes, width: 2000, height: 1500)
    }

    func add(
        _ name: String, _ bytes: Data, width: Int, height: Int, _ change: (inout MediaProbe) -> Void = { _ in }
    ) throws -> PHAsset {
        var probe = MediaProbe(
            kind: .image, uniformTypeIdentifier: "public.jpeg", pixelWidth: width, pixelHeight: height)
        change(&probe)
        let outcomes = try temporary.add([TemporaryLibrary.Sample(name, probe, bytes: bytes)])
        let identifier = LocalIdentifier.string(uuid: try #require(outcomes.first?.assetUUID), kind: .asset)
        return try run {
            try #require(PHAsset.fetchAssets(withLocalIdentifiers: [identifier], options: nil).firstObject)
        }
    }

    func removeOriginal(of asset: PHAsset) throws {
        _ = try temporary.library.blobs.remove(digest(of: asset))
    }

    /// Moves an original to the remote store.
    func sendAway(_ asset: PHAsset) throws {
        let digest = try digest(of: asset)
        try remote.keep(try temporary.library.blobs.read(digest, atMost: 64 << 20))
        try removeOriginal(of: asset)
    }

    func digest(of asset: PHAsset) throws -> BlobDigest {
        let library = temporary.library
        let record = try #require(try library.catalog.read { try $0.asset(uuid: uuid(of: asset)) })
        return try library.owner.pictureSource(of: record, version: .current).digest
    }

    func uuid(of asset: PHAsset) -> String {
        String(asset.localIdentifier.prefix(36))
    }

    func options(_ change: (PHImageRequestOptions) -> Void) -> PHImageRequestOptions {
        let options = PHImageRequestOptions()
        change(options)
        return options
    }

    /// Returns the image of a synchronous request.
    func image(
        of asset: PHAsset, _ target: CGSize, _ contentMode: PHImageContentMode,
        _ change: (PHImageRequestOptions) -> Void
    ) -> UIImage? {
        let options = options(change)
        options.isSynchronous = true
        var image: UIImage?
        run {
            _ = PHImageManager.default().requestImage(
                for: asset, targetSize: target, contentMode: contentMode, options: options
            ) { answer, _ in image = answer }
        }
        return image
    }

    /// Requests an image, waits for the last call of the handler, and returns all calls.
    func request(
        _ asset: PHAsset, _ side: Double = 400, _ options: PHImageRequestOptions? = nil, access: String = "authorized"
    ) throws -> [HandlerCall] {
        let calls = HandlerCalls(expectsOne: options?.deliveryMode == .fastFormat)
        let number = run(access: access) {
            PHImageManager.default().requestImage(
                for: asset, targetSize: CGSize(width: side, height: side), contentMode: .aspectFit, options: options
            ) { calls.record($0, $1) }
        }
        calls.requestReturned(number)
        try #require(calls.waitForLast())
        queue.sync {}
        return calls.all
    }
}
