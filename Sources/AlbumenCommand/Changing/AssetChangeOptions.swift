import Albumen
import ArgumentParser
import Records

/// The changes of `set`. Properties without an option stay unchanged.
struct AssetChangeOptions: ParsableArguments {
    @Flag(inversion: .prefixedNo, help: "Whether it is a favorite.")
    var favorite: Bool?

    @Flag(inversion: .prefixedNo, help: "Whether it is hidden.")
    var hidden: Bool?

    @Option(
        help: ArgumentHelp(
            "When it was taken, as in 2024-05-07T09:33:04+08:00; UTC's clock where there is no offset; “none” for no "
                + "date; “original” for the date it was imported with.",
            valueName: "date"),
        transform: DateOption.init)
    var date: DateOption?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Where it was taken, in degrees north and east; “none” for no place; “original” for the place it was "
                + "imported with.", valueName: "lat,lon"),
        transform: LocationOption.init)
    var location: LocationOption?

    @Option(parsing: .unconditional, help: ArgumentHelp("Stars, 1 to 5; 0 for none.", valueName: "0-5"))
    var rating: Int?

    @Option(parsing: .unconditional, help: ArgumentHelp("The caption. An empty text removes it.", valueName: "text"))
    var caption: String?

    @Option(
        name: .customLong("keyword"), parsing: .unconditionalSingleValue,
        help: ArgumentHelp("A keyword that replaces the old ones. Can be repeated.", valueName: "word"))
    var keywords: [String] = []

    @Flag(name: .customLong("no-keywords"), help: "Remove all keywords.")
    var clearsKeywords = false

    @Option(
        name: .customLong("original"),
        help: ArgumentHelp(
            "The original of a RAW and JPEG, which is shown, edited and exported: “raw”, or “compressed” for the JPEG "
                + "or HEIC. Revert an edited photo first.", valueName: "raw|compressed"))
    var original: OriginalOption?

    func validate() throws {
        if let rating, !(0...5).contains(rating) {
            throw ValidationError("--rating is \(rating). Give 1 to 5 stars, or 0 for none.")
        }
        if clearsKeywords, !keywords.isEmpty { throw ValidationError("Give --keyword or --no-keywords, not both.") }
        if keywords.contains(where: { $0.allSatisfy(\.isWhitespace) }) {
            throw ValidationError("--keyword is empty. Remove all keywords with --no-keywords.")
        }
        if change.isEmpty, restoredParts.isEmpty {
            throw ValidationError("Specify a change, as in --favorite, --date, --location, --rating or --caption.")
        }
    }

    /// The imported values to restore for each asset.
    var restoredParts: OriginalFields {
        var parts: OriginalFields = []
        if date?.isOriginal == true { parts.insert(.date) }
        if location?.isOriginal == true { parts.insert(.location) }
        return parts
    }

    /// The change that is the same for all assets.
    var change: AssetChange {
        var change = AssetChange()
        change.isFavorite = favorite
        change.isHidden = hidden
        change.rating = rating
        change.originalChoice = original?.choice
        if let date, !date.isOriginal {
            change.creationDate = .some(date.date)
            change.utcOffset = .some(date.utcOffset)
        }
        if let location, !location.isOriginal { change.location = .some(location.location) }
        if let caption { change.caption = .some(caption.isEmpty ? nil : caption) }
        if clearsKeywords || !keywords.isEmpty { change.keywords = keywords }
        return change
    }
}

/// The original of a RAW and JPEG, as an option.
enum OriginalOption: String, ExpressibleByArgument, CaseIterable {
    case raw, compressed

    var choice: OriginalChoice { self == .raw ? .raw : .compressed }
}
