import CodedErrors
import Foundation

/// Why a media file could not be worked on.
package struct MediaError: CodedError, Codable, Equatable {
    /// Kinds of failure; more may come.
    package enum Code: String, Codable, Sendable {
        /// The bytes are of no kind of photo or video that Albumen knows.
        case notMedia
        /// The bytes have the mark of a photo or video, and no picture size can be read from them.
        case unreadable
        /// The format or codec is known, and nothing here decodes it. No fault of the file.
        case unsupported
        /// The movie is encrypted, and its key is not in it. No fault of the file.
        case encrypted
        /// The machine has no memory or no descriptor left at the moment. No fault of the file.
        case exhausted
        /// The file has no picture that could be had sooner than its own.
        case noPreview
        /// A declared size passes the limits.
        case limitExceeded
        /// The worker died on these bytes, twice.
        case workerCrashed
        /// The decode takes longer than the quick lane allows. It belongs to the slow lane.
        case takesLong
        /// The worker was ended because these bytes made it try what decoding never needs.
        case forbidden
        /// The worker used up its processor time, or did not answer in time, twice.
        case timedOut
        /// Whoever asked no longer wants the answer. No fault of the file.
        case cancelled
        /// There is no worker program to be found.
        case workerMissing
        /// The worker's sandbox is incomplete, and the user's setting requires it.
        case sandboxIncomplete
        /// The worker and its host do not understand one another.
        case protocolViolation
    }

    package var code: Code
    /// For people: what is wrong and what to do.
    package var message: String
    /// Whether these bytes would end or occupy the next worker as well, so that trying again is of no use. Only the host
    /// decides this; a worker's answer carries no such word.
    package private(set) var isFaultOfFile = false

    private enum CodingKeys: CodingKey {
        case code, message
    }

    package init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    static func faultOfFile(_ code: Code, _ message: String) -> MediaError {
        var error = MediaError(code, message)
        error.isFaultOfFile = true
        return error
    }

    package static let takesLong = MediaError(.takesLong, "The picture takes longer to decode than most.")
    package static let cancelled = MediaError(.cancelled, "The request was cancelled.")
}
