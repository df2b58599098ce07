public import Foundation

/// How a renderer's pictures are made.
open class UIGraphicsImageRendererFormat: NSObject {
    /// Pixels to a point; the screen's at first.
    open var scale: CGFloat = UIScreen.main.scale
    /// Whether pictures begin black and not clear.
    open var opaque = false

    public required override init() {}

    /// A format that suits the screen.
    open class func `default`() -> Self { Self() }

    /// The same as `default()`.
    open class func preferred() -> Self { Self() }
}

/// What a renderer hands to its closure.
open class UIGraphicsImageRendererContext: NSObject {
    private let context: ImageContext
    private let rendererFormat: UIGraphicsImageRendererFormat

    init(_ context: ImageContext, _ format: UIGraphicsImageRendererFormat) {
        self.context = context
        rendererFormat = format
    }

    open var format: UIGraphicsImageRendererFormat { rendererFormat }

    /// The picture as it is now.
    open var currentImage: UIImage { context.image() ?? UIImage() }
}

/// Makes pictures by drawing.
open class UIGraphicsImageRenderer: NSObject {
    private let bounds: CGRect
    private let rendererFormat: UIGraphicsImageRendererFormat

    /// - Parameter size: in points; there are as many pixels to a point as the screen has.
    public convenience init(size: CGSize) {
        self.init(size: size, format: UIGraphicsImageRendererFormat())
    }

    /// - Parameter size: in points.
    public convenience init(size: CGSize, format: UIGraphicsImageRendererFormat) {
        self.init(bounds: CGRect(origin: .zero, size: size), format: format)
    }

    /// - Parameter bounds: in points; the point that is its origin is the picture's upper left corner.
    public convenience init(bounds: CGRect) {
        self.init(bounds: bounds, format: UIGraphicsImageRendererFormat())
    }

    /// - Parameter bounds: in points; the point that is its origin is the picture's upper left corner.
    public init(bounds: CGRect, format: UIGraphicsImageRendererFormat) {
        self.bounds = bounds
        rendererFormat = format
    }

    open var format: UIGraphicsImageRendererFormat { rendererFormat }

    /// What the closure draws, called once on this thread; an empty image for a size without an area, with a
    /// side of more than 32,767 pixels, or of more than 250 million in all.
    open func image(actions: (UIGraphicsImageRendererContext) -> Void) -> UIImage {
        let context = ImageContext(bounds: bounds, isOpaque: rendererFormat.opaque, scale: rendererFormat.scale)
        ImageContext.push(context)
        defer { ImageContext.pop() }
        actions(UIGraphicsImageRendererContext(context, rendererFormat))
        return context.image() ?? UIImage()
    }

    /// What the closure draws, as a JPEG.
    ///
    /// - Parameter compressionQuality: 0 to 1.
    open func jpegData(
        withCompressionQuality compressionQuality: CGFloat, actions: (UIGraphicsImageRendererContext) -> Void
    ) -> Data {
        image(actions: actions).jpegData(compressionQuality: compressionQuality) ?? Data()
    }

    /// What the closure draws, as a PNG.
    open func pngData(actions: (UIGraphicsImageRendererContext) -> Void) -> Data {
        image(actions: actions).pngData() ?? Data()
    }
}
