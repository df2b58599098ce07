// swift-format-ignore-file: AlwaysUseLowerCamelCase

import AlbumenGraphics
public import Foundation
public import ItemProviders
import PhotoLibrary
import Records
public import UIKitCore
import UniformTypeIdentifiers

/// The identifier of a request for a Live Photo of files. Positive and unique in the process.
public typealias PHLivePhotoRequestID = Int32

/// An identifier that no request has.
public let PHLivePhotoRequestIDInvalid: PHLivePhotoRequestID = 0

/// The reason why there is no Live Photo, as an `NSError`.
public let PHLivePhotoInfoErrorKey: String = "PHLivePhotoInfoErrorKey"

/// Whether a better result follows, as an `NSNumber`. Always present.
public let PHLivePhotoInfoIsDegradedKey: String = "PHLivePhotoInfoIsDegradedKey"

/// Whether the request was cancelled, as an `NSNumber`. Only present if it's `true`.
public let PHLivePhotoInfoCancelledKey: String = "PHLivePhotoInfoCancelledKey"

/// A picture with a video of the moments around it.
///
/// Request the Live Photo of an asset from ``PHImageManager``, or make one of two files:
///
/// ```swift
/// let (photo, video) = (URL(fileURLWithPath: "IMG_1.HEIC"), URL(fileURLWithPath: "IMG_1.MOV"))
/// PHLivePhoto.request(
///     withResourceFileURLs: [photo, video], placeholderImage: nil, targetSize: .zero, contentMode: .aspectFit
/// ) { livePhoto, info in
///     print(livePhoto?.size ?? .zero, info[PHLivePhotoInfoErrorKey] ?? "no error")
/// }
/// ```
///
/// A Live Photo that you create with `init()` is empty.
// Unchecked because the class is open. Its stored property is constant.
open class PHLivePhoto: NSObject, NSCopying, NSSecureCoding, NSItemProviderReading, @unchecked Sendable {
    let content: LivePhotoContent?

    /// Creates an empty Live Photo, for subclasses in tests of an app.
    public override init() {
        content = nil
    }

    init(_ content: LivePhotoContent) {
        self.content = content
    }

    /// The size of the picture in pixels, as it was requested.
    open var size: CGSize { content?.size ?? .zero }

    /// Not in Apple's framework: the picture at the requested size.
    open var image: UIImage? { content?.image }

    /// Not in Apple's framework: the URL of the video, or `nil` for a degraded or empty Live Photo, or if the app may
    /// no longer see the asset. The file is readable until the process ends. Its last component is the file's name.
    open var videoURL: URL? {
        guard let content, !content.isPending else { return nil }
        do {
            return try content.videoURL(for: .current)
        } catch {
            Diagnostics.report("The video of a Live Photo could not be read: \(error)")
            return nil
        }
    }

    /// Requests a Live Photo of two files: a photo and a video with the same content identifier, in any order.
    ///
    /// The handler is called on the main queue, or on `PHPhotoLibrary.callbackQueue`. It first receives a degraded Live
    /// Photo with the placeholder, or else with the preview in the photo if it has one, and then the Live Photo. The
    /// files must stay where they are as long as the Live Photo is used.
    ///
    /// If there is no Live Photo, the handler receives `nil` and a ``PHPhotosError``:
    /// - 3302 if a file can't be read, or if the files aren't a photo and a video
    /// - -1 if they aren't the photo and the video of one Live Photo
    /// - 3072 if the request was cancelled
    ///
    /// - Parameters:
    ///   - image: A picture for the degraded result.
    ///   - targetSize: The size in pixels. Zero and `PHImageManagerMaximumSize` mean all pixels.
    /// - Returns: The identifier to cancel the request with.
    @discardableResult
    open class func request(
        withResourceFileURLs fileURLs: [URL], placeholderImage image: UIImage?, targetSize: CGSize,
        contentMode: PHImageContentMode, resultHandler: @escaping (PHLivePhoto?, [AnyHashable: Any]) -> Void
    ) -> PHLivePhotoRequestID {
        let request = LivePhotoFileRequest(
            fileURLs, placeholder: image, targetSize, contentMode, on: PhotoLibrarySession.current.callbackQueue,
            handler: resultHandler)
        request.start()
        return request.number
    }

    /// Cancels a request for a Live Photo of files. Calls its handler once more, without a Live Photo, with
    /// `PHLivePhotoInfoCancelledKey` and error 3072. Has no effect if the request has ended.
    open class func cancelRequest(withRequestID requestID: PHLivePhotoRequestID) {
        PendingRequests.cancel(requestID)
    }

    /// Returns the Live Photo itself, because it's immutable.
    open func copy(with zone: NSZone? = nil) -> Any {
        self
    }

    // MARK: Item providers

    /// The type of a folder with a photo and a video. Empty for a subclass, which the framework can't create.
    open class var readableTypeIdentifiersForItemProvider: [String] {
        self == PHLivePhoto.self ? [UTType.livePhotoBundle.identifier] : []
    }

    /// Always throws, because a Live Photo consists of two files. `NSItemProvider.loadObject(ofClass:)` reads the
    /// provider's folder instead.
    open class func object(withItemProviderData data: Data, typeIdentifier: String) throws -> Self {
        throw NSError.item(
            .unavailableCoercionError,
            "A Live Photo can't be created from data. Register a folder with its photo and its video.")
    }

    // MARK: Coding

    open class var supportsSecureCoding: Bool { true }

    /// Decodes a Live Photo.
    ///
    /// A Live Photo of an asset is only decoded if the app may see the asset, and a Live Photo of files if they exist.
    public required init?(coder: NSCoder) {
        guard let data = coder.decodeObject(of: NSData.self, forKey: LivePhotoArchive.key),
            let content = LivePhotoArchive.content(of: Data(referencing: data), .current)
        else { return nil }
        self.content = content
    }

    /// Encodes the picture, and the places of the files. Doesn't encode the files.
    open func encode(with coder: NSCoder) {
        guard let data = content.flatMap(LivePhotoArchive.data) else { return }
        coder.encode(data as NSData, forKey: LivePhotoArchive.key)
    }
}
