import CodedErrors
internal import Foundation

/// An error of reading, writing, merging, choosing or restoring LTX files.
package struct LTXError: CodedError, Hashable {
    /// The kind of failure.
    package enum Code: Hashable, Sendable {
        /// A header has a field that the format doesn't allow.
        case invalidHeader
        /// A file's transactions differ from those of its name.
        case wrongTransactions
        /// A file ends before its trailer.
        case truncated
        /// A page is damaged, out of order, or not allowed in the file.
        case invalidPage
        /// A snapshot, or a file by which the database grew, lacks a page.
        case missingPage
        /// The index doesn't describe the pages of the file.
        case wrongIndex
        /// The checksum differs from that of the content.
        case wrongChecksum
        /// Bytes follow the trailer.
        case trailingBytes
        /// Files don't follow each other, or have different page sizes.
        case notContiguous
        /// A call on a writer, reader or restore that already finished or failed.
        case alreadyFinished
        /// There is no snapshot to begin with.
        case noSnapshot
        /// No file has a transaction that the restore needs.
        case missingTransaction
        /// The requested transaction isn't the last of any file.
        case notARestorePoint
        /// The files end before the transaction that the place must have.
        case behindHead
        /// A file's date is required and unknown.
        case missingDate
        /// The operating system refused a call on the database file.
        case fileFailure
    }

    package let code: Code
    /// The problem, with its file, and the next step.
    package let message: String

    package init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }
}
