/// A metadata key.
public struct AVMetadataKey: RawRepresentable, Hashable, Sendable {
    public let rawValue: String

    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    public init(_ rawValue: String) {
        self.rawValue = rawValue
    }

    // MARK: Common keys

    public static let commonKeyTitle = AVMetadataKey("title")
    public static let commonKeyCreator = AVMetadataKey("creator")
    public static let commonKeySubject = AVMetadataKey("subject")
    public static let commonKeyDescription = AVMetadataKey("description")
    public static let commonKeyPublisher = AVMetadataKey("publisher")
    public static let commonKeyContributor = AVMetadataKey("contributor")
    public static let commonKeyCreationDate = AVMetadataKey("creationDate")
    public static let commonKeyLastModifiedDate = AVMetadataKey("lastModifiedDate")
    public static let commonKeyType = AVMetadataKey("type")
    public static let commonKeyFormat = AVMetadataKey("format")
    public static let commonKeyIdentifier = AVMetadataKey("identifier")
    public static let commonKeySource = AVMetadataKey("source")
    public static let commonKeyLanguage = AVMetadataKey("language")
    public static let commonKeyRelation = AVMetadataKey("relation")
    public static let commonKeyLocation = AVMetadataKey("location")
    public static let commonKeyCopyrights = AVMetadataKey("copyrights")
    public static let commonKeyAlbumName = AVMetadataKey("albumName")
    public static let commonKeyAuthor = AVMetadataKey("author")
    public static let commonKeyArtist = AVMetadataKey("artist")
    public static let commonKeyArtwork = AVMetadataKey("artwork")
    public static let commonKeyMake = AVMetadataKey("make")
    public static let commonKeyModel = AVMetadataKey("model")
    public static let commonKeySoftware = AVMetadataKey("software")

    // MARK: QuickTime metadata

    public static let quickTimeMetadataKeyAuthor = AVMetadataKey("com.apple.quicktime.author")
    public static let quickTimeMetadataKeyComment = AVMetadataKey("com.apple.quicktime.comment")
    public static let quickTimeMetadataKeyCopyright = AVMetadataKey("com.apple.quicktime.copyright")
    public static let quickTimeMetadataKeyCreationDate = AVMetadataKey("com.apple.quicktime.creationdate")
    public static let quickTimeMetadataKeyDescription = AVMetadataKey("com.apple.quicktime.description")
    public static let quickTimeMetadataKeyDisplayName = AVMetadataKey("com.apple.quicktime.displayname")
    public static let quickTimeMetadataKeyInformation = AVMetadataKey("com.apple.quicktime.information")
    public static let quickTimeMetadataKeyKeywords = AVMetadataKey("com.apple.quicktime.keywords")
    public static let quickTimeMetadataKeyLocationISO6709 = AVMetadataKey("com.apple.quicktime.location.ISO6709")
    public static let quickTimeMetadataKeyMake = AVMetadataKey("com.apple.quicktime.make")
    public static let quickTimeMetadataKeyModel = AVMetadataKey("com.apple.quicktime.model")
    public static let quickTimeMetadataKeyRatingUser = AVMetadataKey("com.apple.quicktime.rating.user")
    public static let quickTimeMetadataKeySoftware = AVMetadataKey("com.apple.quicktime.software")
    public static let quickTimeMetadataKeyTitle = AVMetadataKey("com.apple.quicktime.title")
    public static let quickTimeMetadataKeyContentIdentifier = AVMetadataKey("com.apple.quicktime.content.identifier")
}
