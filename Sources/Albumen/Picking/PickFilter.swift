import Catalog
package import Foundation
package import Records

/// A condition for the assets that an app offers to choose from.
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

    var assetFilter: AssetFilter {
        switch self {
        case .any(let filters): .or(filters.map(\.assetFilter))
        case .all(let filters): .and(filters.map(\.assetFilter))
        case .not(let filter): .not(filter.assetFilter)
        case .kind(let kind): kind.assetFilter
        case .playbackStyle(let style): .equal(.playbackStyle, style)
        case .duration(let from, let to):
            .and([PickKind.videos.assetFilter] + Self.bounds(.duration, from, to) { .real($0) })
        case .fileSize(let from, let to): .and(Self.bounds(.fileSize, from, to) { .integer($0) })
        case .creationDate(let from, let to):
            .and(
                [.not(.isNull(.creationDate))]
                    + Self.bounds(.creationDate, from, to) { .real($0.timeIntervalSinceReferenceDate) })
        }
    }

    private static func bounds<Bound>(
        _ column: AssetColumn, _ from: Bound?, _ to: Bound?, _ value: (Bound) -> AssetFilter.Value
    ) -> [AssetFilter] {
        [
            from.map { .comparison(.column(column), .greaterOrEqual, value($0)) },
            to.map { .comparison(.column(column), .lessOrEqual, value($0)) },
        ].compactMap(\.self)
    }
}

/// The kinds of `PHPickerFilter`.
package enum PickKind: String, Sendable, CaseIterable {
    /// All still photos, with Live Photos.
    case images
    case videos, livePhotos, depthEffectPhotos, bursts, panoramas, screenshots, screenRecordings, slomoVideos
    case timelapseVideos, cinematicVideos, spatialMedia

    var assetFilter: AssetFilter {
        switch self {
        case .images: .equal(.mediaType, AssetMediaType.image)
        case .videos: Self.isVideo
        case .livePhotos: .hasAny(.mediaSubtypes, of: MediaSubtypes.photoLive)
        case .depthEffectPhotos: .hasAny(.mediaSubtypes, of: MediaSubtypes.photoDepthEffect)
        case .bursts: .not(.isNull(.burstIdentifier))
        case .panoramas: .hasAny(.mediaSubtypes, of: MediaSubtypes.photoPanorama)
        case .screenshots: .hasAny(.mediaSubtypes, of: MediaSubtypes.photoScreenshot)
        case .screenRecordings: .hasAny(.mediaSubtypes, of: MediaSubtypes.videoScreenRecording)
        case .slomoVideos: .and([Self.isVideo, .hasAny(.mediaSubtypes, of: MediaSubtypes.videoHighFrameRate)])
        case .timelapseVideos: .and([Self.isVideo, .hasAny(.mediaSubtypes, of: MediaSubtypes.videoTimelapse)])
        case .cinematicVideos: .and([Self.isVideo, .hasAny(.mediaSubtypes, of: MediaSubtypes.videoCinematic)])
        case .spatialMedia: .hasAny(.mediaSubtypes, of: MediaSubtypes.spatialMedia)
        }
    }

    private static let isVideo = AssetFilter.equal(.mediaType, AssetMediaType.video)
}
