import Photos
import UIKit

func usePHAssetChangeRequest(_ asset: PHAsset, _ image: UIImage, _ url: URL) {
    let request: PHAssetChangeRequest = PHAssetChangeRequest(for: asset)
    let _: PHChangeRequest = request
    let _: Date? = request.creationDate
    let _: CLLocation? = request.location
    let _: Bool = request.isFavorite
    let _: Bool = request.isHidden
    let _: PHAsset.Rating = request.rating
    let _: String? = request.caption
    let _: PHObjectPlaceholder? = request.placeholderForCreatedAsset
    let _: PHContentEditingOutput? = request.contentEditingOutput
    request.contentEditingOutput = PHContentEditingOutput(contentEditingInput: PHContentEditingInput())
    request.revertAssetContentToOriginal()
    request.revertAssetContent(to: .raw)
    request.revertAssetContent(to: PHAsset.OriginalResourceChoice.compressed)
    request.creationDate = Date()
    request.location = CLLocation(latitude: 52.5, longitude: 13.4)
    request.isFavorite = !asset.isFavorite
    request.isHidden.toggle()
    request.rating = .five
    request.caption = "On the pier"
    request.addKeyword("Lisbon")
    request.setLivePhotoVideoPlaybackEnabled(false)
    request.removeKeyword("Lisbon")

    let _: PHAssetChangeRequest = PHAssetChangeRequest.creationRequestForAsset(from: image)
    let _: PHAssetChangeRequest? = PHAssetChangeRequest.creationRequestForAssetFromImage(atFileURL: url)
    let _: PHAssetChangeRequest? = PHAssetChangeRequest.creationRequestForAssetFromVideo(atFileURL: url)
    PHAssetChangeRequest.creationRequestForAssetFromVideo(atFileURL: url)?.creationDate = nil

    PHAssetChangeRequest.deleteAssets([asset] as NSArray)
    PHAssetChangeRequest.deleteAssets([asset] as NSFastEnumeration)
    PHAssetChangeRequest.deleteAssets(NSArray(array: [asset]))
    PHAssetChangeRequest.deleteAssets([asset])
    PHAssetChangeRequest.deleteAssets(PHAsset.fetchAssets(with: nil))
    PHAssetChangeRequest.deleteAssets(Set([asset]) as NSSet)
}

/// A request of an app's own.
class TaggedChangeRequest: PHAssetChangeRequest {
    var tag = 0
    override class func newRequest() -> PHChangeRequest { TaggedChangeRequest() }
    override var isFavorite: Bool {
        get { super.isFavorite }
        set {
            tag += 1
            super.isFavorite = newValue
        }
    }
}

func useTaggedChangeRequest(_ image: UIImage) -> Int {
    let request: TaggedChangeRequest = TaggedChangeRequest.creationRequestForAsset(from: image)
    return request.tag
}

/// The helper that most apps have.
final class PhotoSaver {
    private var identifier: String?

    func save(_ image: UIImage, to album: PHAssetCollection?, completion: @escaping (String?, Error?) -> Void) {
        var placeholder: PHObjectPlaceholder?
        // swift-format-ignore: OnlyOneTrailingClosureArgument
        PHPhotoLibrary.shared().performChanges({
            let request = PHAssetChangeRequest.creationRequestForAsset(from: image)
            request.creationDate = Date()
            placeholder = request.placeholderForCreatedAsset
            guard let album = album, let created = placeholder,
                let albumRequest = PHAssetCollectionChangeRequest(for: album)
            else { return }
            albumRequest.addAssets([created] as NSArray)
        }) { [weak self] success, error in
            DispatchQueue.main.async {
                self?.identifier = success ? placeholder?.localIdentifier : nil
                completion(self?.identifier, error)
            }
        }
    }

    func saveVideo(at path: String, completionHandler: ((Bool, Error?) -> Void)?) {
        PHPhotoLibrary.shared().performChanges(
            {
                _ = PHAssetChangeRequest.creationRequestForAssetFromVideo(atFileURL: URL(fileURLWithPath: path))
            }, completionHandler: completionHandler)
    }
}
