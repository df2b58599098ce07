import CodedErrors
import Foundation

/// An error of an upload.
package struct UploadError: CodedError, Equatable {
    package enum Code: Sendable {
        /// There is no such upload: it was cancelled, it expired, or its file is in the library.
        case notFound
        /// The bytes don't start where the stored ones end.
        case wrongOffset
        /// The bytes, or the lengths of two requests, don't match the length of the upload.
        case wrongLength
        /// All bytes have arrived before.
        case alreadyComplete
        /// Another request writes to the upload, or takes its place.
        case busy
        /// The file, or the uploads together, are larger than the limit.
        case tooLarge
        /// There are too many unfinished uploads.
        case tooMany
        /// The library's disk has no room for the bytes.
        case noRoom
        /// The bytes don't have the digest that the sender stated.
        case wrongDigest
        /// The name can't be that of a file.
        case badName
        /// Another process takes in the uploads of this library.
        case heldElsewhere
        /// The disk or the system failed.
        case failed
    }

    package let code: Code
    package let message: String
    /// The number of stored bytes, if the offset is wrong.
    package var offset: Int64?

    init(_ code: Code, _ message: String, offset: Int64? = nil) {
        (self.code, self.message, self.offset) = (code, message, offset)
    }

    static let notFound = UploadError(
        .notFound,
        "There is no such upload. It was cancelled, it expired, or its file is in the library. Send the file "
            + "again: the library keeps no file twice.")

    static let busy = UploadError(
        .busy, "Another request sends bytes of this file. Ask for the offset, and continue from there.")

    static let alreadyComplete = UploadError(.alreadyComplete, "All bytes of this file have arrived.")

    static let tooMany = UploadError(
        .tooMany,
        "Too many files are being added at the same time. Wait until some are in the library, or cancel some.")

    static func noRoom(for size: Int64) -> UploadError {
        let problem =
            size > 0 ? "The library's disk has no room for \(size) more bytes" : "The library's disk is full"
        return UploadError(.noRoom, "\(problem). Make room there, and continue: what has arrived is kept.")
    }
}
