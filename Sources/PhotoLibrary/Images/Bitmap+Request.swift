import MediaRequests
import Pixels

extension Bitmap {
    /// Returns the part and size of this entire image that the request needs.
    func cut(for request: ImageRequest) -> Bitmap {
        let part = request.layout.crop.map { cropped(to: $0, of: request.source.size) } ?? self
        return part.size == request.layout.size ? part : part.scaled(to: request.layout.size)
    }

    /// Returns a degraded image for the request, or `nil` if too few pixels of this image would remain.
    func degraded(for request: ImageRequest) -> Bitmap? {
        let part = request.layout.crop.map { cropped(to: $0, of: request.source.size) } ?? self
        let least = min(RenderRequest.previewLimitInPixels, request.layout.size.longSide)
        return part.longSide >= least ? part : nil
    }

    /// Returns a coarser form of a finished image, but not below the minimum size of degraded results. After an
    /// earlier degraded image, it has half the size. Returns `nil` if it would be no better than the earlier one, or
    /// as large as the image.
    func coarser(than earlier: Bitmap?) -> Bitmap? {
        let least = RenderRequest.previewLimitInPixels
        guard let earlier else {
            let side = min(Derivatives.Step.thumbnail.rawValue, max(least, longSide / 2))
            return side < longSide ? scaled(to: size.fitting(longSide: side)) : nil
        }
        let side = max(least, longSide / 2)
        return side > earlier.longSide && side < longSide ? scaled(to: size.fitting(longSide: side)) : nil
    }

    /// Returns the part that a rectangle of the original image covers. This bitmap is a reduction of that image.
    private func cropped(to rectangle: PixelRectangle, of picture: PixelSize) -> Bitmap {
        func span(_ start: Int, _ length: Int, _ side: Int, _ full: Int) -> (start: Int, length: Int) {
            let scale = Double(side) / Double(full)
            let first = min(side - 1, max(0, Int((Double(start) * scale).rounded(.down))))
            let last = min(side, max(first + 1, Int((Double(start + length) * scale).rounded(.up))))
            return (first, last - first)
        }
        let (x, width) = span(rectangle.x, rectangle.width, self.width, picture.width)
        let (y, height) = span(rectangle.y, rectangle.height, self.height, picture.height)
        return cropped(to: PixelRectangle(x: x, y: y, width: width, height: height))
    }
}
