import BlobStore
import Foundation
import MediaRequests
import PhotoLibrary
import Records

extension NSError {
    /// Converts an error of the engine to an error of PhotoKit with Apple's domain and code and the engine's message.
    static func photos(_ error: any Error) -> NSError {
        if let error = error as? PHPhotosError { return error._nsError }
        let failure = error as? RequestFailure
        var information: [String: Any] = [NSLocalizedDescriptionKey: failure?.message ?? "\(error)"]
        information.merge(failure?.information ?? [:]) { first, _ in first }
        return NSError(
            domain: PHPhotosErrorDomain, code: PHPhotosError.Code(standingFor: error).rawValue, userInfo: information)
    }
}

extension PHPhotosError.Code {
    /// Finds the code for an error of the engine.
    fileprivate init(standingFor error: any Error) {
        switch error {
        case let failure as RequestFailure: self = failure.code
        case let error as LibraryError: self.init(error.code)
        case let error as MediaError: self.init(error.code)
        case let error as BlobStoreError: self.init(error.code)
        case let error as CatalogError: self.init(error.code)
        default: self = .internalError
        }
    }

    private init(_ code: CatalogError.Code) {
        switch code {
        case .diskFull: self = .notEnoughSpace
        case .unconfirmed: self = .networkError
        case .replaced: self = .switchingSystemPhotoLibrary
        default: self = .internalError
        }
    }

    private init(_ code: LibraryError.Code) {
        switch code {
        case .notFound, .missingBytes, .missingResource: self = .missingResource
        case .accessDenied: self = .accessUserDenied
        case .unsupportedChange, .invalidAdjustment: self = .changeNotSupported
        case .unsupportedAsset: self = .requestNotSupportedForAsset
        case .inconsistentIndexes, .conflictingEdit: self = .operationInterrupted
        case .invalidResource: self = .invalidResource
        case .needsConfirmation: self = .userCancelled
        case .libraryMoved: self = .relinquishingLibraryBundleToWriter
        case .libraryReplaced: self = .switchingSystemPhotoLibrary
        case .volumeOffline: self = .libraryVolumeOffline
        case .networkAccessRequired: self = .networkAccessRequired
        case .networkFailed: self = .networkError
        case .changeTokenExpired: self = .persistentChangeTokenExpired
        case .changeDetailsGone: self = .persistentChangeDetailsUnavailable
        default: self = .internalError
        }
    }

    private init(_ code: MediaError.Code) {
        switch code {
        // The file causes these errors, or probably causes them.
        case .notMedia, .unreadable, .limitExceeded, .workerCrashed, .forbidden: self = .invalidResource
        case .unsupported, .encrypted, .noPreview: self = .requestNotSupportedForAsset
        case .timedOut, .takesLong: self = .operationInterrupted
        case .bytesMissing: self = .networkAccessRequired
        case .cancelled: self = .userCancelled
        case .diskFull: self = .notEnoughSpace
        case .exhausted, .unwritable, .workerMissing, .sandboxIncomplete, .protocolViolation: self = .internalError
        }
    }

    private init(_ code: BlobStoreError.Code) {
        switch code {
        case .notFound: self = .missingResource
        case .notEnoughSpace: self = .notEnoughSpace
        case .sourceUnreadable, .sourceChanged: self = .invalidResource
        case .cancelled: self = .userCancelled
        default: self = .internalError
        }
    }
}
