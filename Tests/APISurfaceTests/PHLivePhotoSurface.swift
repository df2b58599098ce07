import Photos
import UIKit

func usePHLivePhoto(_ files: [URL], _ placeholder: UIImage?, _ coder: NSCoder) -> PHLivePhotoRequestID {
    let number: PHLivePhotoRequestID = PHLivePhoto.request(
        withResourceFileURLs: files, placeholderImage: placeholder, targetSize: CGSize.zero, contentMode: .aspectFit
    ) { livePhoto, info in
        let _: PHLivePhoto? = livePhoto
        let _: [AnyHashable: Any] = info
        let _: CGSize? = livePhoto?.size
        let _: NSError? = info[PHLivePhotoInfoErrorKey] as? NSError
        let _: Bool? = info[PHLivePhotoInfoIsDegradedKey] as? Bool
        let _: NSNumber? = info[PHLivePhotoInfoCancelledKey] as? NSNumber
    }
    PHLivePhoto.request(
        withResourceFileURLs: files, placeholderImage: nil, targetSize: .zero, contentMode: .aspectFill,
        resultHandler: { (livePhoto: PHLivePhoto?, _) in print(livePhoto ?? "") })
    if number != PHLivePhotoRequestIDInvalid { PHLivePhoto.cancelRequest(withRequestID: number) }
    if let livePhoto = PHLivePhoto(coder: coder) {
        let _: NSObject = livePhoto
        let _: any NSCopying = livePhoto
        let _: any NSSecureCoding = livePhoto
        requireSendable(livePhoto)
        let _: Any = livePhoto.copy(with: nil)
        livePhoto.encode(with: coder)
        // What is only here.
        let _: UIImage? = livePhoto.image
        let _: URL? = livePhoto.videoURL
    }
    let _: Bool = PHLivePhoto.supportsSecureCoding
    let _: any NSItemProviderReading.Type = PHLivePhoto.self
    let _: [String] = PHLivePhoto.readableTypeIdentifiersForItemProvider
    let _: PHLivePhoto? = try? PHLivePhoto.object(withItemProviderData: Data(), typeIdentifier: "public.data")
    return PHLivePhotoRequestID()
}

/// A Live Photo of a test's own.
class StandInLivePhoto: PHLivePhoto, @unchecked Sendable {
    override var size: CGSize { CGSize(width: 4, height: 3) }
}
