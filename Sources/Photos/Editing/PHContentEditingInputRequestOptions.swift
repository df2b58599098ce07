// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import Foundation
import PhotoLibrary

/// The identifier of a request for a content editing input. Positive and unique in the process.
public typealias PHContentEditingInputRequestID = Int

/// Whether there is no input because the asset's file is remote, as an `NSNumber`. Only present if it's `true`.
/// Request the input again with ``PHContentEditingInputRequestOptions/isNetworkAccessAllowed``.
public let PHContentEditingInputResultIsInCloudKey: String = "PHContentEditingInputResultIsInCloudKey"

/// Whether the request was cancelled, as an `NSNumber`. Only present if it's `true`.
public let PHContentEditingInputCancelledKey: String = "PHContentEditingInputCancelledKey"

/// The reason why there is no input, as an `NSError`.
public let PHContentEditingInputErrorKey: String = "PHContentEditingInputErrorKey"

/// Options for a request for a content editing input. A request reads its options once. Later changes have no effect
/// on it.
open class PHContentEditingInputRequestOptions: NSObject {
    /// A closure that returns whether the app understands the recipe of the asset's edit. The default returns `false`.
    ///
    /// Called once per request, on the queue of the completion handler and before it, if the asset has an edit whose
    /// recipe can be read. Not called for an asset without an edit.
    ///
    /// - If it returns `true`, the input contains the recipe, and the file that the recipe applies to. The app can
    ///   change the edit.
    /// - If it returns `false`, the input contains the edited file without a recipe. The app can edit it further.
    open var canHandleAdjustmentData: (PHAdjustmentData) -> Bool = { _ in false }

    /// Whether the request may download remote files. The default is `false`.
    open var isNetworkAccessAllowed = false

    /// The original to edit of a photo that was taken as RAW and JPEG or HEIC. Returns `compressed` until it's set.
    ///
    /// Until then, the request uses the original that ``PHAsset/originalResourceChoice`` names. Once it's set, also to
    /// `compressed`, the request acts as if the user had chosen that original: the input contains its file and type. If
    /// the app edits it, the change also chooses this original for the asset, because the recipe applies to it. Apple
    /// doesn't document that.
    ///
    /// An edit whose recipe the app doesn't understand is edited as it's shown, whichever original it was made from.
    /// The request fails with 3306 if the asset has one original.
    open var originalResourceChoice: PHAsset.OriginalResourceChoice {
        get { requestedOriginal ?? .compressed }
        set { requestedOriginal = newValue }
    }

    /// The original that the app set, or `nil` to use that of the asset.
    private(set) var requestedOriginal: PHAsset.OriginalResourceChoice?

    /// A handler that is called during a download with its fraction from 0 to 1, on a private serial queue. Setting the
    /// pointer's value to `true` cancels the request.
    open var progressHandler: ((Double, UnsafeMutablePointer<ObjCBool>) -> Void)?

    /// Whether the input has no ``PHContentEditingInput/displaySizeImage``. The default is `false`. If it's `true`, the
    /// request doesn't decode the photo, unless a Live Photo needs its picture. So a damaged photo gives no error.
    open var skipsDisplaySizeImage = false

    public override init() {}
}

extension ImageRequestSettings {
    /// Converts the options of a content editing input. `nil` means the default options.
    init(_ options: PHContentEditingInputRequestOptions?) {
        let imageOptions = PHImageRequestOptions()
        imageOptions.deliveryMode = .highQualityFormat
        imageOptions.isNetworkAccessAllowed = options?.isNetworkAccessAllowed ?? false
        if let progressHandler = options?.progressHandler {
            // The completion handler receives the error of a failed download.
            imageOptions.progressHandler = { fraction, error, stop, _ in
                if error == nil { progressHandler(fraction, stop) }
            }
        }
        self.init(imageOptions)
    }
}

extension ImageResultInfo {
    /// The dictionary of a request for a content editing input.
    var editingDictionary: [AnyHashable: Any] {
        var info: [AnyHashable: Any] = [:]
        if isInCloud { info[PHContentEditingInputResultIsInCloudKey] = NSNumber(value: true) }
        if isCancelled { info[PHContentEditingInputCancelledKey] = NSNumber(value: true) }
        if let error { info[PHContentEditingInputErrorKey] = NSError.photos(error) }
        return info
    }
}
