import MediaRequests
import Pixels

/// The rules for images that can represent a picture until it's decoded.
enum PreviewRules {
    static let none = MediaError(.noPreview, "the file has no preview of its picture")
    /// The tolerance of a side, relative to its size.
    private static let tolerance = 0.03

    /// Returns whether a small image is a preview of a large one: it has the same aspect ratio, no bars, and isn't
    /// too small.
    static func isPreview(_ size: PixelSize, of picture: PixelSize) -> Bool {
        size.longSide >= RenderRequest.previewLimitInPixels && isSameShape(size, picture)
    }

    static func isSameShape(_ size: PixelSize, _ picture: PixelSize) -> Bool {
        guard size.width > 0, size.height > 0, picture.width > 0, picture.height > 0 else { return false }
        let ratio = Double(size.width) * Double(picture.height) / (Double(size.height) * Double(picture.width))
        return abs(ratio - 1) <= tolerance
    }
}
