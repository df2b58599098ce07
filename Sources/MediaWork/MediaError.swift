import Foundation

/// Why a media file could not be worked on.
package struct MediaError: Error, Codable, Sendable, Equatable, CustomStringConvertible {
    /// Kinds of failure; more may come.
    package enum Code: String, Codable, Sendable {
        /// The bytes are of no kind of photo or video that Albumen knows.
        case notMedia
        /// The bytes have the mark of a photo or video, and no picture size can be read from them.
        case unreadable
        /// The format or codec is known, and nothing here decodes it. No fault of the file.
        case unsupported
        /// The machine has no memory or no descriptor left at the moment. No fault of the file.
        case exhausted
        /// The file has no picture that could be had sooner than its own.
        case noPreview
        /// A declared size passes the limits.
        case limitExceeded
        /// The worker died on these bytes, twice.
        case workerCrashed
        /// The worker was ended because these bytes made it try what decoding never needs.
        case forbidden
        /// The worker did not answer in time, twice, or used up its processor time.
        case timedOut
        /// Whoever asked no longer wants the answer. No fault of the file.
        case cancelled
        /// There is no worker program to be found.
        case workerMissing
        /// The worker and its host do not understand one another.
        case protocolViolation
    }

    package var code: Code
    /// For people: what is wrong and what to do.
    package var message: String

    package init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    package static let cancelled = MediaError(.cancelled, "The request was cancelled.")

    package var description: String { message }
}

extension MediaError: LocalizedError {
    package var errorDescription: String? { message }
}
