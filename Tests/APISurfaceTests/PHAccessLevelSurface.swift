import Photos
import UIKit

func usePHAccessLevel(_ level: PHAccessLevel) -> String {
    let _: PHAccessLevel? = PHAccessLevel(rawValue: 2)
    let _: Int = level.rawValue
    requireRawValue(level)
    requireHashable(level)
    requireSendable(level)
    switch level {
    case .addOnly: return "addOnly"
    case .readWrite: return "readWrite"
    @unknown default: return "unknown"
    }
}
