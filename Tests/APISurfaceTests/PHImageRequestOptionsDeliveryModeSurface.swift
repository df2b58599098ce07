import Photos
import UIKit

func usePHImageRequestOptionsDeliveryMode(_ mode: PHImageRequestOptionsDeliveryMode) -> String {
    let _: PHImageRequestOptionsDeliveryMode? = PHImageRequestOptionsDeliveryMode(rawValue: 1)
    let _: Int = mode.rawValue
    requireRawValue(mode)
    requireHashable(mode)
    requireSendable(mode)
    switch mode {
    case .opportunistic: return "opportunistic"
    case .highQualityFormat: return "highQualityFormat"
    case .fastFormat: return "fastFormat"
    @unknown default: return "unknown"
    }
}
