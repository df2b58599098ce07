// What Apple's framework does not have.

import Albumen
import AlbumenGraphics
import Dispatch
public import Foundation
public import UIKit

/// Not in Apple's framework: an image that a request is answered with.
public struct PHImageUpdate: Sendable {
    public let image: UIImage
    /// A better image follows, or would have been there to wait for.
    public let isDegraded: Bool
    /// The original is elsewhere: what is better than this has to be downloaded first.
    public let isInCloud: Bool
}

/// Not in Apple's framework: an asset's image as it was imported.
public struct PHOriginalImage: Sendable {
    /// The file's bytes, with all their metadata.
    public let data: Data
    /// Such as `public.jpeg`.
    public let uniformTypeIdentifier: String
    /// How the file's pixels are to be turned.
    public let orientation: CGImagePropertyOrientation
    /// The name that the file had when it was imported.
    public let filename: String
}

extension PHImageRequestOptions {
    /// Not in Apple's framework: the `resizeMode` of new options, and of requests without options. Initially `fast`,
    /// as Apple documents it today.
    ///
    /// Systems up to iOS 12 used `none`. An app for those systems can set `none` before its first request. Then a
    /// request returns the smallest stored image that covers the target: the thumbnail, with 256 pixels on its long side,
    /// or the preview, with 1,440. For a larger target it returns all pixels of the image. The sizes differ from those of
    /// iOS 12, which stored other images: it returned targets up to 257 pixels as requested, and all pixels for larger
    /// targets.
    public static var defaultResizeMode: PHImageRequestOptionsResizeMode {
        get { PhotoLibrarySession.current.defaultResizeMode }
        set { PhotoLibrarySession.current.defaultResizeMode = newValue }
    }
}

extension PHImageManager {
    /// Not in Apple's framework: an asset's image as a sequence, the degraded ones first as the options' delivery
    /// mode has it.
    ///
    /// The request begins at once, and is cancelled when the task that reads is. Needs no callback queue.
    ///
    /// - Parameters:
    ///   - targetSize: in pixels; `PHImageManagerMaximumSize` for all there are.
    ///   - options: `nil` for those that new options have. Whether they are synchronous counts for nothing.
    /// - Returns: a sequence that throws `PHPhotosError`, as `requestImage` tells it, where there is no image.
    public func images(
        for asset: PHAsset, targetSize: CGSize, contentMode: PHImageContentMode = .default,
        options: PHImageRequestOptions? = nil
    ) -> AsyncThrowingStream<PHImageUpdate, any Error> {
        images(for: asset, targetSize, contentMode, ImageRequestSettings(options))
    }

    /// Not in Apple's framework: an asset's image at its best. The request is cancelled with the task.
    ///
    /// - Parameters:
    ///   - targetSize: in pixels; `PHImageManagerMaximumSize` for all there are.
    ///   - options: `nil` for those that new options have. The delivery mode and whether they are synchronous count
    ///     for nothing.
    /// - Throws: `PHPhotosError`, as `requestImage` tells it; `CancellationError`.
    public func image(
        for asset: PHAsset, targetSize: CGSize, contentMode: PHImageContentMode = .default,
        options: PHImageRequestOptions? = nil
    ) async throws -> UIImage {
        var settings = ImageRequestSettings(options)
        settings.delivery = .highQuality
        for try await update in images(for: asset, targetSize, contentMode, settings) { return update.image }
        throw CancellationError()
    }

    /// Not in Apple's framework: the bytes of an asset's image, as they were imported. The request is cancelled with
    /// the task.
    ///
    /// - Parameter options: only the version counts, and what they say of the network.
    /// - Throws: `PHPhotosError`, as `requestImageDataAndOrientation` tells it; `CancellationError`.
    public func original(for asset: PHAsset, options: PHImageRequestOptions? = nil) async throws -> PHOriginalImage {
        let session = PhotoLibrarySession.current
        let settings = ImageRequestSettings(options)
        let files = AsyncThrowingStream { continuation in
            let pending = PendingRequest<ImageFile>(continuation, settings) { file, _ in file }
            pending.startFile(of: asset, session)
        }
        for try await file in files {
            return PHOriginalImage(
                data: file.data, uniformTypeIdentifier: file.uniformTypeIdentifier, orientation: file.orientation,
                filename: file.filename)
        }
        throw CancellationError()
    }

    private func images(
        for asset: PHAsset, _ targetSize: CGSize, _ contentMode: PHImageContentMode, _ settings: ImageRequestSettings
    ) -> AsyncThrowingStream<PHImageUpdate, any Error> {
        let session = PhotoLibrarySession.current
        return AsyncThrowingStream { continuation in
            let pending = PendingRequest<UIImage>(continuation, settings) { image, info in
                PHImageUpdate(image: image, isDegraded: info.isDegraded, isInCloud: info.isInCloud)
            }
            pending.startImage(of: asset, targetSize, contentMode, session)
        }
    }
}

extension PendingRequest {
    /// A request whose answers go into a sequence, on a queue of its own; cancelled when the sequence's reader is.
    fileprivate convenience init<Element: Sendable>(
        _ continuation: AsyncThrowingStream<Element, any Error>.Continuation, _ settings: ImageRequestSettings,
        _ element: @escaping (Value, ImageResultInfo) -> Element
    ) {
        var settings = settings
        // A task suspends until its image is there.
        settings.isSynchronous = false
        self.init(settings, on: DispatchQueue(label: "albumen.photos.images")) { value, info in
            if let value { continuation.yield(element(value, info)) }
            guard info.isLast else { return }
            switch info.error {
            case nil: continuation.finish()
            case .some where info.isCancelled: continuation.finish(throwing: CancellationError())
            case .some(let error): continuation.finish(throwing: PHPhotosError(_nsError: .photos(error)))
            }
        }
        continuation.onTermination = { [weak self] end in
            if case .cancelled = end { self?.cancel() }
        }
    }
}
