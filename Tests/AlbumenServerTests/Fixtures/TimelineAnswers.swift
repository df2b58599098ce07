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
    let longSides: [Int]
    let placeholders: [String?]
    let days: [Int?]
    let kinds: [[String]]
    let durations: [Double]
    let contents: [String]
    let frameCounts: [Int]
    /// Only present in Recently Deleted.
    let daysLeft: [Int]?

    /// Contains one number if all columns have the same length.
    var lengths: Set<Int> {
        [
            identifiers.count, ratios.count, longSides.count, placeholders.count, days.count, kinds.count,
            durations.count, contents.count, frameCounts.count,
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
        let creationDate: String?
        let cover: String?
    }

    let collections: [Collection]
}

/// The details of an album, as decoded by a page.
struct CollectionDetailsAnswer: Decodable, Equatable {
    let identifier: String
    let title: String
    let description: String
    let firstDay: Int?
    let lastDay: Int?
}

/// The covers of albums, as decoded by a page.
struct CoversAnswer: Decodable {
    struct Cover: Decodable {
        let asset: String
        let content: String
    }

    let covers: [Cover?]
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
        let rendition: String
        let full: String?
        let tiles: String?
        let animated: String?
    }

    struct Alternate: Decodable {
        let type: String
        let pixelWidth: Int
        let pixelHeight: Int
        let content: String
        let pictures: Pictures
    }

    struct Edit: Decodable, Equatable {
        let date: String?
        let editor: String?
        let formatIdentifier: String?
        let formatVersion: String?
    }

    struct Unedited: Decodable {
        let pixelWidth: Int
        let pixelHeight: Int
        let content: String
        let pictures: Pictures
    }

    struct Album: Decodable, Equatable {
        let identifier: String
        let title: String
    }

    struct Video: Decodable {
        struct Frames: Decodable {
            let address: String
            let count: Int
        }

        struct Slowed: Decodable, Equatable {
            let start: Double
            let end: Double
            let rate: Double
        }

        let address: String
        let codec: String?
        let contentType: String
        let parts: String
        let frames: Frames
        let slowMotion: Slowed?
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
    let originalChoice: String?
    let trashedDate: String?
    let location: Location?
    let metadata: Metadata
    let damage: String?
    let resources: [Resource]
    let content: String
    let albums: [Album]
    let pictures: Pictures
    let alternate: Alternate?
    let edit: Edit?
    let unedited: Unedited?
    let video: Video?
}

/// The tiles of a picture, as decoded by a page.
struct TilesAnswer: Decodable {
    struct Level: Decodable, Equatable {
        let width: Int
        let height: Int
    }

    let address: String
    let side: Int
    let levels: [Level]
}
