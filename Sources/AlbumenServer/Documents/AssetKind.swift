import Albumen
import Records

/// The special properties of an asset, one word each.
enum AssetKind: String, Encodable, Sendable, CaseIterable {
    case video, live, raw, burst, hdr, panorama, screenshot, portrait, animated, slomo, timelapse, screenRecording
    case selfie, favorite, hidden, damaged

    static func kinds(of asset: AssetRecord) -> [AssetKind] {
        allCases.filter { $0.describes(asset) }
    }

    private func describes(_ asset: AssetRecord) -> Bool {
        switch self {
        case .video: asset.mediaType == .video
        case .live: asset.mediaSubtypes.contains(.photoLive)
        case .raw: asset.isRAW
        case .burst: asset.burstIdentifier != nil
        case .hdr: asset.mediaSubtypes.contains(.photoHDR)
        case .panorama: asset.mediaSubtypes.contains(.photoPanorama)
        case .screenshot: asset.mediaSubtypes.contains(.photoScreenshot)
        case .portrait: asset.mediaSubtypes.contains(.photoDepthEffect)
        case .animated: asset.playbackStyle == .imageAnimated
        case .slomo: asset.mediaSubtypes.contains(.videoHighFrameRate)
        case .timelapse: asset.mediaSubtypes.contains(.videoTimelapse)
        case .screenRecording: asset.mediaSubtypes.contains(.videoScreenRecording)
        case .selfie: asset.isSelfPortrait
        case .favorite: asset.isFavorite
        case .hidden: asset.isHidden
        case .damaged: asset.damage != nil
        }
    }
}
