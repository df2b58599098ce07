import CodedErrors
import Foundation

/// An error of the catalog or of the database of derivatives.
package struct CatalogError: CodedError {
    /// The kinds of failure. More kinds may be added.
    package struct Code: Sendable, Hashable {
        private enum Name {
            case cannotOpen, newerFormat, blobMissing, notFound, diskFull, closed, failed
            case unconfirmed, replaced, inUse, damaged
        }
        private let name: Name

        /// The file isn't a catalog, or can't be read or written.
        package static let cannotOpen = Code(name: .cannotOpen)
        /// A later version of Albumen wrote the file.
        package static let newerFormat = Code(name: .newerFormat)
        /// A row would refer to bytes that aren't in the library.
        package static let blobMissing = Code(name: .blobMissing)
        /// The row to change no longer exists.
        package static let notFound = Code(name: .notFound)
        package static let diskFull = Code(name: .diskFull)
        /// The library was closed.
        package static let closed = Code(name: .closed)
        /// The change is in the catalog, but the library's place hasn't confirmed it. It may be there later.
        package static let unconfirmed = Code(name: .unconfirmed)
        /// Another copy of the library owns its place, so this one accepts no changes.
        package static let replaced = Code(name: .replaced)
        /// Another program has the library open.
        package static let inUse = Code(name: .inUse)
        /// A copy of the catalog is damaged.
        package static let damaged = Code(name: .damaged)
        /// SQLite reported another error.
        package static let failed = Code(name: .failed)
    }

    package let code: Code
    /// The problem and the next step. For people.
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
