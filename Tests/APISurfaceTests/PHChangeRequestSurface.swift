import Photos
import UIKit

func usePHChangeRequest(_ request: PHChangeRequest) {
    let _: NSObject = request
    let _: PHAssetChangeRequest? = request as? PHAssetChangeRequest
}
