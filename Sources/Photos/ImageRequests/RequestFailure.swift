import Foundation

/// Why a request cannot be answered that the engine was not asked for.
struct RequestFailure: Error {
    var code: PhotosErrorCode
    /// For people: what is wrong and what to do.
    var message: String

    static let cancelled = RequestFailure(code: .userCancelled, message: "The request was cancelled.")

    static let noAsset = RequestFailure(
        code: .missingResource, message: "The asset stands for nothing: it does not come from a fetch.")

    static let noImageData = RequestFailure(
        code: .requestNotSupportedForAsset, message: "The asset is no image, so there are no bytes of an image.")

    static func targetSize(_ size: CGSize) -> RequestFailure {
        RequestFailure(
            code: .internalError,
            message: "The target size \(size.width) × \(size.height) is none: both must be positive numbers of pixels. "
                + "Ask for PHImageManagerMaximumSize to get all of them.")
    }

    static func access(_ status: PHAuthorizationStatus) -> RequestFailure {
        RequestFailure(
            code: status == .restricted ? .accessRestricted : .accessUserDenied,
            message: "The app may not see the photos. ALBUMEN_ACCESS=authorized or the user's answer allows it.")
    }
}
