import Photos
import UIKit

func usePHImageContentMode(_ mode: PHImageContentMode) -> String {
    let _: PHImageContentMode? = PHImageContentMode(rawValue: 1)
    let _: PHImageContentMode = PHImageContentMode.default
    let _: PHImageContentMode = .default
    let _: Int = mode.rawValue
    requireRawValue(mode)
    requireHashable(mode)
    requireSendable(mode)
    switch mode {
    case .aspectFit: return "aspectFit"
    case .aspectFill: return "aspectFill"
    @unknown default: return "unknown"
    }
}
