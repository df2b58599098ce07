import Photos
import UIKit

func usePHAssetExtendedMetadata(_ metadata: PHAssetExtendedMetadata) {
    let _: NSObject = metadata
    let _: String? = metadata.caption
    let _: String? = metadata.originalFilename
    let _: [String] = metadata.keywords
    requireSendable(metadata)
}
