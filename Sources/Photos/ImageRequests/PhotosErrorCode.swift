import Albumen
import BlobStore
import Foundation
import MediaWork

/// The numbers of Apple's `PHPhotosErrorDomain` that are told.
enum PhotosErrorCode: Int {
    case internalError = -1
    case userCancelled = 3072
    case operationInterrupted = 3301
    case invalidResource = 3302
    case missingResource = 3303
    case notEnoughSpace = 3305
    case requestNotSupportedForAsset = 3306
    case accessRestricted = 3310
    case accessUserDenied = 3311
}

extension PhotosErrorCode {
    /// What stands for an error of the engine.
    init(_ error: any Error) {
        switch error {
        case let failure as RequestFailure: self = failure.code
        case let error as LibraryError: self.init(error.code)
        case let error as MediaError: self.init(error.code)
        case let error as BlobStoreError: self.init(error.code)
        default: self = .internalError
        }
    }

    private init(_ code: LibraryError.Code) {
        switch code {
        case .notFound, .missingBytes: self = .missingResource
        case .accessDenied: self = .accessUserDenied
        default: self = .internalError
        }
    }

    private init(_ code: MediaError.Code) {
        switch code {
        // The file is at fault, or is taken to be.
        case .notMedia, .unreadable, .limitExceeded, .workerCrashed: self = .invalidResource
        case .unsupported, .noPreview: self = .requestNotSupportedForAsset
        case .timedOut: self = .operationInterrupted
        case .exhausted, .workerMissing, .protocolViolation: self = .internalError
        }
    }

    private init(_ code: BlobStoreError.Code) {
        switch code {
        case .notFound: self = .missingResource
        case .notEnoughSpace: self = .notEnoughSpace
        case .cancelled: self = .userCancelled
        default: self = .internalError
        }
    }
}

extension NSError {
    /// An error of the engine as PhotoKit tells it: Apple's domain and number, the engine's words.
    static func photos(_ error: any Error) -> NSError {
        let message = (error as? RequestFailure)?.message ?? "\(error)"
        return NSError(
            domain: "PHPhotosErrorDomain", code: PhotosErrorCode(error).rawValue,
            userInfo: [NSLocalizedDescriptionKey: message])
    }
}
