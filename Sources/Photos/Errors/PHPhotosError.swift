public import Foundation

/// Why the library did not do what it was asked: an error of ``PHPhotosErrorDomain``.
///
/// It is one thing with an `NSError` of that domain: `error as? PHPhotosError`, `error as NSError`, and
/// `catch PHPhotosError.userCancelled` all work on what PhotoKit's calls throw and hand to completion handlers. The
/// message for people is its `localizedDescription`.
// The two protocols together let a cast go both ways on Linux; each alone does not.
public struct PHPhotosError: _BridgedStoredNSError, _ObjectiveCBridgeable, Sendable {
    public let _nsError: NSError

    /// - Parameter error: of ``PHPhotosErrorDomain``; any other stops the program.
    public init(_nsError error: NSError) {
        guard error.domain == PHPhotosErrorDomain else {
            raiseInvalidArgument("An error of the domain \(error.domain) is none of \(PHPhotosErrorDomain).")
        }
        _nsError = error
    }

    public static var _nsErrorDomain: String { PHPhotosErrorDomain }

    /// The domain of all of these errors.
    public static var errorDomain: String { PHPhotosErrorDomain }

    /// What went wrong, by Apple's numbers. Which of them Albumen gives, and when, stands beside each.
    public enum Code: Int, Sendable, _ErrorCodeProtocol {
        public typealias _ErrorType = PHPhotosError

        /// Anything without a number of its own: a value that makes no sense, halves that are no Live Photo, a library
        /// that cannot be opened or read.
        case internalError = -1
        /// The user said no to a deletion, nobody could be asked about it, or a request was cancelled.
        case userCancelled = 3072
        /// A change token is older than the history that is kept, of another library, or of a state that the library has
        /// lost by being restored. Read everything anew, and go on from `PHPhotoLibrary.currentChangeToken`.
        case persistentChangeTokenExpired = 3105
        /// The volume with the library went away while the library was open.
        case libraryVolumeOffline = 3114
        /// The library's folder was moved or deleted while the library was open.
        case relinquishingLibraryBundleToWriter = 3142
        /// Another library took the folder's place while the library was open.
        case switchingSystemPhotoLibrary = 3143
        /// The bytes are elsewhere, and the request may not fetch them. Ask again with network access allowed.
        case networkAccessRequired = 3164
        /// Fetching the bytes from elsewhere failed.
        case networkError = 3169
        /// No object has the identifier.
        case identifierNotFound = 3201
        /// Several assets have the cloud identifier: ``PHLocalIdentifiersErrorKey`` has theirs.
        case multipleIdentifiersFound = 3202
        /// A change was trimmed from the history after it was fetched. Read the objects of that kind anew.
        case persistentChangeDetailsUnavailable = 3210
        /// The object cannot be changed like this.
        case changeNotSupported = 3300
        /// Indexes that do not fit their list or what is put there, or a file that took too long to read.
        case operationInterrupted = 3301
        /// A file is no picture or video that can be read, or not of the type it was given as.
        case invalidResource = 3302
        /// An object, or bytes of it, is no longer in the library, or a part that an asset needs was not given.
        case missingResource = 3303
        /// The disk is full.
        case notEnoughSpace = 3305
        /// The asset has nothing of the kind that was asked for.
        case requestNotSupportedForAsset = 3306
        /// More was asked than Apple's services take. Not given here.
        case limitExceeded = 3307
        /// The app has no access, and the user cannot change that.
        case accessRestricted = 3310
        /// The user does not let the app in, or not as far.
        case accessUserDenied = 3311
        /// The library is in a folder that another program keeps in step with a cloud. Not given here.
        case libraryInFileProviderSyncRoot = 5423

        /// The old name of ``internalError``.
        @available(*, deprecated, renamed: "internalError")
        public static var invalid: Code { .internalError }
    }
}

extension PHPhotosError {
    /// See ``Code/internalError``.
    public static var internalError: Code { .internalError }
    /// See ``Code/userCancelled``.
    public static var userCancelled: Code { .userCancelled }
    /// See ``Code/persistentChangeTokenExpired``.
    public static var persistentChangeTokenExpired: Code { .persistentChangeTokenExpired }
    /// See ``Code/libraryVolumeOffline``.
    public static var libraryVolumeOffline: Code { .libraryVolumeOffline }
    /// See ``Code/relinquishingLibraryBundleToWriter``.
    public static var relinquishingLibraryBundleToWriter: Code { .relinquishingLibraryBundleToWriter }
    /// See ``Code/switchingSystemPhotoLibrary``.
    public static var switchingSystemPhotoLibrary: Code { .switchingSystemPhotoLibrary }
    /// See ``Code/networkAccessRequired``.
    public static var networkAccessRequired: Code { .networkAccessRequired }
    /// See ``Code/networkError``.
    public static var networkError: Code { .networkError }
    /// See ``Code/identifierNotFound``.
    public static var identifierNotFound: Code { .identifierNotFound }
    /// See ``Code/multipleIdentifiersFound``.
    public static var multipleIdentifiersFound: Code { .multipleIdentifiersFound }
    /// See ``Code/persistentChangeDetailsUnavailable``.
    public static var persistentChangeDetailsUnavailable: Code { .persistentChangeDetailsUnavailable }
    /// See ``Code/changeNotSupported``.
    public static var changeNotSupported: Code { .changeNotSupported }
    /// See ``Code/operationInterrupted``.
    public static var operationInterrupted: Code { .operationInterrupted }
    /// See ``Code/invalidResource``.
    public static var invalidResource: Code { .invalidResource }
    /// See ``Code/missingResource``.
    public static var missingResource: Code { .missingResource }
    /// See ``Code/notEnoughSpace``.
    public static var notEnoughSpace: Code { .notEnoughSpace }
    /// See ``Code/requestNotSupportedForAsset``.
    public static var requestNotSupportedForAsset: Code { .requestNotSupportedForAsset }
    /// See ``Code/limitExceeded``.
    public static var limitExceeded: Code { .limitExceeded }
    /// See ``Code/accessRestricted``.
    public static var accessRestricted: Code { .accessRestricted }
    /// See ``Code/accessUserDenied``.
    public static var accessUserDenied: Code { .accessUserDenied }
    /// See ``Code/libraryInFileProviderSyncRoot``.
    public static var libraryInFileProviderSyncRoot: Code { .libraryInFileProviderSyncRoot }
    /// The old name of ``internalError``.
    @available(*, deprecated, renamed: "internalError")
    public static var invalid: Code { .internalError }
}
