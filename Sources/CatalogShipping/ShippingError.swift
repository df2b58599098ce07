import CodedErrors
internal import Foundation
internal import Glibc

/// An error of shipping a catalog, with a message for people.
package struct ShippingError: CodedError, Hashable {
    /// The kind of error.
    package enum Code: Sendable, Hashable {
        /// A file can't be opened, read or written.
        case file
        /// The catalog isn't in the WAL mode, or its WAL and the WAL-index disagree.
        case log
        /// A page differs from the ledger. The next `ship()` compares all pages.
        case page
        /// The shipper was closed, or the pages of a change were read after their sink had returned.
        case closed
    }

    package let code: Code
    /// What's wrong, in which file, and the next step.
    package let message: String

    init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    static func file(_ path: String, _ verb: String, _ number: Int32) -> ShippingError {
        let reason = String(cString: strerror(number))
        return ShippingError(
            .file, "The file \(path) can't be \(verb): \(reason). Check its permissions and the disk, and try again.")
    }
}
