import CLibPNG
package import Foundation

/// Encodes and decodes PNGs with libpng, in sRGB with eight bits per channel. Any thread can call it.
package enum PNGCodec {
    /// The compression effort.
    package enum Effort: Sendable {
        /// The default. A photo of 1,440 by 960 pixels takes 500 ms and 1.9 MB.
        case thorough
        /// The same photo takes 95 ms and 3.1 MB.
        case quick
    }

    /// Encodes a PNG, with an alpha channel if the image has one. The colours of transparent pixels are as exact as
    /// their premultiplied values.
    ///
    /// - Throws: `PictureCodingError`.
    package static func encode(_ bitmap: Bitmap, effort: Effort = .thorough) throws -> Data {
        guard let width = UInt32(exactly: bitmap.width), let height = UInt32(exactly: bitmap.height) else {
            throw PictureCodingError(.cannotEncode, "A PNG cannot be as large as \(bitmap.size).")
        }
        var image = png_image.begin()
        image.width = width
        image.height = height
        if effort == .quick { image.flags = UInt32(PNG_IMAGE_FLAG_FAST) }
        image.format = bitmap.hasAlpha ? png_image.rgba : png_image.rgb
        let pixels = bitmap.hasAlpha ? bitmap.straightPixels() : bitmap.opaquePixels()
        var byteCount = CLibPNG_largestSize(image)
        guard let bytes = malloc(Int(byteCount)) else {
            throw PictureCodingError(.cannotEncode, "There is no memory for a PNG of \(byteCount) bytes.")
        }
        guard png_image_write_to_memory(&image, bytes, &byteCount, 0, pixels, 0, nil) != 0 else {
            free(bytes)
            throw PictureCodingError(.cannotEncode, image.text)
        }
        // The memory has the size of the worst case. `realloc` releases the rest.
        return Data(bytesNoCopy: realloc(bytes, Int(byteCount)) ?? bytes, count: Int(byteCount), deallocator: .free)
    }

    /// Decodes a PNG.
    ///
    /// - Parameter pixelLimit: The largest number of pixels. The method doesn't decode an image whose header declares
    ///   more.
    /// - Throws: `PictureCodingError`, for example if the bytes are truncated.
    package static func decode(
        _ data: Data, pixelLimit: Int = PictureCodingError.usualPixelLimit
    ) throws -> Bitmap {
        try data.withUnsafeBytes { bytes in
            var image = png_image.begin()
            defer { png_image_free(&image) }
            guard png_image_begin_read_from_memory(&image, bytes.baseAddress, bytes.count) != 0 else {
                throw PictureCodingError(.undecodable, image.text)
            }
            let size = PixelSize(width: Int(image.width), height: Int(image.height))
            try PictureCodingError.check(size, pixelLimit: pixelLimit)
            let hasAlpha = image.format & png_image.alpha != 0
            image.format = png_image.rgba
            return try Bitmap(width: size.width, height: size.height, hasAlpha: hasAlpha) {
                pixels throws(PictureCodingError) in
                // libpng warns about harmless deviations, so a warning isn't an error.
                guard png_image_finish_read(&image, nil, pixels.baseAddress, 0, nil) != 0 else {
                    throw PictureCodingError(.undecodable, image.text)
                }
                if hasAlpha { premultiply(pixels) }
            }
        }
    }

    private static func premultiply(_ pixels: UnsafeMutableRawBufferPointer) {
        for offset in stride(from: 0, to: pixels.count, by: Bitmap.bytesPerPixel) {
            let alpha = Int(pixels[offset + 3])
            guard alpha < 255 else { continue }
            for channel in offset..<offset + 3 { pixels[channel] = UInt8((Int(pixels[channel]) * alpha + 127) / 255) }
        }
    }
}

extension png_image {
    fileprivate static let alpha = UInt32(PNG_FORMAT_FLAG_ALPHA)
    fileprivate static let rgb = UInt32(PNG_FORMAT_FLAG_COLOR)
    fileprivate static let rgba = rgb | alpha

    fileprivate static func begin() -> png_image {
        var image = png_image()
        image.version = UInt32(PNG_IMAGE_VERSION)
        return image
    }

    /// libpng's message about the latest step.
    fileprivate var text: String {
        withUnsafeBytes(of: message) { "PNG: " + String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    }
}

extension Bitmap {
    /// Returns red, green and blue without alpha.
    fileprivate func opaquePixels() -> [UInt8] {
        withBytes { bytes in
            [UInt8](unsafeUninitializedCapacity: width * height * 3) { pixels, count in
                for y in 0..<height {
                    for x in 0..<width {
                        let offset = y * bytesPerRow + x * Self.bytesPerPixel
                        for channel in 0..<3 {
                            pixels.initializeElement(at: count, to: bytes[offset + channel])
                            count += 1
                        }
                    }
                }
            }
        }
    }

    /// Returns the pixels with colours that aren't premultiplied.
    fileprivate func straightPixels() -> [UInt8] {
        withBytes { bytes in
            [UInt8](unsafeUninitializedCapacity: width * height * 4) { pixels, count in
                for y in 0..<height {
                    for x in 0..<width {
                        let offset = y * bytesPerRow + x * Self.bytesPerPixel
                        let alpha = Int(bytes[offset + 3])
                        for channel in 0..<3 {
                            let value = Int(bytes[offset + channel])
                            let straight = alpha == 0 ? 0 : min(255, (value * 255 + alpha / 2) / alpha)
                            pixels.initializeElement(at: count + channel, to: UInt8(straight))
                        }
                        pixels.initializeElement(at: count + 3, to: UInt8(alpha))
                        count += 4
                    }
                }
            }
        }
    }
}
