import CLibTurboJPEG
package import Foundation

/// JPEG by libjpeg-turbo. Any thread may call: each call has a coder of its own for as long as it takes.
package enum JPEGCodec {
    /// The bytes of a baseline JPEG with 4:2:0 colour. A picture with alpha is shown over black.
    ///
    /// - Parameter quality: 1 to 100.
    /// - Throws: `PictureCodingError`, as where a side is over 65,500 pixels.
    package static func encode(_ bitmap: Bitmap, quality: Int) throws -> Data {
        guard let width = Int32(exactly: bitmap.width), let height = Int32(exactly: bitmap.height),
            let bytesPerRow = Int32(exactly: bitmap.bytesPerRow)
        else { throw PictureCodingError(.cannotEncode, "A JPEG cannot be as large as \(bitmap.size).") }
        let coder = try JPEGCoder(.encoding)
        // libjpeg-turbo makes this memory, and it is handed back also where the coding fails half way.
        var bytes: UnsafeMutablePointer<UInt8>?
        var byteCount: UInt = 0
        defer { tjFree(bytes) }
        let status = bitmap.withBytes { source in
            tjCompress2(
                coder.handle, source.baseAddress, width, bytesPerRow, height, TJPF_RGBX.code, &bytes, &byteCount,
                Int32(TJSAMP_420.rawValue), Int32(min(100, max(1, quality))), TJFLAG_ACCURATEDCT)
        }
        guard status == 0, let bytes else { throw PictureCodingError(.cannotEncode, coder.message) }
        return Data(bytes: bytes, count: Int(byteCount))
    }

    /// The picture of a JPEG whose colours are sRGB.
    ///
    /// - Parameter covering: a size that suffices. The picture comes at one of JPEG's own reductions where that saves
    ///   time, and then each of its sides is at least as long as asked.
    /// - Parameter pixelLimit: a picture whose header tells of more pixels is not decoded.
    /// - Throws: `PictureCodingError`, also for bytes that end too soon or have any other fault.
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
            // Clearing would take a good part of the time, and the decoder writes every pixel, or fails.
            return try Bitmap(width: size.width, height: size.height, hasAlpha: false, isCleared: false) { pixels in
                let status = tjDecompress2(
                    coder.handle, source.baseAddress, UInt(source.count),
                    pixels.bindMemory(to: UInt8.self).baseAddress, Int32(size.width), 0, Int32(size.height),
                    TJPF_RGBA.code, flags)
                guard status == 0 else { throw PictureCodingError(.undecodable, coder.message) }
            }
        }
    }

    /// The eighths for which libjpeg-turbo has fast code, smallest first.
    private static let eighths = [1, 2, 4, 8]

    /// The smallest size, of those a decoder makes at once, that covers another.
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
