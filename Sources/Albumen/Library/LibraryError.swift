public import Foundation

/// Why a library could not do what it was asked.
public struct LibraryError: Error, Sendable, CustomStringConvertible, LocalizedError {
    /// Kinds of failure; more may come.
    public struct Code: Sendable, Hashable {
        private enum Name { case notALibrary, newerFormat, notFound, accessDenied, missingBytes }
        private let name: Name

        /// The folder is there and is no library.
        public static let notALibrary = Code(name: .notALibrary)
        /// A newer Albumen made the library.
        public static let newerFormat = Code(name: .newerFormat)
        /// There is no such library or object.
        public static let notFound = Code(name: .notFound)
        /// The client may not do this.
        public static let accessDenied = Code(name: .accessDenied)
        /// Bytes that a change names are not in the library.
        public static let missingBytes = Code(name: .missingBytes)
    }

    public let code: Code
    /// For people: what is wrong and what to do.
    public let message: String

    package init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    public var description: String { message }
    public var errorDescription: String? { message }
}
