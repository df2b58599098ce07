import Photos
import UIKit

/// The model of a page that shows photos whose originals may be in the cloud. Use it on the main thread.
class PhotoCloudModel: NSObject {
    /// The end of a request.
    struct Outcome {
        var image: UIImage?
        var isInCloud = false
        var isCancelled = false
        var errorCode: Int?
        /// The fractions that the progress handler received.
        var progress: [Double] = []
    }

    /// All photos, oldest first.
    private(set) var photos: [PHAsset] = []
    private var imageManager: PHCachingImageManager?

    /// Fetches the photos if the user allows access.
    func load(_ completion: @escaping (Bool) -> Void) {
        PHPhotoLibrary.requestAuthorization { [weak self] status in
            // The handler is called on another thread.
            DispatchQueue.main.async {
                guard let self = self, status == .authorized else { return completion(false) }
                self.imageManager = PHCachingImageManager()
                let options = PHFetchOptions()
                options.sortDescriptors = [NSSortDescriptor(key: "creationDate", ascending: true)]
                PHAsset.fetchAssets(with: .image, options: options).enumerateObjects { asset, _, _ in
                    self.photos.append(asset)
                }
                completion(true)
            }
        }
    }

    /// Requests a photo at full size.
    ///
    /// - Parameter progress: Called during a download, on the main queue. The download ends if it sets its argument.
    @discardableResult
    func fetchPhoto(
        _ asset: PHAsset, isNetworkAccessAllowed: Bool, progress: @escaping (Double, inout Bool) -> Void = { _, _ in },
        completion: @escaping (Outcome) -> Void
    ) -> PHImageRequestID {
        var outcome = Outcome()
        let requestOptions = PHImageRequestOptions()
        requestOptions.deliveryMode = .highQualityFormat
        requestOptions.isNetworkAccessAllowed = isNetworkAccessAllowed
        requestOptions.progressHandler = { fraction, _, stop, _ in
            // The handler is called on another thread, which has to know whether to stop when it returns.
            DispatchQueue.main.sync {
                outcome.progress.append(fraction)
                var stops = false
                progress(fraction, &stops)
                if stops { stop.pointee = true }
            }
        }
        return imageManager?.requestImage(
            for: asset, targetSize: PHImageManagerMaximumSize, contentMode: .aspectFit, options: requestOptions,
            resultHandler: { photo, info in
                DispatchQueue.main.async {
                    outcome.image = photo
                    outcome.isInCloud = info?[PHImageResultIsInCloudKey] as? Bool ?? false
                    outcome.isCancelled = info?[PHImageCancelledKey] as? Bool ?? false
                    outcome.errorCode = (info?[PHImageErrorKey] as? NSError)?.code
                    completion(outcome)
                }
            }) ?? PHInvalidImageRequestID
    }

    func cancel(_ request: PHImageRequestID) {
        imageManager?.cancelImageRequest(request)
    }
}
