import CodedErrors
import Foundation
import PhotoLibrary
import UniformTypeIdentifiers

/// An error for a request that failed before it reached the engine.
struct RequestFailure: CodedError {
    var code: PHPhotosError.Code
    /// A description for people of the problem and of the next step.
    var message: String
    /// Further user information of the `NSError`.
    var information: [String: [String]] = [:]

    static let cancelled = RequestFailure(code: .userCancelled, message: "The request was cancelled.")

    static let noAsset = RequestFailure(
        code: .missingResource, message: "The asset doesn't come from a fetch.")

    static let noImageData = RequestFailure(
        code: .requestNotSupportedForAsset, message: "The asset isn't an image, so there are no bytes of an image.")

    static let noVideo = RequestFailure(
        code: .requestNotSupportedForAsset, message: "The asset isn't a video, so nothing of it can be played.")

    static let noEditableContent = RequestFailure(
        code: .requestNotSupportedForAsset,
        message: "The asset is neither a photo nor a video, so its content can't be edited.")

    static let noOriginalChoice = RequestFailure(
        code: .requestNotSupportedForAsset,
        message: "The asset has only one original. Set originalResourceChoice only for a photo that was taken as RAW "
            + "and JPEG or HEIC.")

    static func unsupportedRendering(_ type: UTType, supported: [UTType]) -> RequestFailure {
        let names = supported.map(\.identifier).joined(separator: " or ")
        return RequestFailure(
            code: .invalidResource, message: "An edit of this asset can't be a \(type.identifier). Use \(names).")
    }

    static func noTemporaryFolder(_ folder: URL) -> RequestFailure {
        RequestFailure(
            code: .internalError,
            message: "There is no folder for temporary files in \(folder.path). Check that it exists and that "
                + "you may write to it.")
    }

    static func unsupportedPreset(_ preset: String, _ filename: String) -> RequestFailure {
        RequestFailure(
            code: .requestNotSupportedForAsset,
            message: "\(filename) can't be exported with the preset “\(preset)”. Choose one of "
                + "AVAssetExportSession.allExportPresets().")
    }

    static let noLivePhoto = RequestFailure(
        code: .requestNotSupportedForAsset,
        message: "This version of the asset isn't a Live Photo. Request its image instead.")

    static let noResource = RequestFailure(
        code: .missingResource, message: "The resource is empty: it does not come from an asset or a Live Photo.")

    static func unreadable(_ file: String, _ reason: String) -> RequestFailure {
        RequestFailure(code: .invalidResource, message: "\(file) cannot be read: \(reason).")
    }

    static func noFile(_ url: URL) -> RequestFailure {
        RequestFailure(code: .internalError, message: "\(url) isn't a file URL. Choose a file on this machine.")
    }

    static let noChangeDetails = RequestFailure(
        code: .persistentChangeDetailsUnavailable,
        message: "The change has no details, because it comes from no library.")

    static func targetSize(_ size: CGSize) -> RequestFailure {
        RequestFailure(
            code: .internalError,
            message: "The target size \(size.width) × \(size.height) isn't valid: both sides must be positive numbers "
                + "of pixels. Use PHImageManagerMaximumSize for all pixels, and zero for a small image.")
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

    /// - Parameter complaint: A sentence about an invalid answer in the environment.
    static func refusedChange(_ complaint: String?) -> RequestFailure {
        let message = "The user didn't allow the deletions or edits of the block, so nothing was changed."
        return RequestFailure(code: .userCancelled, message: complaint.map { "\(message) \($0)" } ?? message)
    }

    static let unconfirmedChange = RequestFailure(
        code: .userCancelled,
        message: "Nobody could be asked whether the app may delete or edit, so nothing of the block was changed. Run "
            + "it at a terminal, or set ALBUMEN_CONFIRM=allow, or to the number of assets to delete where it is large.")

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
