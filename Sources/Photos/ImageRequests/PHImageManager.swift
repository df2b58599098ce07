public import AVFoundation
import AlbumenGraphics
public import Foundation
import PhotoLibrary
import Pixels
public import UIKitCore

/// Loads images of assets, the data of their files, videos and Live Photos.
///
/// ```swift
/// guard let photo = PHAsset.fetchAssets(with: .image, options: nil).firstObject else { return }
/// PHImageManager.default().requestImage(
///     for: photo, targetSize: CGSize(width: 400, height: 400), contentMode: .aspectFill, options: nil
/// ) { image, info in
///     let isDegraded = info?[PHImageResultIsDegradedKey] as? Bool ?? false
///     print(image?.size ?? .zero, isDegraded)
/// }
/// ```
///
/// You can call the methods from any thread. Sizes are in pixels.
///
/// The manager calls result handlers of images and Live Photos on the main queue, or on `PHPhotoLibrary.callbackQueue` if
/// you set it. The program must run that queue. The first call can come before the method returns the request's
/// identifier, so identify images by their asset.
///
/// The manager calls result handlers of videos on an arbitrary serial queue, or on `PHPhotoLibrary.callbackQueue` if you
/// set it to a queue other than the main queue.
// Unchecked because the class is open. It has no stored properties.
open class PHImageManager: NSObject, @unchecked Sendable {
    private static let shared = PHImageManager()

    /// The manager that an app shares.
    @discardableResult
    open class func `default`() -> PHImageManager {
        shared
    }

    public override init() {}

    /// Requests an asset's image, or the poster of a video.
    ///
    /// The image is upright and in sRGB, regardless of its file. It never has more pixels than the image in the file.
    /// With ``PHImageRequestOptions/preferHDR``, it can have light that's brighter than white.
    ///
    /// If there is no image, the handler is called with `nil` and an error of `PHPhotosErrorDomain`:
    /// - 3303 if the asset was deleted, the app may not see it, or its bytes are missing
    /// - 3302 if the file can't be decoded
    /// - 3306 if there is no decoder for the format
    /// - 3310 or 3311 without access
    /// - 3164 if the original is remote and network access isn't allowed
    /// - 3169 if the download failed
    /// - -1 if the target size is neither positive nor zero
    ///
    /// - Parameters:
    ///   - targetSize: The size in pixels, or `PHImageManagerMaximumSize` for all pixels. For zero, the image has 256 pixels
    ///     on its long side, or all pixels of a smaller image, in each resize mode.
    ///   - options: The options. `nil` means the default options.
    ///   - resultHandler: Called with the image and information about the result, as often as the options' delivery
    ///     mode determines. A degraded image has at least 100 pixels on its long side, or all pixels of a smaller
    ///     image.
    /// - Returns: The identifier to cancel the request with.
    @discardableResult
    open func requestImage(
        for asset: PHAsset, targetSize: CGSize, contentMode: PHImageContentMode, options: PHImageRequestOptions?,
        resultHandler: @escaping (UIImage?, [AnyHashable: Any]?) -> Void
    ) -> PHImageRequestID {
        let session = PhotoLibrarySession.current
        let settings = ImageRequestSettings(options)
        let pending = PendingRequest<UIImage>(settings, on: session.callbackQueue) { resultHandler($0, $1.dictionary) }
        pending.startImage(of: asset, targetSize, contentMode, session)
        return pending.number
    }

    /// Requests the bytes of an asset's image as they were imported, with all their metadata.
    ///
    /// The orientation says how to rotate the pixels that a decoder returns. For HEIC and AVIF it is always `up`: the
    /// file stores the rotation as a property of the image, and decoders on Linux apply it. Apple's decoders don't,
    /// so Apple's framework reports the property's value, such as `right`. EXIF's orientation in such a file doesn't
    /// count.
    ///
    /// - Parameters:
    ///   - options: Uses the version, `isSynchronous`, and the options for the network. Ignores all others.
    ///   - resultHandler: Called once with the bytes, their type such as `public.jpeg`, their orientation, and
    ///     information about the result. In it, `PHImageFileURLKey` has a URL whose last component is the file's
    ///     name. For root, it's a copy, which later requests can remove. For an asset that isn't an image the error is
    ///     3306.
    /// - Returns: The identifier to cancel the request with.
    @discardableResult
    open func requestImageDataAndOrientation(
        for asset: PHAsset, options: PHImageRequestOptions?,
        resultHandler: @escaping (Data?, String?, CGImagePropertyOrientation, [AnyHashable: Any]?) -> Void
    ) -> PHImageRequestID {
        requestFile(for: asset, ImageRequestSettings(options)) { file, info in
            resultHandler(
                file?.data, info.uniformTypeIdentifier, file?.orientation ?? .up, info.dictionary)
        }
    }

    /// Requests the bytes of an asset's image like `requestImageDataAndOrientation`, with which Apple replaced this
    /// method.
    @discardableResult
    open func requestImageData(
        for asset: PHAsset, options: PHImageRequestOptions?,
        resultHandler: @escaping (Data?, String?, UIImage.Orientation, [AnyHashable: Any]?) -> Void
    ) -> PHImageRequestID {
        requestFile(for: asset, ImageRequestSettings(options)) { file, info in
            resultHandler(
                file?.data, info.uniformTypeIdentifier, UIImage.Orientation(file?.orientation ?? .up), info.dictionary)
        }
    }

