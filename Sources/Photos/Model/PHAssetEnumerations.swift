/// The type of an asset's data. It is `Codable` for typed predicates, unlike Apple's.
public enum PHAssetMediaType: Int, Sendable, Codable {
    /// The type of an empty asset.
    case unknown = 0
    /// A photo or a Live Photo.
    case image = 1
    /// A video.
    case video = 2
    /// Audio without video. Albumen doesn't import it.
    case audio = 3
}

/// The subtypes of assets.
public struct PHAssetMediaSubtype: OptionSet, Sendable, Hashable, Codable {
    public let rawValue: UInt

    public init(rawValue: UInt) {
        self.rawValue = rawValue
    }

    /// A panorama.
    public static let photoPanorama = PHAssetMediaSubtype(rawValue: 1 << 0)
    /// An image that the camera merged from several exposures. A gain map alone doesn't count.
    public static let photoHDR = PHAssetMediaSubtype(rawValue: 1 << 1)
    /// A screenshot.
    public static let photoScreenshot = PHAssetMediaSubtype(rawValue: 1 << 2)
    /// A Live Photo: an image with a video of the same moment.
    public static let photoLive = PHAssetMediaSubtype(rawValue: 1 << 3)
    /// A portrait with a blurred background. Depth data alone doesn't count.
    public static let photoDepthEffect = PHAssetMediaSubtype(rawValue: 1 << 4)
    /// An image with several frames, such as an animated GIF.
    public static let photoAnimation = PHAssetMediaSubtype(rawValue: 1 << 6)
    /// A spatial photo or video. Albumen doesn't recognize them.
    public static let spatialMedia = PHAssetMediaSubtype(rawValue: 1 << 10)
    /// A streamed video. Albumen has none.
    public static let videoStreamed = PHAssetMediaSubtype(rawValue: 1 << 16)
    /// A video with at least 100 frames per second, for slow motion.
    public static let videoHighFrameRate = PHAssetMediaSubtype(rawValue: 1 << 17)
    /// A time-lapse video that its file marks as such.
    public static let videoTimelapse = PHAssetMediaSubtype(rawValue: 1 << 18)
    /// A screen recording.
    public static let videoScreenRecording = PHAssetMediaSubtype(rawValue: 1 << 19)
    /// A video with a changing focus. Albumen doesn't recognize them.
    public static let videoCinematic = PHAssetMediaSubtype(rawValue: 1 << 21)
}

/// The reasons why a photo of a burst is selected.
public struct PHAssetBurstSelectionType: OptionSet, Sendable, Hashable, Codable {
    public let rawValue: UInt

    public init(rawValue: UInt) {
        self.rawValue = rawValue
    }

    /// The library selected it.
    public static let autoPick = PHAssetBurstSelectionType(rawValue: 1 << 0)
    /// The user selected it.
    public static let userPick = PHAssetBurstSelectionType(rawValue: 1 << 1)
}

/// The sources of assets.
public struct PHAssetSourceType: OptionSet, Sendable, Hashable, Codable {
    public let rawValue: UInt

    public init(rawValue: UInt) {
        self.rawValue = rawValue
    }

    /// The user's own library.
    public static let typeUserLibrary = PHAssetSourceType(rawValue: 1 << 0)
    /// A shared album in the cloud. Albumen has none.
    public static let typeCloudShared = PHAssetSourceType(rawValue: 1 << 1)
    /// Assets synchronized from a computer. Albumen has none.
    public static let typeiTunesSynced = PHAssetSourceType(rawValue: 1 << 2)
}
