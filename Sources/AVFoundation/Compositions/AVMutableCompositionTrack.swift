public import AlbumenGraphics
public import CoreMedia
import Foundation

/// A track of a composition that can be changed. Use it from one thread at a time.
open class AVMutableCompositionTrack: AVCompositionTrack {
    open override var preferredTransform: CGAffineTransform {
        get { super.preferredTransform }
        set { state.transform = newValue }
    }

    open override var languageCode: String? {
        get { super.languageCode }
        set { state.language = newValue }
    }

    open override var isEnabled: Bool {
        get { super.isEnabled }
        set { state.isEnabled = newValue }
    }

    /// Inserts a part of a track of another asset. Later parts move.
    ///
    /// - Parameters:
    ///   - timeRange: The times in the other track.
    ///   - startTime: The time in this track.
    /// - Throws: An ``AVError`` if the other track has no file or another kind of media, or if the range is empty or
    ///   outside of the track.
    open func insertTimeRange(_ timeRange: CMTimeRange, of track: AVAssetTrack, at startTime: CMTime) throws {
        guard track.mediaType == mediaType else {
            throw AVError(
                .incompatibleAsset,
                "A track of the type \(mediaType.rawValue) can't contain \(track.mediaType.rawValue)."
            )._nsError
        }
        insert(try Self.segments(of: track, in: timeRange, at: startTime), from: track, at: startTime)
    }

    /// Inserts a pause. Later parts move.
    open func insertEmptyTimeRange(_ timeRange: CMTimeRange) {
        guard timeRange.isValid, timeRange.duration.isNumeric, timeRange.start.isNumeric else { return }
        let pause = AVCompositionTrackSegment(timeRange: CMTimeRange(start: .zero, duration: timeRange.duration))
        // A pause after the end has no effect, as nothing follows it.
        guard timeRange.start < TrackSegments.end(of: state.segments) else { return }
        state.segments = TrackSegments.insert([pause], into: state.segments, at: timeRange.start)
    }

    /// Removes a range. Later parts move.
    open func removeTimeRange(_ timeRange: CMTimeRange) {
        guard timeRange.isValid else { return }
        state.segments = TrackSegments.remove(timeRange, from: state.segments)
    }

    /// Makes a range play faster or slower. Later parts move. Does nothing if the duration isn't positive.
    open func scaleTimeRange(_ timeRange: CMTimeRange, toDuration duration: CMTime) {
        guard timeRange.isValid, duration.isNumeric else { return }
        state.segments = TrackSegments.scale(timeRange, of: state.segments, to: duration)
    }

    func insert(_ segments: [AVCompositionTrackSegment], from track: AVAssetTrack, at startTime: CMTime) {
        if state.source == nil {
            state.source = track.facts
            if state.transform == .identity { state.transform = track.preferredTransform }
        }
        state.segments = TrackSegments.insert(segments, into: state.segments, at: startTime)
    }

    /// Returns the segments for a part of a track, starting at zero.
    static func segments(
        of track: AVAssetTrack, in timeRange: CMTimeRange, at startTime: CMTime
    ) throws -> [AVCompositionTrackSegment] {
        guard timeRange.isValid, timeRange.start.isNumeric, timeRange.duration.isNumeric, startTime.isNumeric,
            startTime >= .zero
        else { throw AVError(.unknown, "The time range or the start time isn't a number of seconds.")._nsError }
        if let track = track as? AVCompositionTrack {
            return TrackSegments.parts(of: track.state.segments, in: timeRange)
        }
        guard let file = track.facts.file else {
            throw AVError(.incompatibleAsset, "The track has no file, so a composition can't contain it.")._nsError
        }
        let range = timeRange.intersection(track.timeRange)
        guard range.duration > .zero else {
            throw AVError(
                .invalidCompositionTrackSegmentDuration, "The time range contains nothing of the track.",
                remedy: "Use a range within the track's timeRange."
            )._nsError
        }
        let before = range.start - timeRange.start
        let segment = AVCompositionTrackSegment(
            file, trackID: track.trackID,
            CMTimeMapping(source: range, target: CMTimeRange(start: before, duration: range.duration)))
        guard before > .zero else { return [segment] }
        return [AVCompositionTrackSegment(timeRange: CMTimeRange(start: .zero, duration: before)), segment]
    }
}
