public import Foundation
public import Photos
import PickerWire
import Records

/// The assets that the user can choose in a picker. The others are grey, and the picker says why.
///
/// ```swift
/// configuration.filter = .any(of: [.images, .all(of: [.videos, .duration(...60)])])
/// ```
///
/// A filter has at most eight levels and 100 parts. The server refuses a larger one.
public struct PHPickerFilter: Equatable, Hashable, Sendable {
    let condition: PickFilter

    private init(_ condition: PickFilter) {
        self.condition = condition
    }

    private init(kind: PickKind) {
        self.init(.kind(kind))
    }

    /// Photos, with Live Photos.
    public static let images = PHPickerFilter(kind: .images)
    public static let videos = PHPickerFilter(kind: .videos)
    public static let livePhotos = PHPickerFilter(kind: .livePhotos)
    /// Photos with a depth effect (portraits).
    public static let depthEffectPhotos = PHPickerFilter(kind: .depthEffectPhotos)
    public static let bursts = PHPickerFilter(kind: .bursts)
    public static let panoramas = PHPickerFilter(kind: .panoramas)
    public static let screenshots = PHPickerFilter(kind: .screenshots)
    public static let screenRecordings = PHPickerFilter(kind: .screenRecordings)
    public static let slomoVideos = PHPickerFilter(kind: .slomoVideos)
    public static let timelapseVideos = PHPickerFilter(kind: .timelapseVideos)
    public static let cinematicVideos = PHPickerFilter(kind: .cinematicVideos)
    public static let spatialMedia = PHPickerFilter(kind: .spatialMedia)

    /// Returns a filter for assets with a playback style. No asset qualifies for `unsupported`.
    public static func playbackStyle(_ playbackStyle: PHAsset.PlaybackStyle) -> PHPickerFilter {
        switch playbackStyle {
        case .image: PHPickerFilter(.playbackStyle(.image))
        case .imageAnimated: PHPickerFilter(.playbackStyle(.imageAnimated))
        case .livePhoto: PHPickerFilter(.playbackStyle(.livePhoto))
        case .video: PHPickerFilter(.playbackStyle(.video))
        case .videoLooping: PHPickerFilter(.playbackStyle(.videoLooping))
        case .unsupported: PHPickerFilter(.any([]))
        }
    }

    /// Returns a filter for assets that qualify for one of the filters.
    public static func any(of subfilters: [PHPickerFilter]) -> PHPickerFilter {
        PHPickerFilter(.any(subfilters.map(\.condition)))
    }

    /// Returns a filter for assets that qualify for all of the filters.
    public static func all(of subfilters: [PHPickerFilter]) -> PHPickerFilter {
        PHPickerFilter(.all(subfilters.map(\.condition)))
    }

    /// Returns a filter for assets that don't qualify for a filter.
    public static func not(_ filter: PHPickerFilter) -> PHPickerFilter {
        PHPickerFilter(.not(filter.condition))
    }
}

/// Filters that Apple's picker lacks.
extension PHPickerFilter {
    /// Returns a filter for videos by duration in seconds. Photos don't qualify.
    public static func duration(_ range: ClosedRange<TimeInterval>) -> PHPickerFilter {
        PHPickerFilter(.duration(from: range.lowerBound, to: range.upperBound))
    }

    /// Returns a filter for videos up to a duration in seconds. Photos don't qualify.
    public static func duration(_ range: PartialRangeThrough<TimeInterval>) -> PHPickerFilter {
        PHPickerFilter(.duration(from: nil, to: range.upperBound))
    }

    /// Returns a filter for videos from a duration in seconds. Photos don't qualify.
    public static func duration(_ range: PartialRangeFrom<TimeInterval>) -> PHPickerFilter {
        PHPickerFilter(.duration(from: range.lowerBound, to: nil))
    }

    /// Returns a filter by the size of the file in bytes.
    public static func fileSize(_ range: ClosedRange<Int64>) -> PHPickerFilter {
        PHPickerFilter(.fileSize(from: range.lowerBound, to: range.upperBound))
    }

    /// Returns a filter for files up to a size in bytes.
    public static func fileSize(_ range: PartialRangeThrough<Int64>) -> PHPickerFilter {
        PHPickerFilter(.fileSize(from: nil, to: range.upperBound))
    }

    /// Returns a filter for files from a size in bytes.
    public static func fileSize(_ range: PartialRangeFrom<Int64>) -> PHPickerFilter {
        PHPickerFilter(.fileSize(from: range.lowerBound, to: nil))
    }

    /// Returns a filter by the creation date, without assets that have none.
    public static func creationDate(_ range: ClosedRange<Date>) -> PHPickerFilter {
        PHPickerFilter(.creationDate(from: range.lowerBound, to: range.upperBound))
    }

    /// Returns a filter for assets up to a creation date, without assets that have none.
    public static func creationDate(_ range: PartialRangeThrough<Date>) -> PHPickerFilter {
        PHPickerFilter(.creationDate(from: nil, to: range.upperBound))
    }

    /// Returns a filter for assets from a creation date, without assets that have none.
    public static func creationDate(_ range: PartialRangeFrom<Date>) -> PHPickerFilter {
        PHPickerFilter(.creationDate(from: range.lowerBound, to: nil))
    }
}
