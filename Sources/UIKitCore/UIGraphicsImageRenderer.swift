public import AlbumenGraphics
public import Foundation
import Pixels

/// The settings of an image renderer.
open class UIGraphicsImageRendererFormat: NSObject {
    /// The number of pixels per point. The default is the scale of the screen.
    open var scale: CGFloat = UIScreen.main.scale
    /// Whether images start black instead of transparent.
    open var opaque = false

    public required override init() {}

    /// Returns a format with the scale of the screen.
    open class func `default`() -> Self { Self() }

    /// Returns the same format as `default()`.
    open class func preferred() -> Self { Self() }
}

/// The drawing environment of an image renderer's closure.
open class UIGraphicsImageRendererContext: NSObject {
    private let context: ImageContext
    private let rendererFormat: UIGraphicsImageRendererFormat
    /// A single pixel for the calls of clients whose image has no area.
    private lazy var substitute = CGContext(
        size: PixelSize(width: 1, height: 1), isOpaque: false, transform: CGAffineTransform())

    init(_ context: ImageContext, _ format: UIGraphicsImageRendererFormat) {
        self.context = context
        rendererFormat = format
    }

    open var format: UIGraphicsImageRendererFormat { rendererFormat }

    /// The context of the image. Its origin is the upper left, and y grows downwards, in points.
    ///
    /// If the image has no area or exceeds the limit, drawing into the context has no effect.
    open var cgContext: CGContext {
        guard let context = context.context ?? substitute else { preconditionFailure("no memory for a pixel") }
        return context
    }

    /// Fills a rectangle in points with the fill colour.
    open func fill(_ rect: CGRect) {
        cgContext.fill(rect)
    }

    /// Fills a rectangle in points with the fill colour and a blend mode.
    open func fill(_ rect: CGRect, blendMode: CGBlendMode) {
        cgContext.saveGState()
        cgContext.setBlendMode(blendMode)
        cgContext.fill(rect)
        cgContext.restoreGState()
    }

    /// Restricts drawing to a rectangle in points.
    open func clip(to rect: CGRect) {
        cgContext.clip(to: rect)
    }

    /// An image of the current drawing.
    open var currentImage: UIImage { context.image() ?? UIImage() }
}

/// Creates images by drawing.
open class UIGraphicsImageRenderer: NSObject {
    private let bounds: CGRect
    private let rendererFormat: UIGraphicsImageRendererFormat

    /// - Parameter size: The size in points, at the scale of the screen.
    public convenience init(size: CGSize) {
        self.init(size: size, format: UIGraphicsImageRendererFormat())
    }

    /// - Parameter size: The size in points.
    public convenience init(size: CGSize, format: UIGraphicsImageRendererFormat) {
        self.init(bounds: CGRect(origin: .zero, size: size), format: format)
    }

    /// - Parameter bounds: The bounds in points. Their origin is the upper left corner of the image.
    public convenience init(bounds: CGRect) {
        self.init(bounds: bounds, format: UIGraphicsImageRendererFormat())
    }

    /// - Parameter bounds: The bounds in points. Their origin is the upper left corner of the image.
    public init(bounds: CGRect, format: UIGraphicsImageRendererFormat) {
        self.bounds = bounds
        rendererFormat = format
    }

    open var format: UIGraphicsImageRendererFormat { rendererFormat }

    /// Returns an image of the closure's drawing. Calls the closure once, on this thread.
    ///
    /// - Returns: The image. It's empty if the size has no area, a side exceeds 32,767 pixels, or the area exceeds
    ///   250 million pixels.
    open func image(actions: (UIGraphicsImageRendererContext) -> Void) -> UIImage {
        let context = ImageContext(bounds: bounds, isOpaque: rendererFormat.opaque, scale: rendererFormat.scale)
        ImageContext.push(context)
        defer { ImageContext.pop() }
        actions(UIGraphicsImageRendererContext(context, rendererFormat))
        return context.image() ?? UIImage()
    }

    /// Returns a JPEG of the closure's drawing.
    ///
    /// - Parameter compressionQuality: The quality, from 0 to 1.
    open func jpegData(
        withCompressionQuality compressionQuality: CGFloat, actions: (UIGraphicsImageRendererContext) -> Void
    ) -> Data {
        image(actions: actions).jpegData(compressionQuality: compressionQuality) ?? Data()
    }

    /// Returns a PNG of the closure's drawing.
    open func pngData(actions: (UIGraphicsImageRendererContext) -> Void) -> Data {
        image(actions: actions).pngData() ?? Data()
    }
}
