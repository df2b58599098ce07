import Photos

func usePHVideoRequestOptionsDeliveryMode(_ mode: PHVideoRequestOptionsDeliveryMode) -> Int {
    switch mode {
    case .automatic: return 0
    case .highQualityFormat: return 1
    case .mediumQualityFormat: return 2
    case .fastFormat: return 3
    @unknown default: return mode.rawValue
    }
}
