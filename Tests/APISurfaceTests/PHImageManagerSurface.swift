import Photos
import UIKit

func usePHImageManager(
    _ asset: PHAsset, _ options: PHImageRequestOptions?, _ handler: @escaping (UIImage?, [AnyHashable: Any]?) -> Void
) {
    let manager: PHImageManager = PHImageManager.default()
    let _: PHImageManager = PHImageManager()
    let _: NSObject = manager
    requireSendable(manager)

    let _: PHImageRequestID = manager.requestImage(
        for: asset, targetSize: CGSize(width: 200, height: 200), contentMode: .aspectFill, options: options,
        resultHandler: handler)
    // The number is often not kept.
    manager.requestImage(
        for: asset, targetSize: PHImageManagerMaximumSize, contentMode: .default, options: nil, resultHandler: handler)
    manager.requestImage(for: asset, targetSize: .zero, contentMode: PHImageContentMode.aspectFit, options: nil) {
        image, _ in
        let _: UIImage? = image
    }
    manager.requestImage(for: asset, targetSize: .zero, contentMode: .aspectFill, options: nil) { (image, nfo) in
        print(image ?? "", nfo ?? [:])
    }

    let _: PHImageRequestID = manager.requestImageData(for: asset, options: options) { data, type, orientation, info in
        let _: Data? = data
        let _: String? = type
        let _: UIImage.Orientation = orientation
        let _: [AnyHashable: Any]? = info
    }
    manager.requestImageData(
        for: asset, options: nil,
        resultHandler: { _, _, _, info in
            print((info!["PHImageFileURLKey"] as! NSURL).lastPathComponent ?? "")
            print((info?["PHImageFileURLKey"] as? URL)?.lastPathComponent ?? "")
            print(info?["PHImageFileUTIKey"] as? String ?? "")
        })

    let number: PHImageRequestID = manager.requestImageDataAndOrientation(for: asset, options: options) {
        data, type, orientation, _ in
        let _: Data? = data
        let _: String? = type
        let _: CGImagePropertyOrientation = orientation
    }
    if number != PHInvalidImageRequestID { manager.cancelImageRequest(number) }
}

func useVideosOfPHImageManager(_ asset: PHAsset, _ manager: PHImageManager, _ options: PHVideoRequestOptions?) {
    let _: PHImageRequestID = manager.requestPlayerItem(forVideo: asset, options: options) { item, info in
        let _: AVPlayerItem? = item
        let _: [AnyHashable: Any]? = info
    }
    let _: PHImageRequestID = manager.requestExportSession(
        forVideo: asset, options: nil, exportPreset: AVAssetExportPresetMediumQuality
    ) { session, info in
        let _: AVAssetExportSession? = session
        let _: [AnyHashable: Any]? = info
    }
    manager.requestExportSession(
        forVideo: asset, options: options, exportPreset: AVAssetExportPreset1280x720, resultHandler: { _, _ in })
    let _: PHImageRequestID = manager.requestAVAsset(forVideo: asset, options: options) { asset, mix, info in
        let _: AVAsset? = asset
        let _: AVAudioMix? = mix
        let _: [AnyHashable: Any]? = info
        guard let file = asset as? AVURLAsset else { return print(asset is AVComposition) }
        let _: URL = file.url
    }
    manager.requestAVAsset(forVideo: asset, options: nil, resultHandler: { (asset, _, _) in print(asset ?? "") })
    let _: PHImageRequestID = manager.requestLivePhoto(
        for: asset, targetSize: CGSize(width: 100, height: 100), contentMode: .aspectFill,
        options: PHLivePhotoRequestOptions()
    ) { livePhoto, info in
        let _: PHLivePhoto? = livePhoto
        let _: [AnyHashable: Any]? = info
    }
}

/// What apps ask of the dictionary beside an image.
func isFinal(_ info: [AnyHashable: Any]?) -> Bool {
    let _: Bool? = (info?[PHImageResultIsInCloudKey] as? NSNumber)?.boolValue
    let _: PHImageRequestID? = info?[PHImageResultRequestIDKey] as? PHImageRequestID
    let _: Int32? = (info?[PHImageResultRequestIDKey] as? NSNumber)?.int32Value
    let _: Error? = info?[PHImageErrorKey] as? Error
    let isCancelled = info?[PHImageCancelledKey] as? Bool ?? false
    let hasFailed = info?[PHImageErrorKey] as? NSError != nil
    return !isCancelled && !hasFailed && !(info?[PHImageResultIsDegradedKey] as? Bool ?? false)
}

