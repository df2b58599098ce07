package import Foundation
package import Records

/// A condition for the assets that an app offers to choose from. Its JSON is an object with one field, such as
/// `{"kind": "images"}` or `{"any": […]}`.
package indirect enum PickFilter: Sendable, Hashable {
    /// Matches if any filter matches. An empty list matches no asset.
    case any([PickFilter])
    /// Matches if all filters match. An empty list matches every asset.
    case all([PickFilter])
    case not(PickFilter)
    case kind(PickKind)
    case playbackStyle(PlaybackStyle)
    /// Videos whose duration in seconds is in the range. Photos have no duration.
    case duration(from: Double?, to: Double?)
    /// Assets whose shown file has a size in bytes in the range.
    case fileSize(from: Int64?, to: Int64?)
    /// Assets whose creation date is in the range. Assets without a date aren't.
    case creationDate(from: Date?, to: Date?)

    /// The fields of the JSON. The server reads them itself, because it checks the nesting while it reads.
    package enum Field: String, CodingKey, CaseIterable {
        case any, all, not, kind, playbackStyle, duration, fileSize, creationDate
    }
}

extension PickFilter: Encodable {
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Field.self)
        switch self {
        case .any(let filters): try container.encode(filters, forKey: .any)
        case .all(let filters): try container.encode(filters, forKey: .all)
        case .not(let filter): try container.encode(filter, forKey: .not)
        case .kind(let kind): try container.encode(kind.rawValue, forKey: .kind)
        case .playbackStyle(let style): try container.encode(PlaybackStyle.names[style], forKey: .playbackStyle)
        case .duration(let from, let to): try container.encode([from, to], forKey: .duration)
        case .fileSize(let from, let to): try container.encode([from, to], forKey: .fileSize)
        case .creationDate(let from, let to):
            let style = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
            try container.encode([from, to].map { $0?.formatted(style) }, forKey: .creationDate)
        }
    }
}

/// The kinds of `PHPickerFilter`.
package enum PickKind: String, Sendable, CaseIterable {
    /// All still photos, with Live Photos.
    case images
    case videos, livePhotos, depthEffectPhotos, bursts, panoramas, screenshots, screenRecordings, slomoVideos
    case timelapseVideos, cinematicVideos, spatialMedia
}
