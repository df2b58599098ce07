import Photos
import UIKit

func usePHPhotosErrorCode(_ code: PHPhotosError.Code, _ error: Error) {
    let _: Int = code.rawValue
    let _: PHPhotosError.Code? = PHPhotosError.Code(rawValue: 3072)
    let _: Bool = code == .userCancelled
    let _: Bool = PHPhotosError.Code.userCancelled ~= error
    requireRawValue(code)
    requireHashable(code)
    requireSendable(code)
}

func everyPHPhotosErrorCode() -> [PHPhotosError.Code] {
    [
        .internalError, .userCancelled, .libraryVolumeOffline, .relinquishingLibraryBundleToWriter,
        .switchingSystemPhotoLibrary, .networkAccessRequired, .networkError, .identifierNotFound,
        .multipleIdentifiersFound, .changeNotSupported, .operationInterrupted, .invalidResource, .missingResource,
        .notEnoughSpace, .requestNotSupportedForAsset, .limitExceeded, .accessRestricted, .accessUserDenied,
        .libraryInFileProviderSyncRoot, .persistentChangeTokenExpired, .persistentChangeDetailsUnavailable,
    ]
}

@available(*, deprecated)
func useOldNameOfPHPhotosErrorCode() {
    let _: PHPhotosError.Code = .invalid
}
