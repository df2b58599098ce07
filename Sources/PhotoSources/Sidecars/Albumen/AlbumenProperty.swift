/// The names of Albumen's own properties in a sidecar.
enum AlbumenProperty: String, CaseIterable {
    case original = "Original"
    case identifier = "Identifier"
    case favorite = "Favorite"
    case hidden = "Hidden"
    case date = "Date"
    case timeZone = "TimeZone"
    case dateSource = "DateSource"
    case placeRemoved = "PlaceRemoved"
    case addedDate = "AddedDate"
    case burstIdentifier = "BurstIdentifier"
    case burstPick = "BurstPick"
    case originalChoice = "OriginalChoice"
    case playsVideo = "PlaysVideo"
    case cleared = "Cleared"

    /// The names in former exports.
    static let formerHidden = "hidden"
    static let formerOriginal = "original"
}
