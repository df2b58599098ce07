import Records

/// A column for filters and sort orders. It has the same name in live rows and in history, unless it's a detail in
/// another table.
package enum AssetColumn: String, Sendable, Hashable, CaseIterable {
    case id, uuid
    case mediaType, mediaSubtypes, playbackStyle, playbackVariation
    case pixelWidth, pixelHeight, duration
    case creationDate, modificationDate, addedDate, trashedDate
    case latitude, longitude
    case isFavorite, isHidden
    case burstIdentifier, representsBurst, burstSelectionTypes
    case sourceType, isRAW, isSelfPortrait, isUnableToUpload
    // Details in other tables. Only queries over live rows can use them.
    case originalFilename
    /// The size of the file that shows the asset, in bytes.
    case fileSize
    case cameraMake, cameraModel, lensModel, exposureTime, aperture, iso, focalLength
    case caption, keywords, rating
    /// The names of the asset's place in all languages, from its district to its country.
    case place

    /// The type of a column's values, which determines the values to compare it with.
    package enum Kind: Sendable, Hashable {
        case integer
        /// 0 or 1.
        case flag
        case real
        /// Seconds since 2001-01-01 00:00:00 UTC.
        case date
        case text
        /// A list of texts in JSON, or `NULL` if it's empty.
        case textList
    }

    package var kind: Kind {
        switch self {
        case .id, .mediaType, .mediaSubtypes, .playbackStyle, .playbackVariation, .pixelWidth, .pixelHeight,
            .burstSelectionTypes,
            .sourceType, .iso, .rating, .fileSize:
            .integer
        case .isFavorite, .isHidden, .representsBurst, .isRAW, .isSelfPortrait, .isUnableToUpload: .flag
        case .duration, .latitude, .longitude, .exposureTime, .aperture, .focalLength: .real
        case .creationDate, .modificationDate, .addedDate, .trashedDate: .date
        case .uuid, .burstIdentifier, .originalFilename, .cameraMake, .cameraModel, .lensModel, .caption: .text
        case .keywords, .place: .textList
        }
    }

    package var isNullable: Bool {
        switch self {
        case .creationDate, .modificationDate, .trashedDate, .latitude, .longitude, .burstIdentifier: true
        default: table != nil
        }
    }

    /// Returns the column's name in SQL, with the table's alias if there is one. A detail is a subquery for the row of
    /// the alias, or of `asset`.
    package func sql(alias: String?) -> String {
        let row = "\(alias ?? "asset").id"
        return switch table {
        case nil: alias.map { "\($0).\(rawValue)" } ?? rawValue
        case .metadata: "(SELECT \(rawValue) FROM assetMetadata WHERE assetId = \(row))"
        case .place:
            "(SELECT names FROM assetPlace CROSS JOIN namedPlace ON namedPlace.id = placeId WHERE assetId = \(row))"
        case .resource:
            "(SELECT \(rawValue) FROM resource WHERE assetId = \(row) ORDER BY \(resourceOrder) LIMIT 1)"
        }
    }

    /// The table that has a detail, with a column `assetId`.
    enum Table: String {
        case metadata = "assetMetadata"
        /// The resource that names the asset, or shows it.
        case resource
        /// The asset's place, whose names are in another table for all assets there.
        case place = "assetPlace"
    }

    /// `nil` for columns of `asset` and its history.
    var table: Table? {
        switch self {
        case .originalFilename, .fileSize: .resource
        case .cameraMake, .cameraModel, .lensModel, .exposureTime, .aperture, .iso, .focalLength, .caption, .keywords,
            .rating:
            .metadata
        case .place: .place
        default: nil
        }
    }

    private var resourceOrder: String { self == .fileSize ? Self.shownResourceFirst : Self.primaryResourceFirst }

    /// The order of `AssetFiles.primary(.unadjusted)`.
    private static let primaryResourceFirst = order([], .photo, .video, .alternatePhoto)

    /// The order of `AssetFiles.primary(.current)`.
    private static let shownResourceFirst = order(
        [.fullSizePhoto, .fullSizeVideo], .photo, .video, .alternatePhoto)

    /// Returns an order of resources: first renderings, then the RAW that is used as the original, then other types.
    private static func order(_ renderings: [ResourceType], _ originals: ResourceType...) -> String {
        let conditions =
            renderings.map { "type = \($0.rawValue)" } + ["isUsedAsOriginal = 1"]
            + originals.map { "type = \($0.rawValue)" }
        let ranks = conditions.enumerated().map { "WHEN \($1) THEN \($0)" }.joined(separator: " ")
        return "CASE \(ranks) ELSE \(conditions.count) END, type, id"
    }
}
