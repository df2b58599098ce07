public import AlbumenGraphics
public import Foundation
import MediaRequests

extension CIImage {
    /// Returns the part of the image inside a rectangle. The rectangle is extended to whole pixels when the image is
    /// rendered.
    public func cropped(to rect: CGRect) -> CIImage {
        guard !rect.isInfinite else { return self }
        return CIImage(node: ImageNode(.crop(node, GraphRectangle(of: rect))))
    }

    /// Returns the transformed image.
    public func transformed(by matrix: CGAffineTransform) -> CIImage {
        guard !matrix.isIdentity else { return self }
        return CIImage(node: ImageNode(.transform(node, GraphTransform(matrix))))
    }

    /// Returns the transformed image. The better filter is used in any case.
    public func transformed(by matrix: CGAffineTransform, highQualityDownsample: Bool) -> CIImage {
        transformed(by: matrix)
    }

    /// Returns the image made upright from an EXIF orientation, with its lower left corner at the origin.
    public func oriented(forExifOrientation orientation: Int32) -> CIImage {
        let matrix = orientationTransform(forExifOrientation: orientation)
        guard !matrix.isIdentity else { return self }
        return CIImage(node: ImageNode(.transform(node, GraphTransform(matrix)), orientation: 1))
    }

    /// Returns the image made upright from an orientation, with its lower left corner at the origin.
    public func oriented(_ orientation: CGImagePropertyOrientation) -> CIImage {
        oriented(forExifOrientation: Int32(orientation.rawValue))
    }

    /// Returns the transformation of `oriented(forExifOrientation:)`.
    public func orientationTransform(forExifOrientation orientation: Int32) -> CGAffineTransform {
        guard let extent = node.extent.rectangle, (2...8).contains(orientation) else { return .identity }
        let upright = GraphTransform.upright(
            from: Int(orientation), width: extent.width, height: extent.height)
        let t = GraphTransform(a: 1, b: 0, c: 0, d: 1, tx: -extent.x, ty: -extent.y).followed(by: upright)
        return CGAffineTransform(
            a: CGFloat(t.a), b: CGFloat(t.b), c: CGFloat(t.c), d: CGFloat(t.d), tx: CGFloat(t.tx), ty: CGFloat(t.ty))
    }

    /// Returns the transformation of `oriented(_:)`.
    public func orientationTransform(for orientation: CGImagePropertyOrientation) -> CGAffineTransform {
        orientationTransform(forExifOrientation: Int32(orientation.rawValue))
    }

    /// Returns the image drawn over another one.
    public func composited(over dest: CIImage) -> CIImage {
        CIImage(node: ImageNode(.composite(node, dest.node)))
    }

    /// Returns an infinite image that continues the edges of this one.
    public func clampedToExtent() -> CIImage {
        CIImage(node: ImageNode(.clamp(node)))
    }

    /// Returns the image cropped to a rectangle, with the rectangle's edges continued infinitely.
    public func clamped(to rect: CGRect) -> CIImage {
        cropped(to: rect).clampedToExtent()
    }

    /// Returns the blurred image. Its extent grows by three times the radius. Blur a clamped image, and crop it, to keep
    /// the edges opaque.
    ///
    /// - Parameter sigma: The standard deviation in pixels, at most 500.
    public func applyingGaussianBlur(sigma: Double) -> CIImage {
        CIImage(node: ImageNode(.filter(node, .gaussianBlur(radius: sigma))))
    }

    /// Returns the result of a filter with this image as its `inputImage`.
    ///
    /// - Parameters:
    ///   - filterName: One of the names that `CIFilter(name:)` accepts. With any other name, the result is empty.
    ///   - params: The filter's other inputs.
    public func applyingFilter(_ filterName: String, parameters params: [String: Any]) -> CIImage {
        guard let filter = CIFilter(name: filterName) else { return CIImage() }
        for (key, value) in params { filter.setValue(value, forKey: key) }
        filter.setValue(self, forKey: kCIInputImageKey)
        return filter.outputImage ?? CIImage()
    }

    /// Returns the result of a filter with its defaults.
    public func applyingFilter(_ filterName: String) -> CIImage {
        applyingFilter(filterName, parameters: [:])
    }
}

extension GraphTransform {
    init(_ matrix: CGAffineTransform) {
        self.init(
            a: Double(matrix.a), b: Double(matrix.b), c: Double(matrix.c), d: Double(matrix.d), tx: Double(matrix.tx),
            ty: Double(matrix.ty))
    }
}
