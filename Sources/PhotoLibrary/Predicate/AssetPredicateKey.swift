internal import Catalog
import Records

/// The keys that predicates and sorts of PhotoKit may name on an asset.
enum AssetPredicateKey: String, AssetKey {
    case object = "SELF"
    case localIdentifier, creationDate, modificationDate, mediaType, mediaSubtypes, duration, pixelWidth, pixelHeight
    case isFavorite, isHidden, burstIdentifier
    // Apple doesn't document these keys, but clients use them.
    case addedDate, location, representsBurst, sourceType

    /// Other spellings that clients use for the same key.
    private static let synonyms: [String: AssetPredicateKey] = [
        "favorite": .isFavorite, "hidden": .isHidden, "mediaSubtype": .mediaSubtypes, "mediaSubTypes": .mediaSubtypes,
        "self": .object,
    ]

    static let objects = "assets"
    static let anObject = "an asset"
    static let list = allCases.map(\.rawValue).joined(separator: ", ")
    static let exampleOfBits = "(mediaSubtypes & 8) != 0"
    // A query compares whole columns.
    static let comparesBitsWithKeys = false
    static let deepestNesting = AssetFilter.deepestNesting

    static func named(_ name: String) -> AssetPredicateKey? {
        AssetPredicateKey(rawValue: name) ?? synonyms[name]
    }

    static let identifierSuffix = String(LocalIdentifier.string(uuid: "", kind: .asset))

    static func stored(identifier: String) -> String? {
        LocalIdentifier.uuid(of: identifier)
    }

    var kind: PredicateKeyKind {
        switch self {
        case .object, .localIdentifier: .identifier
        case .location: .presence
        default: PredicateKeyKind(column.kind)
        }
    }

    static let sortable = allCases.filter { $0 != .object && $0 != .location }

    var column: AssetColumn {
        switch self {
        case .object, .localIdentifier: .uuid
        case .creationDate: .creationDate
        case .modificationDate: .modificationDate
        case .mediaType: .mediaType
        case .mediaSubtypes: .mediaSubtypes
        case .duration: .duration
        case .pixelWidth: .pixelWidth
        case .pixelHeight: .pixelHeight
        case .isFavorite: .isFavorite
        case .isHidden: .isHidden
        case .burstIdentifier: .burstIdentifier
        case .addedDate: .addedDate
        case .location: .latitude
        case .representsBurst: .representsBurst
        case .sourceType: .sourceType
        }
    }
}
