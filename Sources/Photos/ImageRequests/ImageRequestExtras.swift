// Additions to Apple's framework.

import AlbumenGraphics
import Dispatch
public import Foundation
import PhotoLibrary
public import UIKitCore

/// Not in Apple's framework: an image that a request delivers.
public struct PHImageUpdate: Sendable {
    public let image: UIImage
    /// Whether a better image follows or is available.
    public let isDegraded: Bool
    /// Whether the original is remote, so that a better image must be downloaded first.
    public let isInCloud: Bool
}

/// Not in Apple's framework: the imported file of an asset's image.
public struct PHOriginalImage: Sendable {
    /// The file's bytes, with all their metadata.
    public let data: Data
    /// The type of the bytes, such as `public.jpeg`.
    public let uniformTypeIdentifier: String
    /// The rotation and mirroring that make the file's pixels upright.
    public let orientation: CGImagePropertyOrientation
    /// The name of the imported file.
    public let filename: String
}

extension PHImageRequestOptions {
    /// Not in Apple's framework: the `resizeMode` of new options, and of requests without options. Initially `fast`, as
    /// in Apple's current documentation.
    ///
    /// Systems up to iOS 12 used `none`. An app for those systems can set `none` before its first request. A request
    /// then returns the smallest stored image that covers the target: the thumbnail (256 pixels on the long side) or
    /// the preview (1,440 pixels). For a larger target, it returns all pixels of the image.
    ///
    /// The sizes differ from those of iOS 12, which stored other images. It returned targets up to 257 pixels as
    /// requested, and all pixels for larger targets.
    public static var defaultResizeMode: PHImageRequestOptionsResizeMode {
        get { PhotoLibrarySession.current.defaultResizeMode }
        set { PhotoLibrarySession.current.defaultResizeMode = newValue }
    }
}

extension PHImageManager {
    /// Not in Apple's framework: returns an asset's image as an asynchronous sequence. Degraded images come first,
    /// according to the options' delivery mode.
    ///
    /// The request starts at once. Cancelling the task that reads the sequence cancels the request. Needs no callback
    /// queue.
    ///
    /// - Parameters:
    ///   - targetSize: The size in pixels, or `PHImageManagerMaximumSize` for all pixels.
    ///   - options: The options. `nil` means the default options. Ignores `isSynchronous`.
    /// - Returns: A sequence that throws the `PHPhotosError` of `requestImage` if there is no image.
    public func images(
        for asset: PHAsset, targetSize: CGSize, contentMode: PHImageContentMode = .default,
        options: PHImageRequestOptions? = nil
    ) -> AsyncThrowingStream<PHImageUpdate, any Error> {
        images(for: asset, targetSize, contentMode, ImageRequestSettings(options))
    }

    /// Not in Apple's framework: returns an asset's image in the best quality. Cancelling the task cancels the request.
    ///
    /// - Parameters:
    ///   - targetSize: The size in pixels, or `PHImageManagerMaximumSize` for all pixels.
    ///   - options: The options. `nil` means the default options. Ignores the delivery mode and `isSynchronous`.
    /// - Throws: The `PHPhotosError` of `requestImage`, or `CancellationError`.
    nonisolated(nonsending) public func image(
        for asset: PHAsset, targetSize: CGSize, contentMode: PHImageContentMode = .default,
        options: PHImageRequestOptions? = nil
    ) async throws -> UIImage {
        var settings = ImageRequestSettings(options)
        settings.delivery = .highQuality
        for try await update in images(for: asset, targetSize, contentMode, settings) { return update.image }
        throw CancellationError()
    }

    /// Not in Apple's framework: returns the bytes of an asset's image as they were imported. Cancelling the task
    /// cancels the request.
    ///
    /// - Parameter options: Uses the version and the options for the network. Ignores all others.
    /// - Throws: The `PHPhotosError` of `requestImageDataAndOrientation`, or `CancellationError`.
    nonisolated(nonsending) public func original(
        for asset: PHAsset, options: PHImageRequestOptions? = nil
    ) async throws -> PHOriginalImage {
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
    /// Creates a request that delivers its results to a sequence, on its own queue. Cancelling the sequence's reader
    /// cancels the request.
    convenience init<Element: Sendable>(
        _ continuation: AsyncThrowingStream<Element, any Error>.Continuation, _ settings: ImageRequestSettings,
        _ element: @escaping (Value, ImageResultInfo) -> Element
    ) {
        var settings = settings
        // A task doesn't block its thread while it waits for the image.
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
