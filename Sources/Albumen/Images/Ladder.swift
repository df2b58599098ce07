import MediaWork
import Pixels

/// Both stored sizes of an image, made from one decode.
struct Ladder: Sendable {
    /// At most 1,440 pixels on the long side.
    var preview: Bitmap
    /// At most 256 pixels on the long side.
    var thumbnail: Bitmap
}

extension Derivatives {
    /// The worker's request for both sizes.
    static let sizes: [RenderRequest.Size] = [.longSide(Step.preview.rawValue), .longSide(Step.thumbnail.rawValue)]
}
