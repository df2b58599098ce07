public import AVFoundation
public import CoreLocation
public import Foundation
import Records
public import UIKitCore
public import UniformTypeIdentifiers

/// The photo, video or Live Photo to edit, with the recipe of its present edit.
///
/// Request the input of an asset, write the result to the URL of an output, and commit the output:
///
/// ```swift
/// guard let photo = PHAsset.fetchAssets(with: .image, options: nil).firstObject else { return }
/// photo.requestContentEditingInput(with: nil) { input, _ in
///     guard let input, let url = input.fullSizeImageURL, let image = UIImage(contentsOfFile: url.path) else { return }
///     let output = PHContentEditingOutput(contentEditingInput: input)
///     output.adjustmentData = PHAdjustmentData(
///         formatIdentifier: "com.example.copy", formatVersion: "1", data: Data("copy".utf8))
///     do {
///         try image.jpegData(compressionQuality: 0.9)?.write(to: output.renderedContentURL)
///     } catch {
///         return print(error)
///     }
///     PHPhotoLibrary.shared().performChanges {
///         PHAssetChangeRequest(for: photo).contentEditingOutput = output
///     } completionHandler: { success, error in
///         print(success, error?.localizedDescription ?? "")
///     }
/// }
/// ```
open class PHContentEditingInput: NSObject {
    let content: EditingContent?

    /// Creates an empty input, for subclasses in tests of an app. No asset can be edited with it.
    public override init() {
        content = nil
    }

    init(_ content: EditingContent) {
        self.content = content
    }

    /// The type of the asset: image or video.
    open var mediaType: PHAssetMediaType { content?.mediaType ?? .unknown }

    /// The subtypes of the asset, such as Live Photo or panorama.
    open var mediaSubtypes: PHAssetMediaSubtype { content?.mediaSubtypes ?? [] }

    /// The date when the picture was taken.
    open var creationDate: Date? { content?.creationDate }

    /// The location where the picture was taken.
    open var location: CLLocation? { content?.location }

    /// The type of the file to edit.
    open var contentType: UTType? { uniformTypeIdentifier.flatMap { UTType($0) } }

    /// The identifier of the type of the file to edit, such as `public.jpeg`.
    open var uniformTypeIdentifier: String? { content?.uniformTypeIdentifier }

    /// The way to present the input.
    open var playbackStyle: PHAsset.PlaybackStyle { content?.playbackStyle ?? .unsupported }

    /// The recipe of the asset's edit, or `nil` if the asset has no edit or if the app doesn't understand its recipe.
    ///
    /// An output needs a recipe of its own. A change with this object fails with 3300.
    open var adjustmentData: PHAdjustmentData? { content?.adjustmentData }

    /// The upright photo in the size of the screen (`UIScreen.main`), or `nil` for a video.
    open var displaySizeImage: UIImage? { content?.displaySizeImage }

    /// The URL of the photo to edit, or `nil` for a video.
    ///
    /// The file is a regular file whose last component is the photo's name. It stays readable until the process ends,
    /// and must never be changed.
    open var fullSizeImageURL: URL? { content?.fullSizeImageURL }

    /// The orientation of the photo's pixels as EXIF numbers it, from 1 to 8. 1 for HEIC, whose pixels are always
    /// upright once decoded, and 0 for a video.
    open var fullSizeImageOrientation: Int32 { content?.fullSizeImageOrientation ?? 0 }

    /// The video to edit, or `nil` for a photo.
    @available(*, deprecated, renamed: "audiovisualAsset")
    open var avAsset: AVAsset? { audiovisualAsset }

    /// The video to edit, or `nil` for a photo: an `AVURLAsset` of a file that stays readable until the process ends, or
    /// an `AVComposition` of a slow-motion video.
    ///
    /// The library plays an edited video as the app wrote it, so write a slow-motion video slowed.
    open var audiovisualAsset: AVAsset? { content?.audiovisualAsset }

    /// The Live Photo to edit, with a picture in the size of the screen.
    open var livePhoto: PHLivePhoto? { content?.livePhoto }

    /// Returns the value of a property by name. Numbers are `NSNumber`s. A key that the input doesn't have stops the
    /// program.
    @discardableResult
    open func value(forKey key: String) -> Any? {
        propertyValue(key)
    }

    /// Returns whether the input has a property of the selector's name.
    @discardableResult
    open func responds(to aSelector: Selector!) -> Bool {
        hasGetter(aSelector)
    }

    /// Returns the value of a property by name as an object, as ``PHObject/perform(_:)`` does.
    @discardableResult
    open func perform(_ aSelector: Selector!) -> Unmanaged<AnyObject>! {
        performGetter(aSelector)
    }
}

extension PHContentEditingInput: KeyValueCoded {
    static let keyedValues: [String: @Sendable (PHContentEditingInput) -> Any?] = [
        "mediaType": { $0.mediaType.rawValue as NSNumber },
        "mediaSubtypes": { $0.mediaSubtypes.rawValue as NSNumber },
        "creationDate": { $0.creationDate },
        "location": { $0.location },
        "uniformTypeIdentifier": { $0.uniformTypeIdentifier },
        "playbackStyle": { $0.playbackStyle.rawValue as NSNumber },
        "adjustmentData": { $0.adjustmentData },
        "displaySizeImage": { $0.displaySizeImage },
        "fullSizeImageURL": { $0.fullSizeImageURL.map { $0 as NSURL } },
        "fullSizeImageOrientation": { $0.fullSizeImageOrientation as NSNumber },
        "avAsset": { $0.audiovisualAsset },
        "audiovisualAsset": { $0.audiovisualAsset },
        "livePhoto": { $0.livePhoto },
    ]

    func getter(ofKey key: String) -> (() -> Any?)? {
        Self.keyedValues[key].map { get in { get(self) } }
    }
}
