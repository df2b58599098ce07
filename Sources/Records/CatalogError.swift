import CodedErrors
import Foundation

/// An error of the catalog or of the database of derivatives.
package struct CatalogError: CodedError {
    /// Kinds of failure; more may come.
    package struct Code: Sendable, Hashable {
        private enum Name { case cannotOpen, newerFormat, blobMissing, notFound, diskFull, closed, failed }
        private let name: Name

        /// The file is no catalog, or cannot be read or written.
        package static let cannotOpen = Code(name: .cannotOpen)
        /// A later Albumen wrote it.
        package static let newerFormat = Code(name: .newerFormat)
        /// A row would name bytes that are not in the library.
        package static let blobMissing = Code(name: .blobMissing)
        /// The row that was to change is gone.
        package static let notFound = Code(name: .notFound)
        package static let diskFull = Code(name: .diskFull)
        /// Somebody closed the library.
        package static let closed = Code(name: .closed)
        /// SQLite refused.
        package static let failed = Code(name: .failed)
    }

    package let code: Code
    /// For people: what is wrong and what to do.
    package let message: String
    package let cause: (any Error)?

    package init(_ code: Code, _ message: String, cause: (any Error)? = nil) {
        self.code = code
        self.message = message
        self.cause = cause
    }

    package var description: String {
        cause.map { "\(message) (\($0))" } ?? message
    }

    package var errorDescription: String? { description }
}
