import Photos

func usePHAssetPlaybackVariation(_ asset: PHAsset) -> String {
    let variation: PHAsset.PlaybackVariation = asset.playbackVariation
    let _: Int = variation.rawValue
    let _: PHAsset.PlaybackVariation? = PHAsset.PlaybackVariation(rawValue: 1)
    requireSendable(variation)
    switch variation {
    case .none: return "none"
    case .autoloop: return "autoloop"
    case .mirror: return "mirror"
    case .longExposure: return "longExposure"
    @unknown default: return "unknown"
    }
}
