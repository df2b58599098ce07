/// A column for filters and sort orders. It has the same name in live rows and in history.
package enum AssetColumn: String, Sendable, Hashable, CaseIterable {
    case id, uuid
    case mediaType, mediaSubtypes, playbackStyle
    case pixelWidth, pixelHeight, duration
    case creationDate, modificationDate, addedDate, trashedDate
    case latitude, longitude
    case isFavorite, isHidden
    case burstIdentifier, representsBurst, burstSelectionTypes
    case sourceType, isRAW, isSelfPortrait

    /// The type of a column's values, which determines the values to compare it with.
    package enum Kind: Sendable, Hashable {
        case integer
        /// 0 or 1.
        case flag
        case real
        /// Seconds since 2001-01-01 00:00:00 UTC.
        case date
        case text
    }

    package var kind: Kind {
        switch self {
        case .id, .mediaType, .mediaSubtypes, .playbackStyle, .pixelWidth, .pixelHeight, .burstSelectionTypes,
            .sourceType:
            .integer
        case .isFavorite, .isHidden, .representsBurst, .isRAW, .isSelfPortrait: .flag
        case .duration, .latitude, .longitude: .real
        case .creationDate, .modificationDate, .addedDate, .trashedDate: .date
        case .uuid, .burstIdentifier: .text
        }
    }

    package var isNullable: Bool {
        switch self {
        case .creationDate, .modificationDate, .trashedDate, .latitude, .longitude, .burstIdentifier: true
        default: false
        }
    }

    /// Returns the column's name in SQL, with the table's alias if there is one.
    package func sql(alias: String?) -> String {
        alias.map { "\($0).\(rawValue)" } ?? rawValue
    }
}
