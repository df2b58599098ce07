import Photos
import UIKit

/// The model of a screen that makes a photo grey, and undoes that. Use it on the main thread.
class PhotoGreyModel: NSObject {
    /// The identifier of the photo.
    private let identifier: String
    /// The resulting image.
    private(set) var image: UIImage?
    /// Receives a line for each event.
    private let log: (String) -> Void

    init(identifier: String, log: @escaping (String) -> Void) {
        self.identifier = identifier
        self.log = log
    }

    var asset: PHAsset? {
        PHAsset.fetchAssets(withLocalIdentifiers: [identifier], options: nil).firstObject
    }

    /// Makes the photo grey: 1. fetches it, 2. requests its input, 3. creates the recipe, 4. writes the output, and
    /// 5. commits it.
    func makeGrey(completion: @escaping (Bool, Error?) -> Void) {
        guard let asset = asset, asset.canPerform(.content) else { return completion(false, nil) }
        let options = PHContentEditingInputRequestOptions()
        options.isNetworkAccessAllowed = true
        // Only called if the photo has an edit.
        options.canHandleAdjustmentData = { data in
            let isOwn = data.formatIdentifier == asset.localIdentifier && data.formatVersion == "1.0"
            self.log("recipe: \(String(decoding: data.data, as: UTF8.self)), \(isOwn ? "own" : "of another app")")
            return isOwn
        }
        asset.requestContentEditingInput(with: options) { input, info in
            guard let input = input, let url = input.fullSizeImageURL, let grey = self.grey(of: url) else {
                return completion(false, info[PHContentEditingInputErrorKey] as? Error)
            }
            self.log("input: \(url.lastPathComponent)")
            self.image = grey
            let output = PHContentEditingOutput(contentEditingInput: input)
            output.adjustmentData = PHAdjustmentData(
                formatIdentifier: asset.localIdentifier, formatVersion: "1.0", data: Data("grey".utf8))
            do {
                try UIImageJPEGRepresentation(grey, 1)?.write(to: output.renderedContentURL)
            } catch {
                return completion(false, error)
            }
            self.perform({ PHAssetChangeRequest(for: asset).contentEditingOutput = output }, completion)
        }
    }

    /// Restores the original.
    func revert(completion: @escaping (Bool, Error?) -> Void) {
        guard let asset = asset else { return completion(false, nil) }
        perform({ PHAssetChangeRequest(for: asset).revertAssetContentToOriginal() }, completion)
    }

    private func perform(_ block: @escaping () -> Void, _ completion: @escaping (Bool, Error?) -> Void) {
        PHPhotoLibrary.shared().performChanges(
            block,
            completionHandler: { success, error in
                DispatchQueue.main.async { completion(success, error) }
            })
    }

    /// Replaces each pixel's colours by their average.
    private func grey(of url: URL) -> UIImage? {
        guard let original = (try? Data(contentsOf: url)).flatMap(UIImage.init(data:)), let image = original.cgImage,
            let data = image.dataProvider?.data, let space = image.colorSpace,
            let copy = CFDataCreateMutableCopy(kCFAllocatorDefault, 0, data),
            let bytes = CFDataGetMutableBytePtr(copy)
        else { return nil }
        // A pixel has four bytes.
        for index in stride(from: 0, to: CFDataGetLength(copy), by: 4) {
            let sum = Int(bytes[index]) + Int(bytes[index + 1]) + Int(bytes[index + 2])
            let average = UInt8(sum / 3)
            bytes[index] = average
            bytes[index + 1] = average
            bytes[index + 2] = average
        }
        let context = CGContext(
            data: bytes, width: image.width, height: image.height, bitsPerComponent: image.bitsPerComponent,
            bytesPerRow: image.bytesPerRow, space: space, bitmapInfo: image.bitmapInfo.rawValue)
        // The context uses the bytes of the copy.
        return withExtendedLifetime(copy) { context?.makeImage() }.map { UIImage(cgImage: $0) }
    }
}
