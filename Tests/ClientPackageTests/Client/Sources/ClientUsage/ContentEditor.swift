import Photos
import UIKit

/// Edits a photo or a video, and reads inputs for their file.
final class ContentEditor {
    private let formatIdentifier = "com.example.photoeditor"
    private let formatVersion = "1.0"
    private var request: PHContentEditingInputRequestID = 0

    private var options: PHContentEditingInputRequestOptions {
        let options: PHContentEditingInputRequestOptions = PHContentEditingInputRequestOptions()
        options.isNetworkAccessAllowed = true
        options.canHandleAdjustmentData = { (data: PHAdjustmentData) -> Bool in
            data.formatIdentifier == self.formatIdentifier && data.formatVersion == self.formatVersion
        }
        options.progressHandler = { progress, stop in
            if progress < 0 { stop.pointee = true }
        }
        return options
    }

    /// The file of an asset. What most apps want of an input.
    func file(of asset: PHAsset, _ completion: @escaping (URL?) -> Void) {
        request = asset.requestContentEditingInput(with: options) { (input: PHContentEditingInput?, info) in
            if info[PHContentEditingInputCancelledKey] as? Bool == true { return completion(nil) }
            if let video = input?.audiovisualAsset as? AVURLAsset { return completion(video.url) }
            completion(input?.fullSizeImageURL)
        }
    }

    func cancel(_ asset: PHAsset) {
        asset.cancelContentEditingInputRequest(request)
    }

    /// Turns a photo upright, and keeps what was done to it.
    func edit(
        _ asset: PHAsset, _ render: @escaping (UIImage) -> UIImage, _ completion: @escaping (Bool, Error?) -> Void
    ) {
        asset.requestContentEditingInput(with: options) { input, info in
            guard let input = input, let url = input.fullSizeImageURL,
                let image = UIImage(contentsOfFile: url.path)
            else { return completion(false, info[PHContentEditingInputErrorKey] as? Error) }
            let orientation = CGImagePropertyOrientation(rawValue: UInt32(input.fullSizeImageOrientation)) ?? .up
            let output: PHContentEditingOutput = PHContentEditingOutput(contentEditingInput: input)
            output.adjustmentData = PHAdjustmentData(
                formatIdentifier: self.formatIdentifier, formatVersion: self.formatVersion,
                data: Data("\(orientation.rawValue)".utf8))
            do {
                try render(image).jpegData(compressionQuality: 1)?.write(to: output.renderedContentURL)
            } catch {
                return completion(false, error)
            }
            PHPhotoLibrary.shared().performChanges(
                {
                    let request = PHAssetChangeRequest(for: asset)
                    request.contentEditingOutput = output
                }, completionHandler: completion)
        }
    }

    /// Applies a filter to the photo and the video of a Live Photo.
    func filterLivePhoto(
        _ asset: PHAsset, _ filterName: String, _ completion: @escaping (Bool, Error?) -> Void
    ) {
        asset.requestContentEditingInput(with: options) { input, info in
            guard let input = input, let context = PHLivePhotoEditingContext(livePhotoEditingInput: input) else {
                return completion(false, info[PHContentEditingInputErrorKey] as? Error)
            }
            context.frameProcessor = { frame, _ in
                frame.image.applyingFilter(filterName, parameters: [:])
            }
            let output = PHContentEditingOutput(contentEditingInput: input)
            output.adjustmentData = PHAdjustmentData(
                formatIdentifier: self.formatIdentifier, formatVersion: self.formatVersion,
                data: Data(filterName.utf8))
            context.saveLivePhoto(to: output, options: nil) { success, error in
                guard success else { return completion(false, error) }
                PHPhotoLibrary.shared().performChanges(
                    { PHAssetChangeRequest(for: asset).contentEditingOutput = output }, completionHandler: completion)
            }
        }
    }

    /// Applies a filter to all frames of a video.
    func filterVideo(
        _ video: AVAsset, _ filterName: String, to output: PHContentEditingOutput,
        _ completion: @escaping (Error?) -> Void
    ) {
        let composition = AVMutableVideoComposition(asset: video) { request in
            let filter = CIFilter(name: filterName)
            filter?.setValue(request.sourceImage.clampedToExtent(), forKey: kCIInputImageKey)
            guard let image = filter?.outputImage else { return request.finish(with: CocoaError(.featureUnsupported)) }
            request.finish(with: image.cropped(to: request.sourceImage.extent), context: nil)
        }
        guard let session = AVAssetExportSession(asset: video, presetName: AVAssetExportPresetHighestQuality) else {
            return completion(CocoaError(.featureUnsupported))
        }
        session.videoComposition = composition
        session.outputURL = output.renderedContentURL
        session.outputFileType = .mov
        session.exportAsynchronously { completion(session.error) }
    }

    func revert(_ asset: PHAsset, _ completion: @escaping (Bool, Error?) -> Void) {
        PHPhotoLibrary.shared().performChanges(
            { PHAssetChangeRequest(for: asset).revertAssetContentToOriginal() }, completionHandler: completion)
    }
}
