import Photos
import UIKit

func usePHAssetCreationRequest(_ data: Data, _ url: URL, _ image: UIImage) {
    let request: PHAssetCreationRequest = PHAssetCreationRequest.forAsset()
    let _: PHAssetChangeRequest = request
    request.addResource(with: .photo, data: data, options: nil)
    request.addResource(with: .pairedVideo, fileURL: url, options: usePHAssetResourceCreationOptions())
    request.addResource(with: PHAssetResourceType.alternatePhoto, fileURL: url, options: nil)
    request.location = nil
    let _: PHAsset.OriginalResourceChoice = request.originalResourceChoice
    request.originalResourceChoice = .raw
    let _: String? = request.placeholderForCreatedAsset?.localIdentifier
    let _: PHAssetCreationRequest = PHAssetCreationRequest.creationRequestForAsset(from: image)
    let _: PHAssetCreationRequest? = PHAssetCreationRequest.creationRequestForAssetFromImage(atFileURL: url)
    let _: Bool = PHAssetCreationRequest.supportsAssetResourceTypes([
        NSNumber(value: PHAssetResourceType.photo.rawValue), NSNumber(value: PHAssetResourceType.pairedVideo.rawValue),
    ])
}

/// A Live Photo, as apps save it.
func saveLivePhoto(photo: URL, video: URL) async throws {
    try await PHPhotoLibrary.shared().performChanges {
        let request = PHAssetCreationRequest.forAsset()
        let options = PHAssetResourceCreationOptions()
        options.shouldMoveFile = true
        request.addResource(with: .photo, fileURL: photo, options: options)
        request.addResource(with: .pairedVideo, fileURL: video, options: options)
    }
}
