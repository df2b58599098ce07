import Photos
import UIKit
import UniformTypeIdentifiers

func usePHContentEditingInput(_ input: PHContentEditingInput) {
    let _: PHAssetMediaType = input.mediaType
    let _: PHAssetMediaSubtype = input.mediaSubtypes
    let _: Date? = input.creationDate
    let _: CLLocation? = input.location
    let _: UTType? = input.contentType
    let _: String? = input.uniformTypeIdentifier
    let _: PHAsset.PlaybackStyle = input.playbackStyle
    let _: PHAdjustmentData? = input.adjustmentData
    let _: UIImage? = input.displaySizeImage
    let _: URL? = input.fullSizeImageURL
    let _: Int32 = input.fullSizeImageOrientation
    let _: AVAsset? = input.audiovisualAsset
    let _: PHLivePhoto? = input.livePhoto
    let _: NSObject = input
    let selector = NSSelectorFromString("fullSizeImageURL")
    if input.responds(to: selector) {
        let _: URL? = input.perform(selector)?.takeUnretainedValue() as? URL
    }
    let _: String? = input.value(forKey: "uniformTypeIdentifier") as? String
}

@available(*, deprecated)
func useOldPHContentEditingInput(_ input: PHContentEditingInput) {
    let _: AVAsset? = input.avAsset
}

class StandInInput: PHContentEditingInput {
    private let file: URL

    init(file: URL) {
        self.file = file
        super.init()
    }

    override var mediaType: PHAssetMediaType { .image }
    override var mediaSubtypes: PHAssetMediaSubtype { [] }
    override var creationDate: Date? { nil }
    override var location: CLLocation? { nil }
    override var contentType: UTType? { .jpeg }
    override var uniformTypeIdentifier: String? { "public.jpeg" }
    override var playbackStyle: PHAsset.PlaybackStyle { .image }
    override var adjustmentData: PHAdjustmentData? { StandInAdjustmentData() }
    override var displaySizeImage: UIImage? { UIImage(contentsOfFile: file.path) }
    override var fullSizeImageURL: URL? { file }
    override var fullSizeImageOrientation: Int32 { 6 }
    override var audiovisualAsset: AVAsset? { nil }
    override var livePhoto: PHLivePhoto? { nil }
}
