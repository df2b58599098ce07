import Photos
import UIKit

func usePHPhotosError(_ error: PHPhotosError) {
    let _: any Error = error
    let _: any CustomNSError = error
    let _: PHPhotosError.Code = error.code
    let _: Int = error.code.rawValue
    let _: Int = error.errorCode
    let _: [String: Any] = error.errorUserInfo
    let _: String = error.localizedDescription
    let _: NSError = error as NSError
    let _: String = PHPhotosError.errorDomain
    let _: String = PHPhotosErrorDomain
    let _: String = PHLocalIdentifiersErrorKey
    let _: PHPhotosError = PHPhotosError(.userCancelled)
    let _: PHPhotosError = PHPhotosError(.invalidResource, userInfo: [NSLocalizedDescriptionKey: "Torn"])
    let _: Bool = error.code == .userCancelled
    let _: Bool = error == PHPhotosError(.userCancelled)
    var hasher = Hasher()
    error.hash(into: &hasher)
    requireHashable(error)
    requireSendable(error)
}

func listPHPhotosErrorCodes() -> [PHPhotosError.Code] {
    [
        PHPhotosError.internalError, PHPhotosError.userCancelled, PHPhotosError.libraryVolumeOffline,
        PHPhotosError.relinquishingLibraryBundleToWriter, PHPhotosError.switchingSystemPhotoLibrary,
        PHPhotosError.networkAccessRequired, PHPhotosError.networkError, PHPhotosError.identifierNotFound,
        PHPhotosError.multipleIdentifiersFound, PHPhotosError.changeNotSupported, PHPhotosError.operationInterrupted,
        PHPhotosError.invalidResource, PHPhotosError.missingResource, PHPhotosError.notEnoughSpace,
        PHPhotosError.requestNotSupportedForAsset, PHPhotosError.limitExceeded, PHPhotosError.accessRestricted,
        PHPhotosError.accessUserDenied, PHPhotosError.libraryInFileProviderSyncRoot,
        PHPhotosError.persistentChangeTokenExpired, PHPhotosError.persistentChangeDetailsUnavailable,
    ]
}

@available(*, deprecated)
func useOldNamesOfPHPhotosErrors() {
    let _: [PHPhotosError.Code] = [PHPhotosError.invalid, .invalid]
    let _: [Int] = [
        PHPhotosErrorInvalid, PHPhotosErrorUserCancelled, PHPhotosErrorLibraryVolumeOffline,
        PHPhotosErrorRelinquishingLibraryBundleToWriter, PHPhotosErrorSwitchingSystemPhotoLibrary,
    ]
}

/// What an app says of an error, in the ways that apps find it out.
func explain(_ error: Error?) -> String {
    guard let error = error else { return "done" }
    if let photosError = error as? PHPhotosError {
        switch photosError.code {
        case .userCancelled: return "cancelled"
        case .accessUserDenied, .accessRestricted: return "no access"
        case .networkAccessRequired: return "in the cloud"
        default: break
        }
    }
    let nsError = error as NSError
    if nsError.domain == PHPhotosErrorDomain, nsError.code == PHPhotosError.Code.invalidResource.rawValue {
        return "no picture"
    }
    return error.localizedDescription
}

func change(_ block: @escaping () -> Void) -> String {
    do {
        try PHPhotoLibrary.shared().performChangesAndWait(block)
        return "done"
    } catch PHPhotosError.userCancelled {
        return "cancelled"
    } catch let error as PHPhotosError where error.code == .notEnoughSpace {
        return "full"
    } catch let error as PHPhotosError {
        return "\(error.code)"
    } catch {
        return explain(error)
    }
}
