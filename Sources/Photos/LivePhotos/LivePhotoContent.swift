import BlobStore
import Foundation
import PhotoLibrary
import Records
import UIKitCore

/// The picture of a Live Photo and the places of its files.
struct LivePhotoContent: Sendable {
    enum Files: Sendable {
        /// The files of an asset, and the version that they make up. The files to which an edit applies may be no version.
        case asset(Library, uuid: String, version: AssetVersion?, photo: ResourceRecord, video: ResourceRecord)
        /// A client's files.
        case urls(photo: LivePhotoFile, video: LivePhotoFile)
        /// Temporary files of an edit for playback.
        case rendered(RenderedLivePhoto)
        /// Only a placeholder, while the files are read.
        case pending
    }

    /// The picture at the requested size.
    let image: UIImage
    let files: Files

    /// In pixels.
    var size: CGSize {
        image.cgImage.map { CGSize(width: $0.width, height: $0.height) } ?? image.size
    }

    /// Whether there is only a placeholder.
    var isPending: Bool {
        if case .pending = files { true } else { false }
    }

    var resources: [PHAssetResource] {
        switch files {
        case .asset(let library, let uuid, _, let photo, let video):
            [photo, video].map {
                PHAssetResource(record: $0, assetUUID: uuid, in: library, isCurrent: true, hasAsset: false)
            }
        case .urls(let photo, let video):
            [photo, video].map { PHAssetResource(record: $0.record, file: $0.url) }
        case .rendered(let files): Self.resources(of: files)
        case .pending: []
        }
    }

    /// Renders the video if that hasn't been done.
    private static func resources(of files: RenderedLivePhoto) -> [PHAssetResource] {
        do {
            return [files.photo, try files.video()].map { PHAssetResource(record: $0.record, file: $0.url) }
        } catch {
            Diagnostics.report("The video of an edited Live Photo could not be rendered: \(error)")
            return []
        }
    }

    /// The URL of the video, which stays readable until the process ends.
    ///
    /// - Throws: An error if the app may no longer see the asset, or if the bytes are missing.
    func videoURL(for session: PhotoLibrarySession) throws -> URL {
        switch files {
        case .pending: throw RequestFailure.noResource
        case .urls(_, let video): return video.url
        case .rendered(let files): return try files.video().url
        case .asset(let library, let uuid, _, _, let video):
            let view = session.currentView(of: library)
            return try view.namedOriginalURL(of: view.source(of: video, ofAssetUUID: uuid))
        }
    }
}

/// One of the two files that a client made a Live Photo of.
struct LivePhotoFile: Sendable, Codable, Equatable {
    let url: URL
    let isPhoto: Bool
    let uniformTypeIdentifier: String
    let pixelWidth: Int
    let pixelHeight: Int
    /// Bytes.
    let fileSize: Int64
    let contentIdentifier: String
    /// The duration of the video in seconds, or 0 for the photo.
    let duration: Double

    var record: ResourceRecord {
        ResourceRecord(
            type: isPhoto ? .photo : .pairedVideo, sha256: .zero, fileSize: fileSize,
            originalFilename: url.lastPathComponent, uniformTypeIdentifier: uniformTypeIdentifier,
            pixelWidth: pixelWidth, pixelHeight: pixelHeight, contentIdentifier: contentIdentifier)
    }
}
