import AlbumenTestSupport
import BlobStore
import Foundation
import MediaRequests
import Records
import Synchronization
import Testing

@testable import Albumen
@testable import PhotoLibrary
@testable import Photos

/// A library with imported files, for requests of their resources, videos and Live Photos.
struct ResourceFixture {
    let images: ImageRequestFixture
    let folder: TemporaryFolder

    var temporary: TemporaryLibrary { images.temporary }
    var remote: StandInBlobStore { images.remote }

    init(hasRemote: Bool = false) throws {
        images = try ImageRequestFixture(hasRemote: hasRemote)
        folder = try TemporaryFolder()
    }

    /// Imports files and returns all assets, the oldest first.
    @discardableResult
    func importFiles(_ files: [URL]) throws -> [PHAsset] {
        try temporary.importPaths(files.map { $0.path(percentEncoded: false) })
        return images.run { PHAsset.fetchAssets(with: nil).all }
    }

    /// Imports one file under a name.
    @discardableResult
    func importFile(_ data: Data, _ name: String) throws -> PHAsset {
        let assets = try importFiles([folder.write(data, to: name)])
        return try #require(assets.first { $0.value(forKey: "filename") as? String == name })
    }

    /// Imports a Live Photo of two files with one content identifier.
    func importLivePhoto(_ identifier: String = "A0A0A0A0", name: String = "IMG_1") throws -> PHAsset {
        let (photo, video) = try writePair(identifier, name: name)
        return try #require(try importFiles([photo, video]).first { $0.playbackStyle == .livePhoto })
    }

    /// Writes a photo and a video of one second.
    func writePair(
        _ identifier: String, videoIdentifier: String? = nil, name: String = "IMG_1"
    ) throws -> (photo: URL, video: URL) {
        var movie = SampleMedia.Movie()
        movie.tags = [("com.apple.quicktime.content.identifier", videoIdentifier ?? identifier)]
        let photo = try SampleMedia.livePhotoPicture(contentIdentifier: identifier)
        return (
            try folder.write(photo, to: "\(name).JPG"), try folder.write(SampleMedia.movie(movie), to: "\(name).MOV")
        )
    }

    func resources(of asset: PHAsset) -> [PHAssetResource] {
        images.run { PHAssetResource.assetResources(for: asset) }
    }

    /// Moves the bytes of a resource to the remote store.
    func sendAway(_ resource: PHAssetResource) throws {
        guard case .library(let record, _, let library) = resource.origin else { return }
        try remote.keep(try library.blobs.read(record.sha256, atMost: 64 << 20))
        _ = try library.blobs.remove(record.sha256)
    }

    /// Returns the bytes of a resource, or the code of the error.
    func data(
        of resource: PHAssetResource, access: String = "authorized",
        _ change: (PHAssetResourceRequestOptions) -> Void = { _ in }
    ) throws -> Result<Data, PHPhotosError> {
        let options = PHAssetResourceRequestOptions()
        change(options)
        let received = Mutex(Data())
        let outcome = Mutex<[PHPhotosError?]>([])
        let ended = Gate()
        images.run(access: access) {
            _ = PHAssetResourceManager.default().requestData(for: resource, options: options) { chunk in
                received.withLock { $0.append(chunk) }
            } completionHandler: { error in
                outcome.withLock { $0.append(error as? PHPhotosError) }
                ended.open()
            }
        }
        try #require(ended.wait())
        let outcomes = outcome.withLock { $0 }
        #expect(outcomes.count == 1)
        if let error = outcomes.first ?? nil { return .failure(error) }
        return .success(received.withLock { $0 })
    }

    /// Writes a resource to a file, and returns the code of the error.
    func write(
        _ resource: PHAssetResource, to url: URL, access: String = "authorized",
        _ change: (PHAssetResourceRequestOptions) -> Void = { _ in }
    ) throws -> PHPhotosError.Code? {
        let options = PHAssetResourceRequestOptions()
        change(options)
        let outcome = Mutex<PHPhotosError?>(nil)
        let ended = Gate()
        images.run(access: access) {
            PHAssetResourceManager.default().writeData(for: resource, toFile: url, options: options) { error in
                outcome.withLock { $0 = error as? PHPhotosError }
                ended.open()
            }
        }
        try #require(ended.wait())
        return outcome.withLock { $0?.code }
    }
}

extension Result<Data, PHPhotosError> {
    var code: PHPhotosError.Code? {
        if case .failure(let error) = self { error.code } else { nil }
    }
}
