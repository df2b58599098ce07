import Photos
import UIKit

func usePHAuthorizationStatus(_ status: PHAuthorizationStatus) -> Bool {
    let _: PHAuthorizationStatus? = PHAuthorizationStatus(rawValue: 3)
    let _: Int = status.rawValue
    let _: Bool = [.authorized, .limited].contains(status)
    requireRawValue(status)
    requireHashable(status)
    requireSendable(status)
    switch status {
    case .notDetermined: return false
    case .restricted, .denied: return false
    case .authorized: return true
    case .limited: return true
    @unknown default: return false
    }
}

func usePHAuthorizationStatusWithoutDefault(_ status: PHAuthorizationStatus) -> String {
    switch status {
    case .authorized: return "authorized"
    case .denied: return "denied"
    case .notDetermined: return "notDetermined"
    case .restricted: return "restricted"
    case .limited: return "limited"
    }
}
