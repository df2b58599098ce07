/// A timeline, as a page reads it.
struct TimelineAnswer: Decodable {
    struct Mark: Decodable, Equatable {
        let rank: Int
        let day: Int?
    }

    let version: String
    let count: Int
    let marks: [Mark]
    let window: WindowAnswer?
}

/// A part of a timeline, as a page reads it.
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

    /// One number where the columns are of one length.
    var lengths: Set<Int> {
        [
            identifiers.count, ratios.count, placeholders.count, days.count, kinds.count, durations.count,
            contents.count,
        ]
    }
}

/// The collections, as a page reads them.
struct CollectionsAnswer: Decodable {
    struct Collection: Decodable {
        let identifier: String
        let type: String
        let subtype: Int
        let title: String
        let count: Int
    }

    let collections: [Collection]
}

/// An asset's facts, those that tests look at.
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
    let isHidden: Bool
    let damage: String?
    let resources: [Resource]
    let content: String
    let pictures: Pictures
    let video: Video?
}
