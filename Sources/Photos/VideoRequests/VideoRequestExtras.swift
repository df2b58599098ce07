// Additions to Apple's framework.

public import AVFoundation
public import Foundation
import PhotoLibrary
import Records
import Synchronization

extension PHImageManager {
    /// Not in Apple's framework: returns a video as `requestAVAsset` does. Cancelling the task cancels the request.
    ///
    /// - Throws: The `PHPhotosError` of `requestAVAsset`, or `CancellationError`.
    nonisolated(nonsending) public func avAsset(
        forVideo asset: PHAsset, options: PHVideoRequestOptions? = nil
    ) async throws -> sending AVAsset {
        try await video(asset, options) { try $0.makeAsset() }.value
    }

    /// Not in Apple's framework: returns an asset's Live Photo in the best quality. Cancelling the task cancels the
    /// request.
    ///
    /// - Parameter options: The options. Ignores the delivery mode.
    /// - Throws: The `PHPhotosError` of `requestLivePhoto`, or `CancellationError`.
    nonisolated(nonsending) public func livePhoto(
        for asset: PHAsset, targetSize: CGSize, contentMode: PHImageContentMode = .default,
        options: PHLivePhotoRequestOptions? = nil
    ) async throws -> PHLivePhoto {
        let session = PhotoLibrarySession.current
        var settings = ImageRequestSettings(options)
        settings.delivery = .highQuality
        let results = AsyncThrowingStream { continuation in
            let pending = PendingRequest<PHLivePhoto>(continuation, settings) { livePhoto, _ in livePhoto }
            pending.startLivePhoto(of: asset, targetSize, contentMode, session)
        }
        for try await livePhoto in results { return livePhoto }
        throw CancellationError()
    }

    /// Not in Apple's framework: writes a video to a new file as it plays. Slow motion becomes a part of the file, so
    /// that it plays slowed in every program. Any other video is copied without encoding it again.
    ///
    /// The file appears when it's complete. Cancelling the task cancels the export.
    ///
    /// - Parameters:
    ///   - fileURL: The URL of a file that doesn't exist, in an existing folder.
    ///   - fileType: The type of the file.
    ///   - exportPreset: The preset for slow motion. `nil` means the highest quality.
    ///   - options: The options. With the version `original`, the video isn't slowed.
    /// - Throws: The `PHPhotosError` of `requestExportSession`, an `AVError`, or `CancellationError`.
    nonisolated(nonsending) public func writeVideo(
        for asset: PHAsset, toFile fileURL: URL, as fileType: AVFileType = .mov, exportPreset: String? = nil,
        options: PHVideoRequestOptions? = nil
    ) async throws {
        let session = try await video(asset, options) { video in
            let preset =
                exportPreset ?? (video.isSlowed ? AVAssetExportPresetHighestQuality : AVAssetExportPresetPassthrough)
            guard let session = AVAssetExportSession(asset: try video.makeAsset(), presetName: preset) else {
                throw RequestFailure.unsupportedPreset(preset, video.filename)
            }
            return session
        }.value
        try await session.export(to: fileURL, as: fileType)
    }

    nonisolated(nonsending) private func video<Object>(
        _ asset: PHAsset, _ options: PHVideoRequestOptions?,
        _ make: @escaping @Sendable (RequestedVideo) throws -> Object
    ) async throws -> VideoObject<Object> {
        let session = PhotoLibrarySession.current
        let settings = ImageRequestSettings(options)
        let results = AsyncThrowingStream { continuation in
            let pending = PendingRequest<VideoObject<Object>>(continuation, settings) { object, _ in object }
            pending.startVideo(of: asset, session, make)
        }
        for try await object in results { return object }
        throw CancellationError()
    }
}
