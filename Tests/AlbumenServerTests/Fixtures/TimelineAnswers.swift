/// A timeline, as decoded by a page.
struct TimelineAnswer: Decodable {
    struct Mark: Decodable, Equatable {
        let rank: Int
        let day: Int?
    }

    let version: String
    let count: Int
    let isByDate: Bool
    let futureCount: Int
    let marks: [Mark]
    let window: WindowAnswer?
}

/// A window of a timeline, as decoded by a page.
struct WindowAnswer: Decodable {
    let version: String
    let count: Int
    let from: Int
    let identifiers: [String]
    let ratios: [Double]
    let placeholders: [String?]
    let days: [Int?]
    let kinds: [[String]]
    let durations: [Double]
    let contents: [String]
    let frameCounts: [Int]

    /// Contains one number if all columns have the same length.
    var lengths: Set<Int> {
        [
            identifiers.count, ratios.count, placeholders.count, days.count, kinds.count, durations.count,
            contents.count, frameCounts.count,
        ]
    }
}

/// Identifiers, as decoded by a page.
struct IdentifiersAnswer: Decodable {
    let count: Int
    let from: Int
    let identifiers: [String]
}

/// Some frames of a burst, as decoded by a page.
struct BurstAnswer: Decodable {
    let identifier: String
    let key: String?
    let kept: [Bool]
    let window: WindowAnswer
}

/// The result of a change of a burst, as decoded by a page.
struct ChangedBurstAnswer: Decodable {
    struct Former: Decodable {
        let kept: [String]
        let key: String?
    }

    let assets: [String]
    let former: Former
}

/// The other frames of some bursts, as decoded by a page.
struct FramesAnswer: Decodable {
    let bursts: Int
    let frames: [String]
}

/// The result of a change, as decoded by a page.
struct ChangedAnswer: Decodable {
    let assets: [String]
    /// Only present after a change of metadata.
    let undo: String?
    /// Only present after a change of an album's members.
    let ranks: [Int]?
}

/// The collections, as decoded by a page.
struct CollectionsAnswer: Decodable {
    struct Collection: Decodable {
        let identifier: String
        let type: String
        let subtype: Int
        let title: String
        let count: Int
        let parent: String?
    }

    let collections: [Collection]
}

/// The metadata of an asset that tests need.
struct AssetAnswer: Decodable {
    struct Resource: Decodable {
        let type: String
        let originalFilename: String
        let contentType: String
        let address: String
    }

    struct Pictures: Decodable {
        let thumbnail: String
        let preview: String
        let full: String?
        let animated: String?
    }

    struct Video: Decodable {
        let address: String
        let codec: String?
    }

    let identifier: String
    let mediaType: String
    let kinds: [String]
    let creationDate: String?
    let localDateTime: String?
    let utcOffset: Int?
    struct Metadata: Decodable {
        let caption: String?
        let keywords: [String]
        let rating: Int?
    }

    struct Location: Decodable {
        let latitude: Double
        let longitude: Double
        let altitude: Double?
    }

    struct Burst: Decodable {
        let identifier: String
        let count: Int
        let representsBurst: Bool
        let isKept: Bool
    }

    let dateSource: String?
    let burst: Burst?
    let isFavorite: Bool
    let isHidden: Bool
    let trashedDate: String?
    let location: Location?
    let metadata: Metadata
    let damage: String?
    let resources: [Resource]
    let content: String
    let pictures: Pictures
    let video: Video?
}
