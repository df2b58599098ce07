import Photos
import UIKit

func usePHImageRequestOptionsVersion(_ version: PHImageRequestOptionsVersion) -> String {
    let _: PHImageRequestOptionsVersion? = PHImageRequestOptionsVersion(rawValue: 2)
    let _: Int = version.rawValue
    requireRawValue(version)
    requireHashable(version)
    requireSendable(version)
    switch version {
    case .current: return "current"
    case .unadjusted: return "unadjusted"
    case .original: return "original"
    @unknown default: return "unknown"
    }
}
