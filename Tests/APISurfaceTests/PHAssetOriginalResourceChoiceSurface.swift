import Photos

func usePHAssetOriginalResourceChoice(_ choice: PHAsset.OriginalResourceChoice) -> String {
    let _: Int = choice.rawValue
    let _: PHAsset.OriginalResourceChoice? = PHAsset.OriginalResourceChoice(rawValue: 1)
    requireSendable(choice)
    switch choice {
    case .compressed: return "compressed"
    case .raw: return "raw"
    @unknown default: return "unknown"
    }
}
