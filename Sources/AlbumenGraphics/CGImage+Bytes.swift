public import Foundation
import Pixels

extension CGImage {
    /// Creates an image from a client's pixels.
    ///
    /// The initializer supports eight bits per component in these layouts, and treats all of them as sRGB:
    /// - RGB with 32 bits per pixel, in either byte order, with alpha or an unused byte first or last.
    /// - RGB with 24 bits per pixel.
    /// - Grey with 8 bits per pixel.
    ///
    /// - Parameters:
    ///   - decode: Must be `nil`.
    ///   - shouldInterpolate: Has no effect.
    ///   - intent: Has no effect.
    /// - Returns: `nil` if the layout or colour space isn't supported, a side is less than one pixel, or there are
    ///   too few bytes.
    public convenience init?(
        width: Int, height: Int, bitsPerComponent: Int, bitsPerPixel: Int, bytesPerRow: Int, space: CGColorSpace,
        bitmapInfo: CGBitmapInfo, provider: CGDataProvider, decode: UnsafePointer<CGFloat>?, shouldInterpolate: Bool,
        intent: CGColorRenderingIntent
    ) {
        guard bitsPerComponent == 8, decode == nil, width > 0, height > 0,
            let layout = PixelByteLayout(bitsPerPixel: bitsPerPixel, space: space, bitmapInfo: bitmapInfo)
        else { return nil }
        let data = provider.bytes
        let (rowSize, isWide) = width.multipliedReportingOverflow(by: layout.byteCount)
        let (before, isLong) = (height - 1).multipliedReportingOverflow(by: bytesPerRow)
        let (size, isLarge) = before.addingReportingOverflow(rowSize)
        guard !isWide, !isLong, !isLarge, bytesPerRow >= rowSize, data.count >= size else { return nil }
        self.init(
            Bitmap(width: width, height: height, hasAlpha: layout.hasAlpha) { pixels in
                data.withUnsafeBytes { bytes in
                    guard let source = bytes.bindMemory(to: UInt8.self).baseAddress,
                        let target = pixels.bindMemory(to: UInt8.self).baseAddress
                    else { return }
                    for y in 0..<height {
                        layout.convert(
                            source + y * bytesPerRow, into: target + y * width * Bitmap.bytesPerPixel, count: width)
                    }
                }
            })
    }
}
