/// A metadata key with its key space, such as `mdta/com.apple.quicktime.make`.
public struct AVMetadataIdentifier: RawRepresentable, Hashable, Sendable {
    public let rawValue: String

    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    public init(_ rawValue: String) {
        self.rawValue = rawValue
    }

    // MARK: Common keys

    public static let commonIdentifierTitle = common(.commonKeyTitle)
    public static let commonIdentifierCreator = common(.commonKeyCreator)
    public static let commonIdentifierSubject = common(.commonKeySubject)
    public static let commonIdentifierDescription = common(.commonKeyDescription)
    public static let commonIdentifierPublisher = common(.commonKeyPublisher)
    public static let commonIdentifierContributor = common(.commonKeyContributor)
    public static let commonIdentifierCreationDate = common(.commonKeyCreationDate)
    public static let commonIdentifierLastModifiedDate = common(.commonKeyLastModifiedDate)
    public static let commonIdentifierType = common(.commonKeyType)
    public static let commonIdentifierFormat = common(.commonKeyFormat)
    public static let commonIdentifierAssetIdentifier = common(.commonKeyIdentifier)
    public static let commonIdentifierSource = common(.commonKeySource)
    public static let commonIdentifierLanguage = common(.commonKeyLanguage)
    public static let commonIdentifierRelation = common(.commonKeyRelation)
    public static let commonIdentifierLocation = common(.commonKeyLocation)
    public static let commonIdentifierCopyrights = common(.commonKeyCopyrights)
    public static let commonIdentifierAlbumName = common(.commonKeyAlbumName)
    public static let commonIdentifierAuthor = common(.commonKeyAuthor)
    public static let commonIdentifierArtist = common(.commonKeyArtist)
    public static let commonIdentifierArtwork = common(.commonKeyArtwork)
    public static let commonIdentifierMake = common(.commonKeyMake)
    public static let commonIdentifierModel = common(.commonKeyModel)
    public static let commonIdentifierSoftware = common(.commonKeySoftware)

    // MARK: QuickTime metadata

    public static let quickTimeMetadataAuthor = quickTime(.quickTimeMetadataKeyAuthor)
    public static let quickTimeMetadataComment = quickTime(.quickTimeMetadataKeyComment)
    public static let quickTimeMetadataCopyright = quickTime(.quickTimeMetadataKeyCopyright)
    public static let quickTimeMetadataCreationDate = quickTime(.quickTimeMetadataKeyCreationDate)
    public static let quickTimeMetadataDescription = quickTime(.quickTimeMetadataKeyDescription)
    public static let quickTimeMetadataDisplayName = quickTime(.quickTimeMetadataKeyDisplayName)
    public static let quickTimeMetadataInformation = quickTime(.quickTimeMetadataKeyInformation)
    public static let quickTimeMetadataKeywords = quickTime(.quickTimeMetadataKeyKeywords)
    public static let quickTimeMetadataLocationISO6709 = quickTime(.quickTimeMetadataKeyLocationISO6709)
    public static let quickTimeMetadataMake = quickTime(.quickTimeMetadataKeyMake)
    public static let quickTimeMetadataModel = quickTime(.quickTimeMetadataKeyModel)
    public static let quickTimeMetadataRatingUser = quickTime(.quickTimeMetadataKeyRatingUser)
    public static let quickTimeMetadataSoftware = quickTime(.quickTimeMetadataKeySoftware)
    public static let quickTimeMetadataTitle = quickTime(.quickTimeMetadataKeyTitle)
    public static let quickTimeMetadataContentIdentifier = quickTime(.quickTimeMetadataKeyContentIdentifier)
    public static let quickTimeMetadataAutoLivePhoto = AVMetadataIdentifier(
        "mdta/com.apple.quicktime.live-photo.auto")
    public static let quickTimeMetadataFullFrameRatePlaybackIntent = AVMetadataIdentifier(
        "mdta/com.apple.quicktime.full-frame-rate-playback-intent")
    public static let quickTimeMetadataLocationHorizontalAccuracyInMeters = AVMetadataIdentifier(
        "mdta/com.apple.quicktime.location.accuracy.horizontal")

    // MARK: User data and iTunes

    public static let quickTimeUserDataCreationDate = AVMetadataIdentifier("udta/%A9day")
    public static let quickTimeUserDataLocationISO6709 = AVMetadataIdentifier("udta/%A9xyz")
    public static let quickTimeUserDataMake = AVMetadataIdentifier("udta/%A9mak")
    public static let quickTimeUserDataModel = AVMetadataIdentifier("udta/%A9mod")
    public static let quickTimeUserDataSoftware = AVMetadataIdentifier("udta/%A9swr")
    public static let quickTimeUserDataFullName = AVMetadataIdentifier("udta/%A9nam")
    public static let iTunesMetadataSongName = AVMetadataIdentifier("itsk/%A9nam")
    public static let iTunesMetadataArtist = AVMetadataIdentifier("itsk/%A9ART")
    public static let iTunesMetadataAlbum = AVMetadataIdentifier("itsk/%A9alb")
    public static let iTunesMetadataReleaseDate = AVMetadataIdentifier("itsk/%A9day")
    public static let iTunesMetadataUserComment = AVMetadataIdentifier("itsk/%A9cmt")
    public static let iTunesMetadataEncodingTool = AVMetadataIdentifier("itsk/%A9too")
    public static let iTunesMetadataCoverArt = AVMetadataIdentifier("itsk/covr")
    public static let iTunesMetadataDescription = AVMetadataIdentifier("itsk/desc")
    public static let iTunesMetadataCopyright = AVMetadataIdentifier("itsk/cprt")

    private static func common(_ key: AVMetadataKey) -> AVMetadataIdentifier {
        AVMetadataIdentifier("comn/\(key.rawValue)")
    }

    private static func quickTime(_ key: AVMetadataKey) -> AVMetadataIdentifier {
        AVMetadataIdentifier("mdta/\(key.rawValue)")
    }
}
