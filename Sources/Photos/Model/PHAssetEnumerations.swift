/// The type of an asset's data.
public enum PHAssetMediaType: Int, Sendable {
    /// The type of an asset that stands for nothing.
    case unknown = 0
    /// A photo, a Live Photo too.
    case image = 1
    /// A video.
    case video = 2
    /// Sound alone. Albumen imports none.
    case audio = 3
}

/// What sets an asset apart from others of its type.
public struct PHAssetMediaSubtype: OptionSet, Sendable, Hashable {
    public let rawValue: UInt

    public init(rawValue: UInt) {
        self.rawValue = rawValue
    }

    /// A panorama.
    public static let photoPanorama = PHAssetMediaSubtype(rawValue: 1 << 0)
    /// Merged by the camera of several exposures. A gain map alone does not count.
    public static let photoHDR = PHAssetMediaSubtype(rawValue: 1 << 1)
    /// A picture of the screen.
    public static let photoScreenshot = PHAssetMediaSubtype(rawValue: 1 << 2)
    /// A Live Photo: a picture and a video of the same moment.
    public static let photoLive = PHAssetMediaSubtype(rawValue: 1 << 3)
    /// A portrait whose background was blurred. Depth data alone does not count.
    public static let photoDepthEffect = PHAssetMediaSubtype(rawValue: 1 << 4)
    /// A picture of several frames, such as an animated GIF.
    public static let photoAnimation = PHAssetMediaSubtype(rawValue: 1 << 6)
    /// A picture or video for both eyes. Albumen recognises none.
    public static let spatialMedia = PHAssetMediaSubtype(rawValue: 1 << 10)
    /// A video that is streamed. Albumen has none.
    public static let videoStreamed = PHAssetMediaSubtype(rawValue: 1 << 16)
    /// A video of 100 frames a second or more, for slow motion.
    public static let videoHighFrameRate = PHAssetMediaSubtype(rawValue: 1 << 17)
    /// A time-lapse video, where its file says so.
    public static let videoTimelapse = PHAssetMediaSubtype(rawValue: 1 << 18)
    /// A recording of the screen.
    public static let videoScreenRecording = PHAssetMediaSubtype(rawValue: 1 << 19)
    /// A video with a changing focus. Albumen recognises none.
    public static let videoCinematic = PHAssetMediaSubtype(rawValue: 1 << 21)
}

/// Who picked a photo out of its burst.
public struct PHAssetBurstSelectionType: OptionSet, Sendable, Hashable {
    public let rawValue: UInt

    public init(rawValue: UInt) {
        self.rawValue = rawValue
    }

    /// The library did.
    public static let autoPick = PHAssetBurstSelectionType(rawValue: 1 << 0)
    /// The user did.
    public static let userPick = PHAssetBurstSelectionType(rawValue: 1 << 1)
}

/// Where an asset came from.
public struct PHAssetSourceType: OptionSet, Sendable, Hashable {
    public let rawValue: UInt

    public init(rawValue: UInt) {
        self.rawValue = rawValue
    }

    /// The user's own library.
    public static let typeUserLibrary = PHAssetSourceType(rawValue: 1 << 0)
    /// A shared album in the cloud. Albumen has none.
    public static let typeCloudShared = PHAssetSourceType(rawValue: 1 << 1)
    /// Synchronised from a computer. Albumen has none.
    public static let typeiTunesSynced = PHAssetSourceType(rawValue: 1 << 2)
}
