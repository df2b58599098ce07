public import Foundation

/// An error of the photo library, in the domain ``PHPhotosErrorDomain``.
///
/// It's the same as an `NSError` of that domain: `error as? PHPhotosError`, `error as NSError`, and `catch
/// PHPhotosError.userCancelled` all work with errors that PhotoKit throws or passes to completion handlers.
/// `localizedDescription` contains the message for people.
// On Linux, casts in both directions need both protocols.
public struct PHPhotosError: _BridgedStoredNSError, _ObjectiveCBridgeable, Sendable {
    public let _nsError: NSError

    /// - Parameter error: An error in the domain ``PHPhotosErrorDomain``. Stops the program if the domain is
    ///   different.
    public init(_nsError error: NSError) {
        guard error.domain == PHPhotosErrorDomain else {
            raiseInvalidArgument("An error of the domain \(error.domain) is none of \(PHPhotosErrorDomain).")
        }
        _nsError = error
    }

    public static var _nsErrorDomain: String { PHPhotosErrorDomain }

    /// The domain of all errors of this type.
    public static var errorDomain: String { PHPhotosErrorDomain }

    /// Apple's error codes, with the cases in which Albumen uses them.
    public enum Code: Int, Sendable, _ErrorCodeProtocol {
        public typealias _ErrorType = PHPhotosError

        /// Any error without a code of its own: an invalid value, parts that don't form a Live Photo, or a library
        /// that can't be opened or read.
        case internalError = -1
        /// The user declined a deletion, the user couldn't be asked, or a request was cancelled.
        case userCancelled = 3072
        /// A change token is older than the history, belongs to another library, or to a state that the library lost
        /// when it was restored. Fetch all objects again, and continue with `PHPhotoLibrary.currentChangeToken`.
        case persistentChangeTokenExpired = 3105
        /// The library's volume was unmounted while the library was open.
        case libraryVolumeOffline = 3114
        /// The library's folder was moved or deleted while the library was open.
        case relinquishingLibraryBundleToWriter = 3142
        /// Another library replaced the folder while the library was open.
        case switchingSystemPhotoLibrary = 3143
        /// The data is remote, and the request doesn't allow network access. Try again with network access.
        case networkAccessRequired = 3164
        /// The download of remote data failed.
        case networkError = 3169
        /// No object has the identifier.
        case identifierNotFound = 3201
        /// Several assets have the cloud identifier. ``PHLocalIdentifiersErrorKey`` contains their local identifiers.
        case multipleIdentifiersFound = 3202
        /// A change was trimmed from the history after it was fetched. Fetch the objects of that kind again.
        case persistentChangeDetailsUnavailable = 3210
        /// The object doesn't support this change.
        case changeNotSupported = 3300
        /// Indexes don't match their list or the number of objects, or reading a file took too long.
        case operationInterrupted = 3301
        /// A file isn't a readable image or video, or doesn't match its declared type.
        case invalidResource = 3302
        /// An object or its data is no longer in the library, or a required part of an asset is missing.
        case missingResource = 3303
        /// The disk is full.
        case notEnoughSpace = 3305
        /// The asset has no data of the requested kind.
        case requestNotSupportedForAsset = 3306
        /// The request exceeds the limits of Apple's services. Albumen doesn't use this code.
        case limitExceeded = 3307
        /// The app has no access, and the user can't change that.
        case accessRestricted = 3310
        /// The user doesn't give the app access, or not enough.
        case accessUserDenied = 3311
        /// The library is in a folder that another program synchronizes with a cloud. Albumen doesn't use this code.
        case libraryInFileProviderSyncRoot = 5423

        /// The former name of ``internalError``.
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
    /// The former name of ``internalError``.
    @available(*, deprecated, renamed: "internalError")
    public static var invalid: Code { .internalError }
}
