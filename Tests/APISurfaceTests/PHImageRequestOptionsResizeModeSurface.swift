import Photos
import UIKit

func usePHImageRequestOptionsResizeMode(_ mode: PHImageRequestOptionsResizeMode) -> String {
    let _: PHImageRequestOptionsResizeMode? = PHImageRequestOptionsResizeMode(rawValue: 1)
    let _: Int = mode.rawValue
    requireRawValue(mode)
    requireHashable(mode)
    requireSendable(mode)
    switch mode {
    case .none: return "none"
    case .fast: return "fast"
    case .exact: return "exact"
    @unknown default: return "unknown"
    }
}
