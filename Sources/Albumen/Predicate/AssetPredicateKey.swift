package import Catalog

/// The keys that predicates and sorts may name on an asset.
enum AssetPredicateKey: String, CaseIterable {
    case object = "SELF"
    case localIdentifier, creationDate, modificationDate, mediaType, mediaSubtypes, duration, pixelWidth, pixelHeight
    case isFavorite, isHidden, burstIdentifier
    // Beyond the documented list, but clients use them.
    case addedDate, location, representsBurst, sourceType

    /// Other spellings that clients use for the same key.
    private static let synonyms: [String: AssetPredicateKey] = [
        "favorite": .isFavorite, "hidden": .isHidden, "mediaSubtype": .mediaSubtypes, "mediaSubTypes": .mediaSubtypes,
        "self": .object,
    ]

    init(name: String) throws(PredicateError) {
        guard let key = AssetPredicateKey(rawValue: name) ?? Self.synonyms[name] else {
            throw PredicateError(
                .unsupportedKey, "Unsupported predicate in fetch options: assets have no key “\(name)”",
                remedy: "Use \(Self.list).")
        }
        self = key
    }

    static var list: String {
        allCases.map(\.rawValue).joined(separator: ", ")
    }

    /// A location is only ever asked whether there is one, which its latitude answers.
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
    /// The sort key for the order in which assets came into the library. Row identifiers rise in that order.
    package static let libraryOrderKey = "libraryOrder"
}

extension AssetOrdering {
    /// The order that a sort descriptor's key asks for.
    ///
    /// - Throws: an error that lists the keys by which assets can be sorted.
    package static func ordering(forKey key: String, ascending: Bool) throws(PredicateError) -> AssetOrdering {
        if key == AssetFetch.Sort.libraryOrderKey { return AssetOrdering(column: .id, isAscending: ascending) }
        let sortable = AssetPredicateKey.allCases.filter { $0 != .object && $0 != .location }
        guard let found = try? AssetPredicateKey(name: key), sortable.contains(found) else {
            throw PredicateError(
                .unsupportedKey, "Unsupported sort descriptor in fetch options: assets cannot be sorted by “\(key)”",
                remedy: "Use \(sortable.map(\.rawValue).joined(separator: ", ")), \(AssetFetch.Sort.libraryOrderKey).")
        }
        return AssetOrdering(column: found.column, isAscending: ascending)
    }
}
