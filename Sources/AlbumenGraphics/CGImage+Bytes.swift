public import Foundation
import Pixels

extension CGImage {
    /// An image of a client's own pixels.
    ///
    /// Taken are eight bits a component: 32 bits a pixel in RGB with the alpha, or a byte to skip, first or last, in either
    /// order of bytes; 24 bits in RGB; and 8 bits of grey. All are taken as sRGB.
    ///
    /// - Parameters:
    ///   - decode: must be nil.
    ///   - shouldInterpolate: not acted on, as `intent` is not.
    /// - Returns: nil for any other layout or colour space, for a side of less than one pixel, and for too few bytes.
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
