import CoreMedia
import Foundation

/// The edits of a composition's track. Its segments follow one another without gaps, from zero.
enum TrackSegments {
    typealias Segment = AVCompositionTrackSegment

    /// Returns the parts of segments within a range, moved so that the range starts at zero.
    static func parts(of segments: [Segment], in range: CMTimeRange) -> [Segment] {
        segments.compactMap { segment in
            let mapping = segment.timeMapping
            let overlap = mapping.target.intersection(range)
            guard overlap.duration > .zero else { return nil }
            let target = CMTimeRange(start: overlap.start - range.start, duration: overlap.duration)
            guard !mapping.isEmpty else { return Segment(timeRange: target) }
            let source = CMTimeRange(
                start: CMTimeMapTimeFromRangeToRange(overlap.start, fromRange: mapping.target, toRange: mapping.source),
                end: CMTimeMapTimeFromRangeToRange(overlap.end, fromRange: mapping.target, toRange: mapping.source))
            return segment.with(CMTimeMapping(source: source, target: target))
        }
    }

    /// Returns segments that start later.
    static func moved(_ segments: [Segment], by offset: CMTime) -> [Segment] {
        segments.map { segment in
            let mapping = segment.timeMapping
            let target = CMTimeRange(start: mapping.target.start + offset, duration: mapping.target.duration)
            return segment.with(CMTimeMapping(source: mapping.source, target: target))
        }
    }

    static func end(of segments: [Segment]) -> CMTime { segments.last?.timeMapping.target.end ?? .zero }

    /// Inserts segments that start at zero. Later segments move. A gap before `time` becomes an empty segment.
    static func insert(_ inserted: [Segment], into segments: [Segment], at time: CMTime) -> [Segment] {
        let end = end(of: segments)
        if time >= end {
            let gap = time > end ? [Segment(timeRange: CMTimeRange(start: end, end: time))] : []
            return segments + gap + moved(inserted, by: time)
        }
        let head = parts(of: segments, in: CMTimeRange(start: .zero, end: time))
        let tail = parts(of: segments, in: CMTimeRange(start: time, end: end))
        let length = Self.end(of: inserted)
        return head + moved(inserted, by: time) + moved(tail, by: time + length)
    }

    /// Removes a range. Later segments move.
    static func remove(_ range: CMTimeRange, from segments: [Segment]) -> [Segment] {
        let end = end(of: segments)
        guard range.start < end else { return segments }
        let head = parts(of: segments, in: CMTimeRange(start: .zero, end: range.start))
        guard range.end < end else { return head }
        return head + moved(parts(of: segments, in: CMTimeRange(start: range.end, end: end)), by: range.start)
    }

    /// Makes a range play faster or slower. Later segments move.
    static func scale(_ range: CMTimeRange, of segments: [Segment], to duration: CMTime) -> [Segment] {
        let end = end(of: segments)
        let range = range.intersection(CMTimeRange(start: .zero, end: end))
        guard range.duration > .zero, duration > .zero else { return segments }
        let head = parts(of: segments, in: CMTimeRange(start: .zero, end: range.start))
        let middle = CMTimeRange(start: .zero, duration: range.duration)
        let target = CMTimeRange(start: .zero, duration: duration)
        let scaled = parts(of: segments, in: range).map { segment in
            let mapping = segment.timeMapping
            let times = CMTimeRange(
                start: CMTimeMapTimeFromRangeToRange(mapping.target.start, fromRange: middle, toRange: target),
                end: CMTimeMapTimeFromRangeToRange(mapping.target.end, fromRange: middle, toRange: target))
            return segment.with(CMTimeMapping(source: mapping.source, target: times))
        }
        let tail = range.end < end ? parts(of: segments, in: CMTimeRange(start: range.end, end: end)) : []
        return head + moved(scaled, by: range.start) + moved(tail, by: range.start + duration)
    }
}
