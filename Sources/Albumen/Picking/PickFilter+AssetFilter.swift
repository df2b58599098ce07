import Catalog
import Foundation
import PickerWire
import Records

extension PickFilter {
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

extension PickKind {
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
