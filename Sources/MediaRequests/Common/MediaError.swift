import CodedErrors
import Foundation

/// An error of processing a media file.
package struct MediaError: CodedError, Codable, Equatable {
    /// The kinds of failure. Future versions may add more.
    package enum Code: String, Codable, Sendable {
        /// The bytes aren't a supported photo or video format.
        case notMedia
        /// The bytes have the signature of a photo or video, but no image size can be read from them.
        case unreadable
        /// The format or codec is known, but there is no decoder for it. Not a fault of the file.
        case unsupported
        /// The movie is encrypted, and the file doesn't contain its key. Not a fault of the file.
        case encrypted
        /// The machine currently has no free memory or descriptors. Not a fault of the file.
        case exhausted
        /// The file has no preview that is quicker to get than its image.
        case noPreview
        /// A declared size exceeds the limits.
        case limitExceeded
        /// The worker crashed on these bytes twice.
        case workerCrashed
        /// The decode takes longer than the quick lane allows. The slow lane can do it.
        case takesLong
        /// The kernel ended the worker, because these bytes made it call something that decoding never needs.
        case forbidden
        /// The worker used up its processor time, or didn't answer in time twice.
        case timedOut
        /// The task needs bytes of the file that aren't on this machine, `missingBytes`. Not a fault of the file.
        case bytesMissing
        /// The output doesn't fit on its disk. Not a fault of the file.
        case diskFull
        /// The output can't be written. Not a fault of the file.
        case unwritable
        /// The caller cancelled the request. Not a fault of the file.
        case cancelled
        /// The worker program wasn't found.
        case workerMissing
        /// The worker's sandbox is incomplete, and the user's setting requires a complete one.
        case sandboxIncomplete
        /// The worker and its host don't follow the same protocol.
        case protocolViolation
    }

    package var code: Code
    /// A description for people of the problem and of the next step.
    package var message: String
    /// Whether these bytes would crash or block the next worker, too, so that a retry is useless. Only the host sets
    /// it, and a worker's answer doesn't contain it.
    package private(set) var isFaultOfFile = false

    /// The bytes that a worker missed, with the code `bytesMissing`.
    package private(set) var missingBytes: Range<Int64>?

    private enum CodingKeys: CodingKey {
        case code, message, missingBytes
    }

    package init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    package static func faultOfFile(_ code: Code, _ message: String) -> MediaError {
        var error = MediaError(code, message)
        error.isFaultOfFile = true
        return error
    }

    package static func missing(_ bytes: Range<Int64>) -> MediaError {
        var error = MediaError(.bytesMissing, "The file isn't complete yet.")
        error.missingBytes = bytes
        return error
    }

    /// Returns the same error with a filename in front of its message.
    package func about(_ filename: String) -> MediaError {
        var error = self
        error.message = "“\(filename)”: \(message)"
        return error
    }

    package static let takesLong = MediaError(.takesLong, "The picture takes longer to decode than most.")
    package static let cancelled = MediaError(.cancelled, "The request was cancelled.")
}
