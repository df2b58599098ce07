import Catalog
package import Foundation
package import Records

/// The place where a photo was taken, as the user set it, in degrees and metres. A worker reports the place in a file
/// as a `MediaProbe.Location`.
package struct AssetLocation: Sendable, Equatable {
    package var latitude: Double
    package var longitude: Double
    package var altitude: Double?
    package var horizontalAccuracy: Double?
    package var movement: LocationMovement?

    package init(
        latitude: Double, longitude: Double, altitude: Double? = nil, horizontalAccuracy: Double? = nil,
        movement: LocationMovement? = nil
    ) {
        self.latitude = latitude
        self.longitude = longitude
        self.altitude = altitude
        self.horizontalAccuracy = horizontalAccuracy
        self.movement = movement
    }
}

/// A user's change of an asset's values. A property that is `nil` leaves its value unchanged. An inner `nil` removes
/// the value.
package struct AssetChange: Sendable, Equatable {
    package var creationDate: Date??
    /// Seconds east of UTC.
    package var utcOffset: Int??
    package var location: AssetLocation??
    package var isFavorite: Bool?
    package var isHidden: Bool?
    /// From 1 to 5, or 0 to remove the rating.
    package var rating: Int?
    package var caption: String??
    package var keywords: [String]?
    /// Whether the user keeps this frame of a burst (`PHAssetBurstSelectionType.userPick`). Kept frames are shown
    /// beside the burst's key photo.
    package var isUserPick: Bool?
    /// Whether the user chooses this frame as the key photo of its burst. If `false`, the library chooses again.
    package var isKeyPhoto: Bool?
    /// The original that becomes the base of the asset's renderings. Only for a RAW beside a JPEG or HEIC, without an
    /// edit.
    package var originalChoice: OriginalChoice?

    /// Whether a Live Photo plays. Otherwise, it's a still photo, and its video stays in the library.
    package var playsVideo: Bool?

    package init() {}

    package var isEmpty: Bool { self == AssetChange() }

    /// Merges two changes of one asset. If both set the same value, the later one counts.
    package func followed(by later: AssetChange) -> AssetChange {
        var merged = AssetChange()
        func merge<Value>(_ value: WritableKeyPath<AssetChange, Value?>) {
            merged[keyPath: value] = later[keyPath: value] ?? self[keyPath: value]
        }
        merge(\.creationDate)
        merge(\.utcOffset)
        merge(\.location)
        merge(\.isFavorite)
        merge(\.isHidden)
        merge(\.rating)
        merge(\.caption)
        merge(\.keywords)
        merge(\.isUserPick)
        merge(\.isKeyPhoto)
        merge(\.playsVideo)
        merge(\.originalChoice)
        return merged
    }
}

extension AssetChange {
    private static let mostCaptionBytes = 64 << 10
    private static let mostKeywords = 1_000
    private static let mostKeywordBytes = 1_000
    /// The years 1 to 9999.
    private static let dates = -63_114_076_800.0..<252_423_993_600.0

    /// Checks the values.
    ///
    /// - Throws: `LibraryError` that describes the first invalid value.
    package func validate() throws(LibraryError) {
        if let date = creationDate ?? nil, !Self.dates.contains(date.timeIntervalSinceReferenceDate) {
            throw invalid("The date is not in the years 1 to 9999.")
        }
        if let offset = utcOffset ?? nil, !(-64_800...64_800).contains(offset) {
            throw invalid("An offset from UTC of \(offset) seconds is none: at most 18 hours.")
        }
        if let location = location ?? nil { try validate(location) }
        if let rating, !(0...5).contains(rating) { throw invalid("The rating \(rating) is none: 0 to 5.") }
        if let originalChoice, originalChoice.name == nil {
            throw invalid("The original \(originalChoice.rawValue) is unknown: 0 for the compressed, 1 for the RAW.")
        }
        if let caption = caption ?? nil, caption.utf8.count > Self.mostCaptionBytes {
            throw invalid("The caption is longer than \(Self.mostCaptionBytes) bytes.")
        }
        if let keywords {
            guard keywords.count <= Self.mostKeywords,
                keywords.allSatisfy({ !$0.isEmpty && $0.utf8.count <= Self.mostKeywordBytes })
            else {
                throw invalid(
                    "A photo or video has at most \(Self.mostKeywords) keywords, each of 1 to \(Self.mostKeywordBytes) bytes."
                )
            }
        }
    }

