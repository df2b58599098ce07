/// A request for a few seconds of a movie as a fragmented MP4 file that browsers play by Media Source.
///
/// The sound is always AAC. Each part begins with its own description of the tracks, and its times are those of the
/// entire movie. So parts can be played in any order, and neighbors join without a gap.
package struct MoviePartRequest: Codable, Sendable, Equatable {
    /// The duration of a part in seconds. The last part can be shorter or slightly longer.
    package static let durationInSeconds = 4.0
    /// A rest that is shorter than this belongs to the last part.
    private static let shortestRestInSeconds = 0.5
    /// The largest size of a part in bytes. Only copied packets come near it.
    package static let limitInBytes = 192 << 20
    /// The largest number of parts: two days.
    package static let countLimit = 43_200

    /// The filename. Its extension decides the format if the bytes alone don't.
    package var filename: String
    /// The part's number, from 0.
    package var number: Int
    package var form: MoviePartForm

    package init(filename: String, number: Int, form: MoviePartForm) {
        self.filename = filename
        self.number = number
        self.form = form
    }

    /// Returns the number of parts of a movie, which is at least one.
    package static func count(durationInSeconds duration: Double) -> Int {
        guard duration.isFinite, duration > 0 else { return 1 }
        let whole = ((duration - shortestRestInSeconds) / durationInSeconds).rounded(.up)
        return Int(min(Double(countLimit), max(1, whole)))
    }
}
