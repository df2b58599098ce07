import Photos

func usePHVideoRequestOptionsVersion(_ version: PHVideoRequestOptionsVersion) -> Bool {
    let _: Int = version.rawValue
    let _: PHVideoRequestOptionsVersion? = PHVideoRequestOptionsVersion(rawValue: 1)
    switch version {
    case .current: return true
    case .original: return false
    @unknown default: return false
    }
}