    private func validate(_ location: AssetLocation) throws(LibraryError) {
        guard (-90...90).contains(location.latitude), (-180...180).contains(location.longitude) else {
            throw invalid(
                "The place \(location.latitude), \(location.longitude) is none: latitudes are -90 to 90 degrees, "
                    + "longitudes -180 to 180.")
        }
        guard location.altitude?.isFinite ?? true, location.horizontalAccuracy?.isFinite ?? true else {
            throw invalid("The altitude or accuracy of the place isn't a number.")
        }
    }

    private func invalid(_ message: String) -> LibraryError {
        LibraryError(.invalidValue, message)
    }

    func apply(to asset: inout AssetRecord) {
        if let creationDate {
            asset.creationDate = creationDate
            asset.dateSource = Self.userSource
        }
        if let utcOffset {
            asset.utcOffset = utcOffset
            asset.utcOffsetSource = nil
        }
        if let location {
            asset.latitude = location?.latitude
            asset.longitude = location?.longitude
            asset.altitude = location?.altitude
            asset.horizontalAccuracy = location?.horizontalAccuracy
            asset.movement = location?.movement?.text
        }
        if let isFavorite { asset.isFavorite = isFavorite }
        if let isHidden { asset.isHidden = isHidden }
        if let playsVideo { asset.isVideoPlaybackOff = !playsVideo }
        if let isUserPick {
            if isUserPick {
                asset.burstSelectionTypes.insert(.userPick)
            } else {
                asset.burstSelectionTypes.remove(.userPick)
            }
        }
        asset.userEdits.formUnion(edits)
        if isKeyPhoto == false { asset.userEdits.remove(.keyPhoto) }
    }

    /// Whether the change applies only to frames of bursts.
    var isAboutBursts: Bool { isUserPick != nil || isKeyPhoto != nil }

    /// The values that the user decides with this change, by setting or removing them.
    var edits: UserEdits {
        var edits: UserEdits = []
        if creationDate != nil || utcOffset != nil { edits.insert(.date) }
        if location != nil { edits.insert(.location) }
        if rating != nil { edits.insert(.rating) }
        if caption != nil { edits.insert(.caption) }
        if keywords != nil { edits.insert(.keywords) }
        if isKeyPhoto == true { edits.insert(.keyPhoto) }
        return edits
    }

    func apply(to metadata: inout MetadataRecord) {
        if let rating { metadata.rating = rating == 0 ? nil : rating }
        if let caption { metadata.caption = caption.flatMap { $0.isEmpty ? nil : $0 } }
        if let keywords {
            var seen: Set<String> = []
            metadata.keywords = keywords.filter { seen.insert($0).inserted }
        }
    }

    /// The source of a date that the user set.
    static let userSource = "user"
}

extension AssetRecord {
    /// Restores the values that the user set, after another file has described the asset.
    mutating func keepWhatTheUserSaid(_ before: AssetRecord) {
        let edits = before.userEdits
        if edits.contains(.date) {
            creationDate = before.creationDate
            utcOffset = before.utcOffset
            utcOffsetSource = before.utcOffsetSource
            dateSource = before.dateSource
        }
        if edits.contains(.location) {
            latitude = before.latitude
            longitude = before.longitude
            altitude = before.altitude
            horizontalAccuracy = before.horizontalAccuracy
            movement = before.movement
        }
    }
}

extension MetadataRecord {
    /// Restores the values that the user set, after another file has described the asset.
    mutating func keepWhatTheUserSaid(_ before: MetadataRecord, of asset: AssetRecord?) {
        let edits = asset?.userEdits ?? []
        if edits.contains(.caption) { caption = before.caption }
        if edits.contains(.rating) { rating = before.rating }
        if edits.contains(.keywords) { keywords = before.keywords }
    }
}
