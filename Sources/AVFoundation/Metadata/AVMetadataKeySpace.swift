/// A group of metadata keys.
public struct AVMetadataKeySpace: RawRepresentable, Hashable, Sendable {
    public let rawValue: String

    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    public init(_ rawValue: String) {
        self.rawValue = rawValue
    }

    /// Keys that several formats share.
    public static let common = AVMetadataKeySpace("comn")
    public static let quickTimeMetadata = AVMetadataKeySpace("mdta")
    public static let quickTimeUserData = AVMetadataKeySpace("udta")
    public static let isoUserData = AVMetadataKeySpace("uiso")
    public static let iTunes = AVMetadataKeySpace("itsk")
    public static let id3 = AVMetadataKeySpace("org.id3")

    var format: AVMetadataFormat? {
        switch self {
        case .quickTimeMetadata: .quickTimeMetadata
        case .quickTimeUserData: .quickTimeUserData
        case .isoUserData: .isoUserData
        case .iTunes: .iTunesMetadata
        case .id3: .id3Metadata
        default: nil
        }
    }
}

/// A kind of metadata in a file.
public struct AVMetadataFormat: RawRepresentable, Hashable, Sendable {
    public let rawValue: String

    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    public init(_ rawValue: String) {
        self.rawValue = rawValue
    }

    public static let quickTimeMetadata = AVMetadataFormat("com.apple.quicktime.mdta")
    public static let quickTimeUserData = AVMetadataFormat("com.apple.quicktime.udta")
    public static let isoUserData = AVMetadataFormat("org.mp4ra")
    public static let iTunesMetadata = AVMetadataFormat("com.apple.itunes")
    public static let id3Metadata = AVMetadataFormat("org.id3")

    static func formats(of items: [AVMetadataItem]) -> [AVMetadataFormat] {
        var formats: [AVMetadataFormat] = []
        for format in items.compactMap({ $0.keySpace?.format }) where !formats.contains(format) {
            formats.append(format)
        }
        return formats
    }
}

/// Further facts about a metadata item.
public struct AVMetadataExtraAttributeKey: RawRepresentable, Hashable, Sendable {
    public let rawValue: String

    public init(rawValue: String) {
        self.rawValue = rawValue
    }
}
