import Photos
import UIKit

extension PHAssetChangeRequest {
    /// Makes the photo one of the user's favourites, taken here and now.
    func stamp(_ location: CLLocation?) {
        creationDate = Date()
        self.location = location
        isFavorite = true
    }
}

/// Saves what the camera took.
final class PhotoSaver {
    enum Failure: Error {
        case notSaved
    }

    func save(_ image: UIImage, to album: PHAssetCollection?, _ completion: @escaping (String?, Error?) -> Void) {
        var placeholder: PHObjectPlaceholder?
        PHPhotoLibrary.shared().performChanges(
            {
                let request = PHAssetChangeRequest.creationRequestForAsset(from: image)
                request.stamp(nil)
                placeholder = request.placeholderForCreatedAsset
                guard let album = album, let photo = placeholder else { return }
                PHAssetCollectionChangeRequest(for: album)?.addAssets([photo] as NSFastEnumeration)
            },
            completionHandler: { success, error in
                completion(success ? placeholder?.localIdentifier : nil, error)
            })
    }

    func saveFile(at url: URL, isVideo: Bool) async throws {
        try await PHPhotoLibrary.shared().performChanges {
            if isVideo {
                PHAssetChangeRequest.creationRequestForAssetFromVideo(atFileURL: url)
            } else {
                PHAssetChangeRequest.creationRequestForAssetFromImage(atFileURL: url)
            }
        }
    }

    /// The photo and the video of a Live Photo, moved into the library.
    func saveLivePhoto(photo: Data, video: URL, takenAt date: Date, near location: CLLocation?) throws -> String {
        var identifier: String?
        try PHPhotoLibrary.shared().performChangesAndWait {
            let request: PHAssetCreationRequest = PHAssetCreationRequest.forAsset()
            let photoOptions = PHAssetResourceCreationOptions()
            photoOptions.originalFilename = "IMG_0001.HEIC"
            photoOptions.uniformTypeIdentifier = "public.heic"
            request.addResource(with: .photo, data: photo, options: photoOptions)
            let videoOptions = PHAssetResourceCreationOptions()
            videoOptions.shouldMoveFile = true
            request.addResource(with: .pairedVideo, fileURL: video, options: videoOptions)
            request.creationDate = date
            request.location = location
            identifier = request.placeholderForCreatedAsset?.localIdentifier
        }
        guard let identifier = identifier else { throw Failure.notSaved }
        return identifier
    }

    /// What was made keeps the type of the request, however it is made.
    func request(for image: UIImage?, at url: URL) -> PHAssetCreationRequest? {
        if let image = image { return PHAssetCreationRequest.creationRequestForAsset(from: image) }
        let request: PHAssetCreationRequest?
        if url.pathExtension == "mov" {
            request = PHAssetCreationRequest.creationRequestForAssetFromVideo(atFileURL: url)
        } else {
            request = PHAssetCreationRequest.creationRequestForAssetFromImage(atFileURL: url)
        }
        request?.creationDate = Date()
        return request
    }
}
