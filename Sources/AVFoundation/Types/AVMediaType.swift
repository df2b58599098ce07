/// A kind of media.
public struct AVMediaType: RawRepresentable, Hashable, Sendable {
    public let rawValue: String

    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    public init(_ rawValue: String) {
        self.rawValue = rawValue
    }

    public static let video = AVMediaType("vide")
    public static let audio = AVMediaType("soun")
    public static let text = AVMediaType("text")
    public static let subtitle = AVMediaType("sbtl")
    public static let closedCaption = AVMediaType("clcp")
    public static let timecode = AVMediaType("tmcd")
    public static let metadata = AVMediaType("meta")
    public static let muxed = AVMediaType("muxx")
}

/// A property of a track by which clients select tracks.
public struct AVMediaCharacteristic: RawRepresentable, Hashable, Sendable {
    public let rawValue: String

    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    public init(_ rawValue: String) {
        self.rawValue = rawValue
    }

    /// The track has pictures.
    public static let visual = AVMediaCharacteristic("AVMediaCharacteristicVisual")
    /// The track has sound.
    public static let audible = AVMediaCharacteristic("AVMediaCharacteristicAudible")
    /// The track has subtitles.
    public static let legible = AVMediaCharacteristic("AVMediaCharacteristicLegible")
    /// The track consists of frames.
    public static let frameBased = AVMediaCharacteristic("AVMediaCharacteristicFrameBased")
}
