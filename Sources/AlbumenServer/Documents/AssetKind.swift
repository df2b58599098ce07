import Albumen
import MediaWork
import Records

/// What sets an asset apart, in one word each.
enum AssetKind: String, Encodable, Sendable, CaseIterable {
    case video, live, raw, burst, hdr, panorama, screenshot, portrait, animated, slomo, timelapse, screenRecording
    case selfie, favorite, hidden, damaged

    static func kinds(of asset: AssetRecord) -> [AssetKind] {
        allCases.filter { $0.describes(asset) }
    }

    private func describes(_ asset: AssetRecord) -> Bool {
        switch self {
        case .video: asset.mediaType == AssetMediaType.video.rawValue
        case .live: asset.has(.photoLive)
        case .raw: asset.isRAW
        case .burst: asset.burstIdentifier != nil
        case .hdr: asset.has(.photoHDR)
        case .panorama: asset.has(.photoPanorama)
        case .screenshot: asset.has(.photoScreenshot)
        case .portrait: asset.has(.photoDepthEffect)
        case .animated: asset.playbackStyle == PlaybackStyle.imageAnimated.rawValue
        case .slomo: asset.has(.videoHighFrameRate)
        case .timelapse: asset.has(.videoTimelapse)
        case .screenRecording: asset.has(.videoScreenRecording)
        case .selfie: asset.isSelfPortrait
        case .favorite: asset.isFavorite
        case .hidden: asset.isHidden
        case .damaged: asset.damage != nil
        }
    }
}

extension AssetRecord {
    fileprivate func has(_ subtype: MediaProbe.Subtypes) -> Bool { mediaSubtypes & subtype.rawValue != 0 }
}
