import Foundation

/// The stored form. What a source says nothing of has no key, and a value that it says is absent is `null`, so that the
/// facts of later versions are unknown in the rows of earlier ones.
extension SourceFacts: Codable {
    private enum Key: String, CodingKey {
        case addedDate, burst, caption, capture, isFavorite, isHidden, isSelfPortrait, keywords, place, playsVideo,
            rating
        case subtypes, title, trashedDate, usesRAW
    }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        capture = try container.fact(.capture)
        place = try container.fact(.place)
        title = try container.fact(.title)
        caption = try container.fact(.caption)
        keywords = try container.fact(.keywords)
        rating = try container.fact(.rating)
        burst = try container.fact(.burst)
        isFavorite = try container.decodeIfPresent(Bool.self, forKey: .isFavorite)
        isHidden = try container.decodeIfPresent(Bool.self, forKey: .isHidden)
        addedDate = try container.decodeIfPresent(Date.self, forKey: .addedDate)
        trashedDate = try container.decodeIfPresent(Date.self, forKey: .trashedDate)
        playsVideo = try container.decodeIfPresent(Bool.self, forKey: .playsVideo)
        usesRAW = try container.decodeIfPresent(Bool.self, forKey: .usesRAW)
        subtypes = try container.decodeIfPresent(Int.self, forKey: .subtypes) ?? 0
        isSelfPortrait = try container.decodeIfPresent(Bool.self, forKey: .isSelfPortrait) ?? false
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(capture, forKey: .capture)
        try container.encode(place, forKey: .place)
        try container.encode(title, forKey: .title)
        try container.encode(caption, forKey: .caption)
        try container.encode(keywords, forKey: .keywords)
        try container.encode(rating, forKey: .rating)
        try container.encode(burst, forKey: .burst)
        try container.encodeIfPresent(isFavorite, forKey: .isFavorite)
        try container.encodeIfPresent(isHidden, forKey: .isHidden)
        try container.encodeIfPresent(addedDate, forKey: .addedDate)
        try container.encodeIfPresent(trashedDate, forKey: .trashedDate)
        try container.encodeIfPresent(playsVideo, forKey: .playsVideo)
        try container.encodeIfPresent(usesRAW, forKey: .usesRAW)
        if subtypes != 0 { try container.encode(subtypes, forKey: .subtypes) }
        if isSelfPortrait { try container.encode(true, forKey: .isSelfPortrait) }
    }
}

extension KeyedDecodingContainer {
    fileprivate func fact<Value: Decodable>(_ key: Key) throws -> SourceFact<Value> {
        guard contains(key) else { return .unknown }
        return try decodeNil(forKey: key) ? .none : .known(decode(Value.self, forKey: key))
    }
}

extension KeyedEncodingContainer {
    fileprivate mutating func encode<Value: Encodable>(_ fact: SourceFact<Value>, forKey key: Key) throws {
        switch fact {
        case .unknown: break
        case .none: try encodeNil(forKey: key)
        case .known(let value): try encode(value, forKey: key)
        }
    }
}
