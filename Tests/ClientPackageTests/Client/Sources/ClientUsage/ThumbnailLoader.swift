import Photos
import UIKit

extension PHImageManager {
    /// One image, the best there is. What many apps add.
    func requestImage(
        for asset: PHAsset, targetSize: CGSize, contentMode: PHImageContentMode, options: PHImageRequestOptions?
    ) async -> UIImage? {
        let options = options?.copy() as? PHImageRequestOptions ?? PHImageRequestOptions()
        options.deliveryMode = PHImageRequestOptionsDeliveryMode.highQualityFormat
        return await withCheckedContinuation { continuation in
            _ = requestImage(for: asset, targetSize: targetSize, contentMode: contentMode, options: options) {
                image, _ in
                continuation.resume(returning: image)
            }
        }
    }

    func requestImageDataAndOrientation(for asset: PHAsset, options: PHImageRequestOptions?) async -> Data? {
        await withCheckedContinuation { continuation in
            _ = requestImageDataAndOrientation(for: asset, options: options) { data, _, _, _ in
                continuation.resume(returning: data)
            }
        }
    }
}

/// Fills the cells of a grid, one request a cell.
final class ThumbnailLoader {
    private let manager: PHImageManager
    private var requests: [Int: PHImageRequestID] = [:]

    init(manager: PHImageManager = PHImageManager.default()) {
        self.manager = manager
    }

    func fill(_ cell: Int, with asset: PHAsset, size: CGSize, _ show: @escaping (UIImage, Bool) -> Void) {
        cancel(cell)
        let options = PHImageRequestOptions()
        options.deliveryMode = .opportunistic
        options.resizeMode = .fast
        options.isNetworkAccessAllowed = true
        let follow: PHAssetImageProgressHandler = { progress, error, stop, _ in
            if error != nil || progress < 0 { stop.pointee = true }
        }
        options.progressHandler = follow
        requests[cell] = manager.requestImage(
            for: asset, targetSize: size, contentMode: .aspectFill, options: options
        ) { image, info in
            if let isCancelled = info?[PHImageCancelledKey] as? NSNumber, isCancelled.boolValue { return }
            if let error = info?[PHImageErrorKey] as? NSError { return print(error.localizedDescription) }
            let isDegraded = info?[PHImageResultIsDegradedKey] as? Bool ?? false
            if info?[PHImageResultIsInCloudKey] as? Bool == true { print("in the cloud") }
            if let image = image { show(image, isDegraded) }
        }
    }

    func cancel(_ cell: Int) {
        let request = requests.removeValue(forKey: cell) ?? PHInvalidImageRequestID
        if request != PHInvalidImageRequestID { manager.cancelImageRequest(request) }
    }

    /// The face of a person, cut out.
    func portrait(of asset: PHAsset, face: CGRect, _ completion: @escaping (UIImage?) -> Void) {
        let options = PHImageRequestOptions()
        options.normalizedCropRect = face
        options.resizeMode = PHImageRequestOptionsResizeMode.exact
        options.deliveryMode = .fastFormat
        let side = CGSize(width: 200, height: 200)
        PHImageManager.default().requestImage(
            for: asset, targetSize: side, contentMode: .default, options: options
        ) { image, _ in completion(image) }
    }
}

/// What a share sheet needs: whole pictures and their bytes.
final class PictureExport {
    func picture(_ asset: PHAsset) -> UIImage? {
        let options = PHImageRequestOptions()
        options.isSynchronous = true
        options.version = .current
        options.resizeMode = .none
        var picture: UIImage?
        PHImageManager().requestImage(
            for: asset, targetSize: PHImageManagerMaximumSize, contentMode: .aspectFit, options: options
        ) { image, _ in picture = image }
        return picture
    }

    /// The bytes as they were taken, with the name that the undocumented keys tell.
    func original(_ asset: PHAsset, _ completion: @escaping (Data?, String?, Bool) -> Void) {
        let options = PHImageRequestOptions()
        options.version = PHImageRequestOptionsVersion.original
        PHImageManager.default().requestImageDataAndOrientation(for: asset, options: options) {
            data, type, orientation, info in
            let url = info?["PHImageFileURLKey"] as? URL
            let name = url?.lastPathComponent ?? info?["PHImageFileUTIKey"] as? String ?? type
            let hasToken = info?["PHImageFileSandboxExtensionTokenKey"] != nil
            completion(data, name, orientation == .up && !hasToken)
        }
    }

    func bytes(_ asset: PHAsset, _ completion: @escaping (Data?) -> Void) {
        PHImageManager.default().requestImageData(for: asset, options: nil) { data, _, orientation, info in
            // Synchronous or not, the key is always there.
            guard info?[PHImageResultIsDegradedKey] != nil, orientation != .down else { return completion(nil) }
            completion(data)
        }
    }

    func all(_ assets: [PHAsset]) async -> [UIImage] {
        var images: [UIImage] = []
        let size = CGSize(width: 1_000, height: 1_000)
        for asset in assets {
            let image = await PHImageManager.default()
                .requestImage(for: asset, targetSize: size, contentMode: .aspectFit, options: nil)
            let data = await PHImageManager.default().requestImageDataAndOrientation(for: asset, options: nil)
            if let image = image, data != nil { images.append(image) }
        }
        return images
    }
}
