import CLibTurboJPEG
package import Foundation

/// Encodes and decodes JPEGs with libjpeg-turbo. Any thread can call it. Each call uses its own coder.
package enum JPEGCodec {
    /// Encodes a baseline JPEG. An image with alpha is drawn over black.
    ///
    /// - Parameters:
    ///   - quality: The quality, from 1 to 100.
    ///   - hasFullChroma: Whether each pixel keeps its colour. Otherwise, four pixels share one (4:2:0).
    /// - Throws: `PictureCodingError`, for example if a side exceeds 65,500 pixels.
    package static func encode(_ bitmap: Bitmap, quality: Int, hasFullChroma: Bool = false) throws -> Data {
        guard let width = Int32(exactly: bitmap.width), let height = Int32(exactly: bitmap.height),
            let bytesPerRow = Int32(exactly: bitmap.bytesPerRow)
        else { throw PictureCodingError(.cannotEncode, "A JPEG cannot be as large as \(bitmap.size).") }
        let coder = try JPEGCoder(.encoding)
        // libjpeg-turbo allocates this memory, and may do so even if the call fails.
        var bytes: UnsafeMutablePointer<UInt8>?
        var byteCount: UInt = 0
        defer { tjFree(bytes) }
        let sampling = hasFullChroma ? TJSAMP_444 : TJSAMP_420
        let status = bitmap.withBytes { source in
            tjCompress2(
                coder.handle, source.baseAddress, width, bytesPerRow, height, TJPF_RGBX.code, &bytes, &byteCount,
                Int32(sampling.rawValue), Int32(min(100, max(1, quality))), TJFLAG_ACCURATEDCT)
        }
        guard status == 0, let bytes else { throw PictureCodingError(.cannotEncode, coder.message) }
        return Data(bytes: bytes, count: Int(byteCount))
    }

    /// Decodes a JPEG in sRGB.
    ///
    /// - Parameters:
    ///   - covering: A sufficient size. If it's quicker, the method returns the image at one of JPEG's reduced sizes
    ///     that covers this size.
    ///   - pixelLimit: The largest number of pixels. The method doesn't decode an image whose header declares more.
    /// - Throws: `PictureCodingError` if the bytes are truncated or invalid.
    package static func decode(
        _ data: Data, covering: PixelSize? = nil, pixelLimit: Int = PictureCodingError.usualPixelLimit
    ) throws -> Bitmap {
        let coder = try JPEGCoder(.decoding)
        return try data.withUnsafeBytes { bytes in
            let source = bytes.bindMemory(to: UInt8.self)
            var width: Int32 = 0
            var height: Int32 = 0
            var subsampling: Int32 = 0
            var colours: Int32 = 0
            guard
                tjDecompressHeader3(
                    coder.handle, source.baseAddress, UInt(source.count), &width, &height, &subsampling, &colours) == 0
            else { throw PictureCodingError(.undecodable, coder.message) }
            let whole = PixelSize(width: Int(width), height: Int(height))
            try PictureCodingError.check(whole, pixelLimit: pixelLimit)
            let size = covering.map { reduction(of: whole, covering: $0) } ?? whole
            let flags = TJFLAG_STOPONWARNING | TJFLAG_LIMITSCANS
            // Clearing would take a considerable part of the time. The decoder either writes all pixels or fails.
            return try Bitmap(width: size.width, height: size.height, hasAlpha: false, isCleared: false) { pixels in
                let status = tjDecompress2(
                    coder.handle, source.baseAddress, UInt(source.count),
                    pixels.bindMemory(to: UInt8.self).baseAddress, Int32(size.width), 0, Int32(size.height),
                    TJPF_RGBA.code, flags)
                guard status == 0 else { throw PictureCodingError(.undecodable, coder.message) }
            }
        }
    }

    /// The scale factors, in eighths, for which libjpeg-turbo has optimized code, in ascending order.
    private static let eighths = [1, 2, 4, 8]

    /// Returns the smallest size that a decoder supports and that covers another size.
    private static func reduction(of whole: PixelSize, covering wanted: PixelSize) -> PixelSize {
        let sizes = eighths.map { eighth in
            PixelSize(width: (whole.width * eighth + 7) / 8, height: (whole.height * eighth + 7) / 8)
        }
        return sizes.first { $0.width >= wanted.width && $0.height >= wanted.height } ?? whole
    }
}

extension TJPF {
    fileprivate var code: Int32 { Int32(bitPattern: UInt32(truncatingIfNeeded: rawValue)) }
}
