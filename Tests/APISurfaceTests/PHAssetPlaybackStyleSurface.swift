import Photos
import UIKit

func usePHAssetPlaybackStyle(_ style: PHAsset.PlaybackStyle) -> String {
    let _: PHAsset.PlaybackStyle? = PHAsset.PlaybackStyle(rawValue: 3)
    let _: Int = style.rawValue
    requireRawValue(style)
    requireHashable(style)
    requireSendable(style)
    switch style {
    case .unsupported: return "unsupported"
    case .image: return "image"
    case .imageAnimated: return "imageAnimated"
    case .livePhoto: return "livePhoto"
    case .video: return "video"
    case .videoLooping: return "videoLooping"
    @unknown default: return "unknown"
    }
}
