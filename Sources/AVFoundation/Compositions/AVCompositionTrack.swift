import AlbumenGraphics
public import CoreMedia
import Foundation

/// The properties of a composition's track.
struct CompositionTrackState {
    var identifier: CMPersistentTrackID
    var mediaType: AVMediaType
    var segments: [AVCompositionTrackSegment] = []
    var transform = CGAffineTransform.identity
    var language: String?
    var isEnabled = true
    /// The properties of the track from which the first part comes.
    var source: TrackFacts?
}

/// A track of a composition.
open class AVCompositionTrack: AVAssetTrack {
    var state: CompositionTrackState
    weak var composition: AVComposition?

    init(_ state: CompositionTrackState) {
        self.state = state
        super.init(TrackFacts(identifier: state.identifier, mediaType: state.mediaType), of: nil)
    }

    override var facts: TrackFacts {
        var facts = state.source ?? super.facts
        facts.identifier = state.identifier
        facts.mediaType = state.mediaType
        facts.transform = state.transform
        facts.language = state.language
        facts.isEnabled = state.isEnabled
        facts.segments = state.segments.map(\.timeMapping)
        let end = facts.segments.last?.target.end ?? .zero
        facts.timeRange = CMTimeRange(start: .zero, end: end)
        if let source = state.source, source.timeRange.duration.seconds > 0, end.seconds > 0 {
            // A slowed part has fewer frames per second.
            let played = facts.segments.filter { !$0.isEmpty }.reduce(0) { $0 + $1.source.duration.seconds }
            facts.frameRate = Float(Double(source.frameRate) * played / end.seconds)
            facts.dataRate = Float(Double(source.dataRate) * played / end.seconds)
        }
        return facts
    }

    open override var asset: AVAsset? { composition }

    /// The parts, one after another. All of them are ``AVCompositionTrackSegment``s.
    open override var segments: [AVAssetTrackSegment] { state.segments }

    open override func segment(forTrackTime trackTime: CMTime) -> AVCompositionTrackSegment? {
        state.segments.first { $0.timeMapping.target.containsTime(trackTime) }
            ?? state.segments.last { $0.timeMapping.target.end <= trackTime }
    }
}

/// A part of a composition's track.
open class AVCompositionTrackSegment: AVAssetTrackSegment {
    /// The file of the part, or `nil` if nothing plays.
    public let sourceURL: URL?
    /// The permission to read the file, or `nil` for a file of the app.
    let permit: MoviePermit?
    /// The number of the track in the file.
    public let sourceTrackID: CMPersistentTrackID

    /// - Parameters:
    ///   - sourceTimeRange: The times in the file's track.
    ///   - targetTimeRange: The times in the composition. If it has another duration, the part plays faster or slower.
    public init(
        url URL: URL, trackID: CMPersistentTrackID, sourceTimeRange: CMTimeRange, targetTimeRange: CMTimeRange
    ) {
        sourceURL = URL
        permit = nil
        sourceTrackID = trackID
        super.init(CMTimeMapping(source: sourceTimeRange, target: targetTimeRange))
    }

    init(_ file: MovieFile, trackID: CMPersistentTrackID, _ mapping: CMTimeMapping) {
        sourceURL = file.url
        permit = file.permit
        sourceTrackID = trackID
        super.init(mapping)
    }

    /// Creates a part in which nothing plays.
    public init(timeRange: CMTimeRange) {
        sourceURL = nil
        permit = nil
        sourceTrackID = kCMPersistentTrackID_Invalid
        super.init(CMTimeMappingMakeEmpty(target: timeRange))
    }

    /// The file of the part, or `nil` if nothing plays.
    var file: MovieFile? { sourceURL.map { MovieFile(url: $0, permit: permit) } }

    /// Returns the part with other times.
    func with(_ mapping: CMTimeMapping) -> AVCompositionTrackSegment {
        guard let file, !mapping.isEmpty else { return AVCompositionTrackSegment(timeRange: mapping.target) }
        return AVCompositionTrackSegment(file, trackID: sourceTrackID, mapping)
    }
}
