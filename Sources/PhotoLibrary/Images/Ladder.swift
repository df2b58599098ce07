package import MediaRequests
import Pixels

/// The stored sizes of an image, made from one decode.
package struct Ladder: Sendable {
    /// At most 1,440 pixels on the long side. `nil` if the original serves as the preview.
    var preview: Bitmap?
    /// At most 256 pixels on the long side.
    var thumbnail: Bitmap
}

extension Derivatives {
    /// The worker's request for both sizes.
    static let sizes: [RenderRequest.Size] = [.longSide(Step.preview.rawValue), .longSide(Step.thumbnail.rawValue)]
}

extension Library {
    /// Returns the worker's request for both stored sizes of a file. The worker leaves out the preview if the original
    /// serves as one, unless the library's originals can be remote.
    package func derivativesRequest(filename: String) -> RenderRequest {
        RenderRequest(filename: filename, sizes: Derivatives.sizes, omitsOriginal: cloud.downloads == nil)
    }
}
