/// A range of times: from `start` up to, but not including, `start + duration`.
package struct MediaTimeRange: Codable, Hashable, Sendable {
    package var start: MediaTime
    package var duration: MediaTime

    package init(start: MediaTime, duration: MediaTime) {
        self.start = start
        self.duration = duration
    }

    /// The end in seconds.
    package var endInSeconds: Double { start.seconds + duration.seconds }
}