/// A grid's cell: asks again when it is used again.
final class ThumbnailCell {
    private var request: PHImageRequestID = PHInvalidImageRequestID
    private var identifier: String?
    private(set) var image: UIImage?

    func show(_ asset: PHAsset, size: CGSize, manager: PHImageManager = .default()) {
        identifier = asset.localIdentifier
        manager.cancelImageRequest(request)
        request = manager.requestImage(for: asset, targetSize: size, contentMode: .aspectFill, options: nil) {
            [weak self] image, _ in
            guard let self = self, self.identifier == asset.localIdentifier else { return }
            self.image = image
        }
    }
}

func imageThroughAContinuation(_ asset: PHAsset) async -> UIImage? {
    await withCheckedContinuation { continuation in
        let options = PHImageRequestOptions()
        options.deliveryMode = .highQualityFormat
        PHImageManager.default().requestImage(
            for: asset, targetSize: CGSize(width: 100, height: 100), contentMode: .aspectFit, options: options
        ) { image, _ in
            continuation.resume(returning: image)
        }
    }
}

/// What is only here.
func imagesAsValues(_ asset: PHAsset, _ options: PHImageRequestOptions) async throws -> UIImage {
    PHImageRequestOptions.defaultResizeMode = .none
    let size = CGSize(width: 200, height: 200)
    let updates: AsyncThrowingStream<PHImageUpdate, Error> = PHImageManager.default().images(
        for: asset, targetSize: size, contentMode: .aspectFill, options: options)
    for try await update in updates {
        let _: UIImage = update.image
        let _: Bool = update.isDegraded || update.isInCloud
    }
    let original: PHOriginalImage = try await PHImageManager.default().original(for: asset)
    let _: Data = original.data
    let _: String = original.filename + original.uniformTypeIdentifier
    let _: CGImagePropertyOrientation = original.orientation
    return try await PHImageManager.default().image(for: asset, targetSize: size)
}

func videosAsValues(_ asset: PHAsset, _ file: URL) async throws {
    let _: AVAsset = try await PHImageManager.default().avAsset(forVideo: asset)
    let _: PHLivePhoto = try await PHImageManager.default().livePhoto(for: asset, targetSize: .zero)
    try await PHImageManager.default().writeVideo(for: asset, toFile: file, as: .mp4)
}

/// An image manager of a test's own.
class StandInImageManager: PHImageManager, @unchecked Sendable {
    override class func `default`() -> PHImageManager { StandInImageManager() }

    override func requestImage(
        for asset: PHAsset, targetSize: CGSize, contentMode: PHImageContentMode, options: PHImageRequestOptions?,
        resultHandler: @escaping (UIImage?, [AnyHashable: Any]?) -> Void
    ) -> PHImageRequestID {
        resultHandler(nil, nil)
        return PHInvalidImageRequestID
    }

    override func requestImageDataAndOrientation(
        for asset: PHAsset, options: PHImageRequestOptions?,
        resultHandler: @escaping (Data?, String?, CGImagePropertyOrientation, [AnyHashable: Any]?) -> Void
    ) -> PHImageRequestID {
        resultHandler(nil, nil, .up, nil)
        return PHInvalidImageRequestID
    }

    override func requestAVAsset(
        forVideo asset: PHAsset, options: PHVideoRequestOptions?,
        resultHandler: @escaping (AVAsset?, AVAudioMix?, [AnyHashable: Any]?) -> Void
    ) -> PHImageRequestID {
        resultHandler(AVAsset(), nil, nil)
        return PHInvalidImageRequestID
    }

    override func requestPlayerItem(
        forVideo asset: PHAsset, options: PHVideoRequestOptions?,
        resultHandler: @escaping (AVPlayerItem?, [AnyHashable: Any]?) -> Void
    ) -> PHImageRequestID {
        resultHandler(nil, nil)
        return PHInvalidImageRequestID
    }

    override func requestExportSession(
        forVideo asset: PHAsset, options: PHVideoRequestOptions?, exportPreset: String,
        resultHandler: @escaping (AVAssetExportSession?, [AnyHashable: Any]?) -> Void
    ) -> PHImageRequestID {
        resultHandler(nil, nil)
        return PHInvalidImageRequestID
    }

    override func requestLivePhoto(
        for asset: PHAsset, targetSize: CGSize, contentMode: PHImageContentMode, options: PHLivePhotoRequestOptions?,
        resultHandler: @escaping (PHLivePhoto?, [AnyHashable: Any]?) -> Void
    ) -> PHImageRequestID {
        resultHandler(PHLivePhoto(), nil)
        return PHInvalidImageRequestID
    }

    override func cancelImageRequest(_ requestID: PHImageRequestID) {}
}
