public import CoreVideo
import Foundation
import MediaRequests
import Pixels

extension CIImage {
    /// Creates an image from a copy of a pixel buffer's pixels, which count as sRGB.
    ///
    /// The pixel buffer has ``kCVPixelFormatType_32BGRA``, ``kCVPixelFormatType_32ARGB`` or
    /// ``kCVPixelFormatType_32RGBA``. The image of another one is empty: read frames in one of these formats.
    public convenience init(cvPixelBuffer pixelBuffer: CVPixelBuffer) {
        guard let bitmap = Bitmap(pixelBuffer) else {
            self.init()
            return
        }
        self.init(node: ImageNode(.source(.pixels(bitmap), bitmap.size)))
    }

    /// Creates an image from a copy of a pixel buffer's pixels. See ``init(cvPixelBuffer:)``.
    public convenience init(cvImageBuffer imageBuffer: CVImageBuffer) {
        self.init(cvPixelBuffer: imageBuffer)
    }
}

extension CIContext {
    /// Renders an image into a pixel buffer: the part from the origin to the pixel buffer's size. Writes nothing if the
    /// image can't be rendered, or if the pixel buffer has a format with planes.
    public func render(_ image: CIImage, to buffer: CVPixelBuffer) {
        render(
            image, to: buffer, bounds: CGRect(x: 0, y: 0, width: buffer.width, height: buffer.height),
            colorSpace: nil)
    }

    /// Renders a part of an image into a pixel buffer, from its upper left corner on.
    ///
    /// - Parameters:
    ///   - bounds: The part. Writes nothing if it's larger than the pixel buffer.
    ///   - colorSpace: sRGB, linear sRGB or Display P3. `nil` means sRGB.
    public func render(_ image: CIImage, to buffer: CVPixelBuffer, bounds: CGRect, colorSpace: CGColorSpace?) {
        guard let format = CIFormat(buffer.format), !bounds.isNull, !bounds.isInfinite else { return }
        let area = bounds.integral
        guard area.width <= CGFloat(buffer.width), area.height <= CGFloat(buffer.height) else { return }
        let plane = buffer.planes[0]
        render(
            image, toBitmap: plane.base, rowBytes: plane.bytesPerRow, bounds: bounds, format: format,
            colorSpace: colorSpace)
    }
}

extension CIFormat {
    /// - Returns: `nil` for a format with planes.
    init?(_ format: OSType) {
        switch format {
        case kCVPixelFormatType_32BGRA: self = .BGRA8
        case kCVPixelFormatType_32ARGB: self = .ARGB8
        case kCVPixelFormatType_32RGBA: self = .RGBA8
        default: return nil
        }
    }
}

extension Bitmap {
    /// - Returns: `nil` if the pixel buffer has planes.
    fileprivate convenience init?(_ buffer: CVPixelBuffer) {
        guard let places = CIFormat(buffer.format)?.places else { return nil }
        let plane = buffer.planes[0]
        self.init(width: buffer.width, height: buffer.height, hasAlpha: true, isCleared: false) { target in
            for row in 0..<plane.height {
                let source = (plane.base + row * plane.bytesPerRow).assumingMemoryBound(to: UInt8.self)
                let start = row * plane.width * Bitmap.bytesPerPixel
                for column in 0..<plane.width {
                    for band in 0..<4 { target[start + column * 4 + band] = source[column * 4 + places[band]] }
                }
            }
        }
    }
}
