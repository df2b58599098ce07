public import AVFoundation
public import CoreImage
public import Foundation

/// The kind of a Live Photo's frame.
public enum PHLivePhotoFrameType: Int, Sendable {
    case photo = 0
    case video = 1
}

/// A frame of a Live Photo to edit: its photo, or a frame of its video.
public protocol PHLivePhotoFrame {
    /// The upright image. A video frame can be rendered until the frame processor returns.
    var image: CIImage { get }

    /// The time of the frame in the video. The photo has the time ``PHLivePhotoEditingContext/photoTime``.
    var time: CMTime { get }

    /// Whether the frame is the photo or belongs to the video.
    var type: PHLivePhotoFrameType { get }

    /// The width of the image, divided by that of the upright photo in full size. Multiply distances in pixels by it,
    /// such as the radius of a blur, so that the video looks like the photo.
    var renderScale: CGFloat { get }
}

/// Edits one frame of a Live Photo.
///
/// Returns the edited image, or `nil` after setting the error, which ends the rendering. Its second argument is where to
/// store the error.
public typealias PHLivePhotoFrameProcessingBlock = (any PHLivePhotoFrame, NSErrorPointer) -> CIImage?

/// An option for rendering an edited Live Photo.
public struct PHLivePhotoEditingOption: RawRepresentable, Hashable, Sendable {
    public let rawValue: String

    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// Whether the video is rendered when it's first played instead of before the handler is called. A Boolean.
    ///
    /// `false` is the default. Only affects Live Photos for playback. If it's `true`, the context calls the frame
    /// processor for the video when ``PHLivePhoto/videoURL`` or a resource of the Live Photo is first used.
    public static let shouldRenderAtPlaybackTime = PHLivePhotoEditingOption(
        rawValue: "PHLivePhotoShouldRenderAtPlaybackTime")
}

/// A frame for the frame processor.
struct EditedLivePhotoFrame: PHLivePhotoFrame {
    let image: CIImage
    let time: CMTime
    let type: PHLivePhotoFrameType
    let renderScale: CGFloat
}
