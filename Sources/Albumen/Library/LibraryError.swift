import CodedErrors
public import Foundation

/// Why a library could not do what it was asked.
public struct LibraryError: Error, Sendable, CustomStringConvertible, LocalizedError {
    /// Kinds of failure; more may come.
    public struct Code: Sendable, Hashable {
        private enum Name {
            case notALibrary, newerFormat, notFound, accessDenied, missingBytes
            case unsupportedChange, inconsistentIndexes, invalidValue, mismatchedPair
            case invalidResource, missingResource, needsConfirmation
            case changeTokenExpired, changeDetailsGone
            case networkAccessRequired, networkFailed
            case libraryMoved, libraryReplaced, volumeOffline, notWatched
        }
        private let name: Name

        /// The folder is there and is no library.
        public static let notALibrary = Code(name: .notALibrary)
        /// A newer Albumen made the library.
        public static let newerFormat = Code(name: .newerFormat)
        /// There is no such library or object.
        public static let notFound = Code(name: .notFound)
        /// The client may not do this.
        public static let accessDenied = Code(name: .accessDenied)
        /// The library's folder was moved or deleted while the library was open.
        public static let libraryMoved = Code(name: .libraryMoved)
        /// Another library took the folder's place while the library was open.
        public static let libraryReplaced = Code(name: .libraryReplaced)
        /// The volume with the library went away while it was open.
        public static let volumeOffline = Code(name: .volumeOffline)
        /// Changes by other programs cannot be heard.
        public static let notWatched = Code(name: .notWatched)
        /// Bytes are elsewhere, and the request may not fetch them.
        public static let networkAccessRequired = Code(name: .networkAccessRequired)
        /// Bytes that are elsewhere could not be fetched.
        public static let networkFailed = Code(name: .networkFailed)
        /// Bytes that a change names are not in the library.
        public static let missingBytes = Code(name: .missingBytes)
        /// The object cannot be changed so.
        public static let unsupportedChange = Code(name: .unsupportedChange)
        /// Indexes do not fit the list, or what is to be put there.
        public static let inconsistentIndexes = Code(name: .inconsistentIndexes)
        /// A value that cannot be: a latitude of 200 degrees, a rating of nine.
        public static let invalidValue = Code(name: .invalidValue)
        /// The picture and the video are not halves of one Live Photo.
        public static let mismatchedPair = Code(name: .mismatchedPair)
        /// A file is not what it is said to be.
        public static let invalidResource = Code(name: .invalidResource)
        /// A file that is needed is not there.
        public static let missingResource = Code(name: .missingResource)
        /// The change removes so much that it must be confirmed with its count.
        public static let needsConfirmation = Code(name: .needsConfirmation)
        /// The history no longer goes back to the token, or never had it.
        public static let changeTokenExpired = Code(name: .changeTokenExpired)
        /// The change was trimmed from the history.
        public static let changeDetailsGone = Code(name: .changeDetailsGone)
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

extension LibraryError: CodedError {}
