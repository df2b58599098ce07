package import BlobStore
import Catalog
package import Records

extension LibraryView {
    /// Makes originals available in the library's folder. Downloads the remote ones, one after another.
    ///
    /// - Parameters:
    ///   - network: Whether remote originals may be downloaded. Its progress covers all of them.
    ///   - deliver: Called once, unless the task is cancelled before. If nothing must be downloaded, it's called before
    ///     this method returns. Fails with the errors of `ImagePipeline.data(of:network:at:deliver:)`.
    package func fetchOriginals(
        _ sources: [PictureSource], network: NetworkAccess, at place: WorkPlace = .queue,
        deliver: @escaping @Sendable (Result<Void, any Error>) -> Void
    ) -> ImageTask {
        let task = ImageTask()
        let remote: [PictureSource]
        do {
            remote = try sources.filter { try isRemote($0) }
        } catch {
            deliver(.failure(error))
            return task
        }
        let library = self.library
        @Sendable func fetch(_ index: Int) {
            guard index < remote.count else { return deliver(.success(())) }
            let withdraw = library.download(remote[index], network.part(index, of: remote.count), at: place) { result in
                guard !task.isCancelled else { return }
                switch result {
                case .success: fetch(index + 1)
                case .failure(let error): deliver(.failure(error))
                }
            }
            task.begin(step: index, withdraw)
        }
        fetch(0)
        return task
    }

    /// Makes an original available in the library's folder. Blocks.
    ///
    /// - Throws: The errors of `fetchOriginals`.
    package func fetchOriginal(_ source: PictureSource, _ network: NetworkAccess) throws {
        let awaited = AwaitedResult<Void>()
        _ = fetchOriginals([source], network: network, at: .caller()) { awaited.deliver($0) }
        try awaited.value()
    }

    /// Returns whether an original must be downloaded.
    ///
    /// - Throws: `missingBytes` if it's neither in the folder nor in a remote store.
    private func isRemote(_ source: PictureSource) throws -> Bool {
        guard try !library.blobs.contains(source.digest) else { return false }
        guard library.cloud.downloads != nil else { throw library.changes.checkPresence() ?? Library.isMissing(source) }
        return true
    }

    /// Returns the file of a resource of an earlier listing.
    ///
    /// - Throws: `notFound` if the asset was deleted since, if it no longer has the file, or if the principal may no
    ///   longer see it.
    package func source(of resource: ResourceRecord, ofAssetUUID uuid: String) throws -> PictureSource {
        let resources = try catalog.readOnce { reader in
            try reader.resources(ofAsset: resource.assetID, uuid: uuid, in: scope)
        }
        guard resources.contains(where: { $0.id == resource.id && $0.sha256 == resource.sha256 }) else {
            throw LibraryError.gone(resource, ofAssetUUID: uuid)
        }
        return PictureSource(resource, assetUUID: uuid)
    }

    /// Opens an original in the library's folder.
    ///
    /// - Throws: `LibraryError` or `BlobStoreError` if its bytes are missing.
    package func openOriginal(_ source: PictureSource) throws -> OpenFile {
        try library.original(source.digest)
    }

    /// Returns the files from which a version of a video plays: the video, and the AAE file that slows it.
    ///
    /// - Throws: `notFound` if the asset was deleted since its fetch, the principal may no longer see it, or it has no
    ///   video.
    package func playableSources(of asset: AssetRecord, version: AssetVersion) throws -> [PictureSource] {
        let files = try videoFiles(of: asset)
        guard let video = files.playable(version) else { throw LibraryError.gone(asset) }
        let adjustment = version == .current && !files.isAdjusted ? files.slowMotionAdjustment : nil
        return [video, adjustment].compactMap(\.self).map { PictureSource($0, assetUUID: asset.uuid) }
    }

    /// Returns the photo and the video of a Live Photo.
    ///
    /// - Returns: `nil` if the version isn't a Live Photo.
    /// - Throws: `notFound` if the asset was deleted since its fetch, or the principal may no longer see it.
    package func livePhotoResources(
        of asset: AssetRecord, version: AssetVersion
    ) throws -> (photo: ResourceRecord, video: ResourceRecord)? {
        let files = try videoFiles(of: asset)
        guard let photo = files.picture(version), photo.type.mediaType == .image,
            let video = files.pairedVideo(version)
        else { return nil }
        return (photo, video)
    }
}

extension NetworkAccess {
    /// Returns the access for one of several downloads, whose progress is a part of the whole.
    func part(_ index: Int, of count: Int) -> NetworkAccess {
        guard count > 1, case .allowed(let progress?, let cancellation) = self else { return self }
        return .allowed(
            progress: { progress((Double(index) + $0) / Double(count)) }, cancellation: cancellation)
    }
}

extension LibraryError {
    /// The error for a file that was deleted since it was listed, or whose asset the principal may no longer see.
    package static func gone(_ resource: ResourceRecord, ofAssetUUID uuid: String) -> LibraryError {
        LibraryError(
            .notFound,
            "\(resource.originalFilename) of the asset \(LocalIdentifier.string(uuid: uuid, kind: .asset)) was "
                + "deleted, or the app may not see it any more. Fetch again.")
    }
}
