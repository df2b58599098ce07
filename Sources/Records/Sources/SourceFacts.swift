package import Foundation

/// What a source says of a photo or video, in the terms of an asset.
package struct SourceFacts: Sendable, Equatable {
    /// The date of the capture.
    package struct Capture: Sendable, Equatable, Codable {
        package var date: Date
        /// Seconds east of UTC, or `nil` if the time zone is unknown.
        package var utcOffset: Int?
        /// Whether the user chose the date in the source, so that it differs from the date in the file.
        package var isChosen: Bool

        package init(date: Date, utcOffset: Int?, isChosen: Bool = false) {
            self.date = date
            self.utcOffset = utcOffset
            self.isChosen = isChosen
        }
    }

    package struct Place: Sendable, Equatable, Codable {
        /// Degrees.
        package var latitude: Double
        package var longitude: Double
        /// Metres.
        package var altitude: Double?
        package var horizontalAccuracy: Double?

        package init(latitude: Double, longitude: Double, altitude: Double? = nil, horizontalAccuracy: Double? = nil) {
            self.latitude = latitude
            self.longitude = longitude
            self.altitude = altitude
            self.horizontalAccuracy = horizontalAccuracy
        }
    }

    /// The part that a photo has in a burst.
    package struct Burst: Sendable, Equatable, Codable {
        package var identifier: String
        /// Whether the photo stands for the burst.
        package var isKeyPhoto: Bool
        package var isAutomaticPick: Bool
        package var isUserPick: Bool

        package init(identifier: String, isKeyPhoto: Bool, isAutomaticPick: Bool, isUserPick: Bool) {
            self.identifier = identifier
            self.isKeyPhoto = isKeyPhoto
            self.isAutomaticPick = isAutomaticPick
            self.isUserPick = isUserPick
        }
    }

    package var capture: SourceFact<Capture> = .unknown
    package var place: SourceFact<Place> = .unknown
    package var title: SourceFact<String> = .unknown
    package var caption: SourceFact<String> = .unknown
    package var keywords: SourceFact<[String]> = .unknown
    /// From 1 to 5.
    package var rating: SourceFact<Int> = .unknown
    package var isFavorite: Bool?
    package var isHidden: Bool?
    /// When the photo came into the source.
    package var addedDate: Date?
    /// When the user deleted the photo in the source, for an item of its trash that is brought over as such.
    package var trashedDate: Date?
    package var burst: SourceFact<Burst> = .unknown
    /// `false` if the user turned off the video of a Live Photo.
    package var playsVideo: Bool?
    /// Whether the user chose the RAW beside the JPEG or HEIC as the original. `nil` for items without both.
    package var usesRAW: Bool?
    /// The subtypes that the source knows, in the bits of `PHAssetMediaSubtype`. They are added to those that the file
    /// shows.
    package var subtypes = 0
    package var isSelfPortrait = false

    package init() {}
}

extension SourceFacts {
    /// The facts without what the source says is absent.
    package var withoutAbsences: SourceFacts {
        var facts = self
        if case .none = capture { facts.capture = .unknown }
        if case .none = place { facts.place = .unknown }
        if case .none = title { facts.title = .unknown }
        if case .none = caption { facts.caption = .unknown }
        if case .none = keywords { facts.keywords = .unknown }
        if case .none = rating { facts.rating = .unknown }
        if case .none = burst { facts.burst = .unknown }
        return facts
    }
}
