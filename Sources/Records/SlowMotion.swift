/// The part of a high-frame-rate video that plays slowed.
///
/// A rate of 0.125 plays a second of the file in eight seconds. Sound slows with the picture.
package struct SlowMotion: Sendable, Hashable, Codable {
    /// A range of the file, in seconds from its start.
    package struct Range: Sendable, Hashable, Codable {
        package var start: Double
        package var duration: Double

        package init(start: Double, duration: Double) {
            self.start = start
            self.duration = duration
        }

        package var end: Double { start + duration }
    }

    /// A piece of the file that plays at one rate.
    package struct Segment: Sendable, Hashable, Codable {
        package var source: Range
        /// 1 for the file's own speed.
        package var rate: Double

        package init(source: Range, rate: Double) {
            self.source = source
            self.rate = rate
        }

        /// The time that the piece takes when it plays, in seconds.
        package var playedDuration: Double { source.duration / rate }
    }

    /// The frame rate at which a slowed video without an adjustment plays, in frames per second.
    package static let playedFrameRate = 30.0
    /// The slowest rate. Apple's cameras record at most 240 frames per second, and others about 2,000.
    package static let lowestRate = 1.0 / 128

    /// The slowed range. It can reach beyond the end of the video.
    package var range: Range
    /// The speed of the range: more than 0, and at most 1.
    package var rate: Double

    /// Returns `nil` if the range is empty or starts before the video, or if the rate isn't a slowing.
    package init?(range: Range, rate: Double) {
        guard range.start.isFinite, range.duration.isFinite, range.start >= 0, range.duration > 0,
            rate.isFinite, rate >= Self.lowestRate, rate <= 1
        else { return nil }
        self.range = range
        self.rate = rate
    }

    /// Creates the slow motion of a video without an adjustment: everything but its first and last tenth plays at
    /// 30 frames per second. Returns `nil` if the frame rate isn't higher, or if the duration is unknown.
    package init?(duration: Double, frameRate: Double) {
        guard duration.isFinite, frameRate.isFinite, frameRate > Self.playedFrameRate else { return nil }
        self.init(
            range: Range(start: duration / 10, duration: duration * 0.8), rate: Self.playedFrameRate / frameRate)
    }

    /// Returns the pieces of a video, in order and without gaps. If the video ends before the slowed range starts, it
    /// is one piece at its own speed.
    ///
    /// - Parameter duration: The video's duration in seconds.
    package func segments(ofVideoLasting duration: Double) -> [Segment] {
        guard duration > 0 else { return [] }
        let start = min(range.start, duration)
        let end = min(range.end, duration)
        return [
            Segment(source: Range(start: 0, duration: start), rate: 1),
            Segment(source: Range(start: start, duration: end - start), rate: rate),
            Segment(source: Range(start: end, duration: duration - end), rate: 1),
        ].filter { $0.source.duration > 0 }
    }

    /// Returns the time that a video takes when it plays slowed, in seconds.
    package func playedDuration(ofVideoLasting duration: Double) -> Double {
        segments(ofVideoLasting: duration).reduce(0) { $0 + $1.playedDuration }
    }
}
