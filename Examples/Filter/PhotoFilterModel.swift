import Photos
import UIKit

/// The model of a screen that shows a photo, a video or a Live Photo, applies filters to it, marks it as a favorite and
/// reverts it. Use it on the main thread.
class PhotoFilterModel: NSObject {
    private let formatIdentifier = "org.albumen.examples.filter"
    private let formatVersion = "1.0"
    private let context = CIContext()
    private(set) var asset: PHAsset
    private var hasChanged = false
    private var afterChange: (() -> Void)?

    init(asset: PHAsset) {
        self.asset = asset
    }

    /// The filter of the photo's edit. `completion` gets `nil` if the edit isn't this app's.
    func readFilter(completion: @escaping (String?) -> Void) {
        asset.requestContentEditingInput(with: options) { input, _ in
            completion(input?.adjustmentData.map { String(decoding: $0.data, as: UTF8.self) })
        }
    }

    /// Applies a filter to the original, also if the photo already has a filter.
    func applyFilter(_ filterName: String, completion: @escaping (Bool, Error?) -> Void) {
        asset.requestContentEditingInput(with: options) { input, info in
            guard let input = input else { return completion(false, info[PHContentEditingInputErrorKey] as? Error) }
            let output = PHContentEditingOutput(contentEditingInput: input)
            output.adjustmentData = PHAdjustmentData(
                formatIdentifier: self.formatIdentifier, formatVersion: self.formatVersion,
                data: Data(filterName.utf8))
            self.render(filterName, input, output) { success, error in
                guard success else { return completion(false, error) }
                self.perform({ PHAssetChangeRequest(for: $0).contentEditingOutput = output }, completion)
            }
        }
    }

    func toggleFavorite(completion: @escaping (Bool, Error?) -> Void) {
        perform({ PHAssetChangeRequest(for: $0).isFavorite = !$0.isFavorite }, completion)
    }

    func revert(completion: @escaping (Bool, Error?) -> Void) {
        perform({ PHAssetChangeRequest(for: $0).revertAssetContentToOriginal() }, completion)
    }

    private var options: PHContentEditingInputRequestOptions {
        let options = PHContentEditingInputRequestOptions()
        options.canHandleAdjustmentData = { adjustmentData in
            adjustmentData.formatIdentifier == self.formatIdentifier
                && adjustmentData.formatVersion == self.formatVersion
        }
        return options
    }

    /// Writes the filtered photo, video or Live Photo into the output.
    private func render(
        _ filterName: String, _ input: PHContentEditingInput, _ output: PHContentEditingOutput,
        _ completion: @escaping (Bool, Error?) -> Void
    ) {
        if input.mediaSubtypes.contains(.photoLive) {
            renderLivePhoto(filterName, input, output, completion)
        } else if input.mediaType == .video {
            renderVideo(filterName, input, output, completion)
        } else {
            do {
                try renderPhoto(filterName, input, output)
                completion(true, nil)
            } catch {
                completion(false, error)
            }
        }
    }

    private func renderPhoto(
        _ filterName: String, _ input: PHContentEditingInput, _ output: PHContentEditingOutput
    ) throws {
        guard let url = input.fullSizeImageURL, let image = CIImage(contentsOf: url),
            let space = image.colorSpace ?? CGColorSpace(name: CGColorSpace.sRGB)
        else { throw CocoaError(.fileReadUnknown) }
        let upright = image.oriented(forExifOrientation: input.fullSizeImageOrientation)
        let filtered = upright.applyingFilter(filterName, parameters: [:])
        try context.writeJPEGRepresentation(
            of: filtered, to: output.renderedContentURL, colorSpace: space, options: [:])
    }

    private func renderVideo(
        _ filterName: String, _ input: PHContentEditingInput, _ output: PHContentEditingOutput,
        _ completion: @escaping (Bool, Error?) -> Void
    ) {
        guard let video = input.audiovisualAsset,
            let session = AVAssetExportSession(asset: video, presetName: AVAssetExportPresetHighestQuality)
        else { return completion(false, CocoaError(.fileReadUnknown)) }
        session.videoComposition = AVVideoComposition(
            asset: video,
            applyingCIFiltersWithHandler: { request in
                let filtered = request.sourceImage.applyingFilter(filterName, parameters: [:])
                request.finish(with: filtered, context: nil)
            })
        session.outputFileType = .mov
        session.outputURL = output.renderedContentURL
        session.exportAsynchronously {
            DispatchQueue.main.async { completion(session.status == .completed, session.error) }
        }
    }

    private func renderLivePhoto(
        _ filterName: String, _ input: PHContentEditingInput, _ output: PHContentEditingOutput,
        _ completion: @escaping (Bool, Error?) -> Void
    ) {
        guard let context = PHLivePhotoEditingContext(livePhotoEditingInput: input) else {
            return completion(false, CocoaError(.fileReadUnknown))
        }
        context.frameProcessor = { frame, _ in
            frame.image.applyingFilter(filterName, parameters: [:])
        }
        context.saveLivePhoto(to: output, options: nil, completionHandler: completion)
    }

    /// Calls the completion handler after the observer has received the change, so that `asset` is up to date.
    private func perform(
        _ block: @escaping (PHAsset) -> Void, _ completion: @escaping (Bool, Error?) -> Void
    ) {
        let asset = self.asset
        PHPhotoLibrary.shared().performChanges(
            { block(asset) },
            completionHandler: { success, error in
                DispatchQueue.main.async {
                    guard success, !self.hasChanged else {
                        self.hasChanged = false
                        return completion(success, error)
                    }
                    self.afterChange = { completion(success, error) }
                }
            })
    }
}

extension PhotoFilterModel: PHPhotoLibraryChangeObserver {
    func photoLibraryDidChange(_ changeInstance: PHChange) {
        DispatchQueue.main.async {
            guard let details = changeInstance.changeDetails(for: self.asset),
                let changed = details.objectAfterChanges
            else { return }
            self.asset = changed
            print("  changed:", details.assetContentChanged ? "content" : "properties")
            guard let afterChange = self.afterChange else {
                self.hasChanged = true
                return
            }
            self.afterChange = nil
            afterChange()
        }
    }
}
