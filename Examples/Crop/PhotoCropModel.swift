import Photos
import UIKit

/// The model of a screen that crops a photo. Use it on the main thread.
class PhotoCropModel: NSObject {
    private(set) var asset: PHAsset
    private(set) var croppedPhoto: UIImage?

    init(asset: PHAsset) {
        self.asset = asset
    }

    /// Crops the middle square out of the photo. `completion` gets its side in pixels, or `nil` without a photo.
    func crop(completion: @escaping (Int?) -> Void) {
        let options = PHImageRequestOptions()
        options.deliveryMode = .highQualityFormat
        options.isNetworkAccessAllowed = true
        PHImageManager.default().requestImage(
            for: asset, targetSize: PHImageManagerMaximumSize, contentMode: .aspectFit, options: options
        ) { [weak self] photo, _ in
            guard let self = self, let image = photo?.cgImage else { return completion(nil) }
            let side = min(image.width, image.height)
            let square = CGRect(
                x: (image.width - side) / 2, y: (image.height - side) / 2, width: side, height: side)
            guard let cropped = image.cropping(to: square) else { return completion(nil) }
            self.croppedPhoto = UIImage(cgImage: cropped)
            completion(side)
        }
    }

    /// Replaces the photo in the library with the cropped one. The original stays in the library.
    func save(completion: @escaping (Bool, Error?) -> Void) {
        guard asset.canPerform(.content), let croppedPhotoJPEG = croppedPhoto?.jpegData(compressionQuality: 0.9)
        else { return completion(false, nil) }
        asset.requestContentEditingInput(with: nil) { contentEditingInput, info in
            do {
                guard let contentEditingInput = contentEditingInput else {
                    return completion(false, info[PHContentEditingInputErrorKey] as? Error)
                }
                let contentEditingOutput = PHContentEditingOutput(contentEditingInput: contentEditingInput)
                let formatIdentifier = Bundle.main.bundleIdentifier ?? ""
                contentEditingOutput.adjustmentData = PHAdjustmentData(
                    formatIdentifier: formatIdentifier, formatVersion: "0.1", data: Data("cropping".utf8))
                try croppedPhotoJPEG.write(to: contentEditingOutput.renderedContentURL, options: .atomicWrite)
                PHPhotoLibrary.shared().performChanges(
                    {
                        let request = PHAssetChangeRequest(for: self.asset)
                        request.contentEditingOutput = contentEditingOutput
                    },
                    completionHandler: { success, error in
                        DispatchQueue.main.async {
                            self.fetchAgain()
                            completion(success, error)
                        }
                    })
            } catch {
                completion(false, error)
            }
        }
    }

    /// An asset in hand doesn't change.
    private func fetchAgain() {
        let result = PHAsset.fetchAssets(withLocalIdentifiers: [asset.localIdentifier], options: nil)
        asset = result.firstObject ?? asset
    }
}
