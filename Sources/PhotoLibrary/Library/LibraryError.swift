import CodedErrors
public import Foundation

/// An error of a photo library.
public struct LibraryError: Error, Sendable, CustomStringConvertible, LocalizedError {
    /// The kind of error. Later versions may add more.
    public struct Code: Sendable, Hashable {
        private enum Name {
            case notALibrary, newerFormat, notFound, accessDenied, missingBytes
            case unsupportedChange, unsupportedAsset, inconsistentIndexes, invalidValue, mismatchedPair
            case invalidResource, missingResource, needsConfirmation
            case conflictingEdit, invalidAdjustment
            case changeTokenExpired, changeDetailsGone
            case networkAccessRequired, networkFailed
            case libraryMoved, libraryReplaced, volumeOffline, notWatched
        }
        private let name: Name

        /// The folder exists but isn't a library.
        public static let notALibrary = Code(name: .notALibrary)
        /// A newer Albumen made the library.
        public static let newerFormat = Code(name: .newerFormat)
        /// The library or object doesn't exist.
        public static let notFound = Code(name: .notFound)
        /// The client may not do this.
        public static let accessDenied = Code(name: .accessDenied)
        /// The library's folder was moved or deleted while the library was open.
        public static let libraryMoved = Code(name: .libraryMoved)
        /// Another library took the folder's place while the library was open.
        public static let libraryReplaced = Code(name: .libraryReplaced)
        /// The library's volume was disconnected while the library was open.
        public static let volumeOffline = Code(name: .volumeOffline)
        /// Changes by other programs can't be observed.
        public static let notWatched = Code(name: .notWatched)
        /// The bytes are remote, and the request doesn't allow a download.
        public static let networkAccessRequired = Code(name: .networkAccessRequired)
        /// The download of remote bytes failed.
        public static let networkFailed = Code(name: .networkFailed)
        /// The bytes of a file aren't in the library.
        public static let missingBytes = Code(name: .missingBytes)
        /// The object doesn't support this change.
        public static let unsupportedChange = Code(name: .unsupportedChange)
        /// The change isn't for this kind of asset.
        public static let unsupportedAsset = Code(name: .unsupportedAsset)
        /// The indexes don't match the list or the number of objects.
        public static let inconsistentIndexes = Code(name: .inconsistentIndexes)
        /// A value is invalid, such as a latitude of 200 degrees or a rating of nine.
        public static let invalidValue = Code(name: .invalidValue)
        /// The photo and the video don't belong to the same Live Photo.
        public static let mismatchedPair = Code(name: .mismatchedPair)
        /// A file can't be used as this resource of an asset.
        public static let invalidResource = Code(name: .invalidResource)
        /// A required file or value is missing.
        public static let missingResource = Code(name: .missingResource)
        /// The asset was edited or reverted since the start of the edit.
        public static let conflictingEdit = Code(name: .conflictingEdit)
        /// The recipe of an edit is empty, too large, or that of the previous edit.
        public static let invalidAdjustment = Code(name: .invalidAdjustment)
        /// The change removes so many objects that their count must be confirmed.
        public static let needsConfirmation = Code(name: .needsConfirmation)
        /// The change token can't be used: its changes were trimmed, it belongs to another library, or the client's
        /// access has changed.
        public static let changeTokenExpired = Code(name: .changeTokenExpired)
        /// The change was trimmed from the history.
        public static let changeDetailsGone = Code(name: .changeDetailsGone)
    }

    public let code: Code
    /// The problem and the next step, for people.
    public let message: String

    package init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    public var description: String { message }
    public var errorDescription: String? { message }
}

extension LibraryError: CodedError {}
