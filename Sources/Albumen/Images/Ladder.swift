import MediaWork
import Pixels

/// Both stored sizes of a picture, fresh from one decode.
struct Ladder: Sendable {
    /// At most 1,440 pixels on the long side.
    var preview: Bitmap
    /// At most 256.
    var thumbnail: Bitmap
}

extension Derivatives {
    /// What the worker is asked for, to make both.
    static let sizes: [RenderRequest.Size] = [.longSide(Step.preview.rawValue), .longSide(Step.thumbnail.rawValue)]
}
