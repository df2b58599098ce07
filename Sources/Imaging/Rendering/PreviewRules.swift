import MediaWork
import Pixels

/// What may stand for a picture until it is there.
enum PreviewRules {
    static let none = MediaError(.noPreview, "the file has no preview of its picture")
    /// By so much of its size a side may be off.
    private static let tolerance = 0.03

    /// Whether a small picture is a large one's preview: of its shape, without bars, and no thumbnail of a thumbnail.
    static func isPreview(_ size: PixelSize, of picture: PixelSize) -> Bool {
        size.longSide >= RenderRequest.previewLimitInPixels && isSameShape(size, picture)
    }

    static func isSameShape(_ size: PixelSize, _ picture: PixelSize) -> Bool {
        guard size.width > 0, size.height > 0, picture.width > 0, picture.height > 0 else { return false }
        let ratio = Double(size.width) * Double(picture.height) / (Double(size.height) * Double(picture.width))
        return abs(ratio - 1) <= tolerance
    }
}