    /// Requests an asset's Live Photo.
    ///
    /// The picture has exactly the requested size or less, as with the resize mode `exact`. The last Live Photo also has
    /// its video on this machine, even if its picture is degraded. An earlier one has a picture only.
    ///
    /// If there is no Live Photo, the handler is called with `nil` and an error as for `requestImage`. If the version
    /// of the asset isn't a Live Photo, the error is 3306.
    ///
    /// - Parameters:
    ///   - targetSize: The size in pixels, or `PHImageManagerMaximumSize` for all pixels. For zero, the picture has 256
    ///     pixels on its long side.
    ///   - options: The options. `nil` means the default options.
    ///   - resultHandler: Called with the Live Photo and information about the result, as often as the options'
    ///     delivery mode determines.
    /// - Returns: The identifier to cancel the request with.
    @discardableResult
    open func requestLivePhoto(
        for asset: PHAsset, targetSize: CGSize, contentMode: PHImageContentMode, options: PHLivePhotoRequestOptions?,
        resultHandler: @escaping (PHLivePhoto?, [AnyHashable: Any]?) -> Void
    ) -> PHImageRequestID {
        let session = PhotoLibrarySession.current
        let pending = PendingRequest<PHLivePhoto>(ImageRequestSettings(options), on: session.callbackQueue) {
            resultHandler($0, $1.dictionary)
        }
        pending.startLivePhoto(of: asset, targetSize, contentMode, session)
        return pending.number
    }

    /// Requests an object to play a video with.
    ///
    /// The requests for videos return the file in the library, or, for the current version of a slow-motion video, a
    /// composition with the slowed range. If there is no video, the handler is called with `nil` and an error as for
    /// `requestImage`. If the asset isn't a video, the error is 3306.
    ///
    /// If the video is remote and the options allow network access, the item comes at once. Its properties and frames
    /// bring the pieces of the file that they need, so the progress handler isn't called. The other requests download the
    /// whole file first.
    ///
    /// - Parameters:
    ///   - options: The options. `nil` means the default options.
    ///   - resultHandler: Called once.
    /// - Returns: The identifier to cancel the request with.
    @discardableResult
    open func requestPlayerItem(
        forVideo asset: PHAsset, options: PHVideoRequestOptions?,
        resultHandler: @escaping (AVPlayerItem?, [AnyHashable: Any]?) -> Void
    ) -> PHImageRequestID {
        requestVideo(asset, options, resultHandler, streams: true) { AVPlayerItem(asset: try $0.makeAsset()) }
    }

    /// Requests an object to export a video with, as for
    /// ``requestPlayerItem(forVideo:options:resultHandler:)``. An export of a slow-motion video has the slowed range
    /// in its frames, so that it plays slowed in every program.
    ///
    /// - Parameter exportPreset: A preset of `AVAssetExportSession`. If it's unknown, the error is 3306.
    @discardableResult
    open func requestExportSession(
        forVideo asset: PHAsset, options: PHVideoRequestOptions?, exportPreset: String,
        resultHandler: @escaping (AVAssetExportSession?, [AnyHashable: Any]?) -> Void
    ) -> PHImageRequestID {
        requestVideo(asset, options, resultHandler) { video in
            guard let session = AVAssetExportSession(asset: try video.makeAsset(), presetName: exportPreset) else {
                throw RequestFailure.unsupportedPreset(exportPreset, video.filename)
            }
            return session
        }
    }

    /// Requests a video as an asset of AVFoundation, as for
    /// ``requestPlayerItem(forVideo:options:resultHandler:)``.
    ///
    /// The asset is an `AVURLAsset`, whose URL ends with the name of the imported file. The file is readable until the
    /// process ends. Copying it makes an ordinary file. Don't change it: the library uses the same bytes.
    ///
    /// The current version of a slow-motion video is an `AVComposition` without a URL.
    ///
    /// - Parameter resultHandler: Called once with the asset. The audio mix is always `nil`.
    @discardableResult
    open func requestAVAsset(
        forVideo asset: PHAsset, options: PHVideoRequestOptions?,
        resultHandler: @escaping (AVAsset?, AVAudioMix?, [AnyHashable: Any]?) -> Void
    ) -> PHImageRequestID {
        requestVideo(asset, options, { resultHandler($0, nil, $1) }, make: { try $0.makeAsset() })
    }

    /// Cancels a request. Calls its handler once more, without an image, with `PHImageCancelledKey` and error 3072.
    ///
    /// Has no effect if the request has ended, is synchronous, or never existed.
    open func cancelImageRequest(_ requestID: PHImageRequestID) {
        PendingRequests.cancel(requestID)
    }

    private func requestVideo<Object>(
        _ asset: PHAsset, _ options: PHVideoRequestOptions?,
        _ handler: @escaping (Object?, [AnyHashable: Any]?) -> Void, streams: Bool = false,
        make: @escaping @Sendable (RequestedVideo) throws -> Object
    ) -> PHImageRequestID {
        let session = PhotoLibrarySession.current
        let pending = PendingRequest<VideoObject<Object>>(
            ImageRequestSettings(options), on: session.arbitraryCallbackQueue
        ) { handler($0?.value, $1.dictionary) }
        pending.startVideo(of: asset, session, streams: streams, make)
        return pending.number
    }

    private func requestFile(
        for asset: PHAsset, _ settings: ImageRequestSettings, handler: @escaping PendingRequest<ImageFile>.Handler
    ) -> PHImageRequestID {
        let session = PhotoLibrarySession.current
        let pending = PendingRequest(settings, on: session.callbackQueue, handler: handler)
        pending.startFile(of: asset, session)
        return pending.number
    }
}
