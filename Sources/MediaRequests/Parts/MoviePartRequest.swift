/// A request for a few seconds of a movie as a fragmented MP4 file that browsers play by Media Source.
///
/// The sound is always AAC. Each part begins with its own description of the tracks, and its times are those of the
/// entire movie. So parts can be played in any order, and neighbors join without a gap.
package struct MoviePartRequest: Codable, Sendable, Equatable {
    /// The largest size of a part in bytes. Only copied packets come near it.
    package static let limitInBytes = 192 << 20

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
}
