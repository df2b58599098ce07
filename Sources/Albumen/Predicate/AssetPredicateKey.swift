package import Catalog
import Records

/// The keys that predicates and sorts may name on an asset.
enum AssetPredicateKey: String, PredicateKey {
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

    static func stored(identifier: String) -> String? {
        LocalIdentifier.uuid(of: identifier)
    }

    var kind: PredicateKeyKind {
        switch self {
        case .object, .localIdentifier: .identifier
        case .location: .presence
        default:
            switch column.kind {
            case .integer: .integer
            case .flag: .flag
            case .real: .real
            case .date: .date
            case .text: .text
            }
        }
    }

    /// The column with the key's value. A location's latitude decides whether the location is `nil`.
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

extension AssetFetch.Sort {
    /// The sort key for the order in which assets were added to the library. Row identifiers increase in that order.
    package static let libraryOrderKey = "libraryOrder"
}

extension AssetOrdering {
    /// Returns the ordering for a sort descriptor's key.
    ///
    /// - Throws: An error that lists the supported keys, if assets can't be sorted by `key`.
    package static func ordering(forKey key: String, ascending: Bool) throws(PredicateError) -> AssetOrdering {
        if key == AssetFetch.Sort.libraryOrderKey { return AssetOrdering(column: .id, isAscending: ascending) }
        let sortable = AssetPredicateKey.allCases.filter { $0 != .object && $0 != .location }
        guard let found = AssetPredicateKey.named(key), sortable.contains(found) else {
            throw PredicateError(
                .unsupportedKey, "Unsupported sort descriptor in fetch options: assets cannot be sorted by “\(key)”",
                remedy: "Use \(sortable.map(\.rawValue).joined(separator: ", ")), \(AssetFetch.Sort.libraryOrderKey).")
        }
        return AssetOrdering(column: found.column, isAscending: ascending)
    }
}
