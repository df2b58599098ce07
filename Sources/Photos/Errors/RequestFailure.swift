import Albumen
import CodedErrors
import Foundation

/// An error for a request that failed before it reached the engine.
struct RequestFailure: CodedError {
    var code: PHPhotosError.Code
    /// A description for people of the problem and of the next step.
    var message: String
    /// Further user information of the `NSError`.
    var information: [String: [String]] = [:]

    static let cancelled = RequestFailure(code: .userCancelled, message: "The request was cancelled.")

    static let noAsset = RequestFailure(
        code: .missingResource, message: "The asset stands for nothing: it does not come from a fetch.")

    static let noImageData = RequestFailure(
        code: .requestNotSupportedForAsset, message: "The asset is no image, so there are no bytes of an image.")

    static let noChangeDetails = RequestFailure(
        code: .persistentChangeDetailsUnavailable,
        message: "The change has no details, because it comes from no library.")

    static func targetSize(_ size: CGSize) -> RequestFailure {
        RequestFailure(
            code: .internalError,
            message: "The target size \(size.width) × \(size.height) is none: both must be positive numbers of pixels. "
                + "Ask for PHImageManagerMaximumSize to get all of them.")
    }

    /// The error of a client that can't read photos.
    static func access(_ status: PHAuthorizationStatus, client: String) -> RequestFailure {
        denial(status, client, "see the photos")
    }

    /// The error of a client that can't change the library or add photos.
    static func change(_ status: PHAuthorizationStatus, client: String) -> RequestFailure {
        denial(status, client, "change the photo library")
    }

    private static func denial(_ status: PHAuthorizationStatus, _ client: String, _ deed: String) -> RequestFailure {
        RequestFailure(
            code: status == .restricted ? .accessRestricted : .accessUserDenied,
            message: "“\(client)” may not \(deed). ALBUMEN_ACCESS decides if it is set. Else allow it with: "
                + command(toAllow: client))
    }

    /// Returns the command with which the user gives a client full access.
    static func command(toAllow client: String) -> String {
        "albumen access set \(ShellWord.quoted(client)) full"
    }

    static let refusedDeletion = RequestFailure(
        code: .userCancelled, message: "The user did not allow the deletion, so nothing of the block was changed.")

    static let unconfirmedDeletion = RequestFailure(
        code: .userCancelled,
        message: "Nobody could be asked whether the app may delete, so nothing of the block was changed. Run it at a "
            + "terminal, or set ALBUMEN_CONFIRM=allow, or to the number of assets to delete where it is large.")

    static func unknownIdentifier(_ identifier: String) -> RequestFailure {
        RequestFailure(
            code: .identifierNotFound, message: "Nothing in the photo library has the identifier “\(identifier)”.")
    }

    static func severalIdentifiers(_ identifiers: [String], of cloudIdentifier: String) -> RequestFailure {
        RequestFailure(
            code: .multipleIdentifiersFound,
            message: "\(identifiers.count) assets have the cloud identifier “\(cloudIdentifier)”. "
                + "PHLocalIdentifiersErrorKey tells which: choose one.",
            information: [PHLocalIdentifiersErrorKey: identifiers])
    }
}
