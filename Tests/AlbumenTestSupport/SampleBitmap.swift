package import Pixels

/// Pictures made of nothing but code.
package enum SampleBitmap {
    /// Red grows to the right and green to the bottom, over a chequer of blue: every corner differs from every other.
    package static func gradient(width: Int, height: Int) -> Bitmap {
        Bitmap(width: width, height: height, hasAlpha: false) { bytes in
            for y in 0..<height {
                for x in 0..<width {
                    let offset = (y * width + x) * Bitmap.bytesPerPixel
                    bytes[offset] = UInt8(x * 255 / max(1, width - 1))
                    bytes[offset + 1] = UInt8(y * 255 / max(1, height - 1))
                    bytes[offset + 2] = (x * 8 / width + y * 8 / height) % 2 == 0 ? 64 : 192
                    bytes[offset + 3] = 255
                }
            }
        }
    }

    /// One colour all over.
    package static func plain(
        width: Int, height: Int, red: UInt8 = 0, green: UInt8 = 0, blue: UInt8 = 0, alpha: UInt8 = 255
    ) -> Bitmap {
        Bitmap(width: width, height: height, hasAlpha: alpha < 255) { bytes in
            for offset in stride(from: 0, to: bytes.count, by: Bitmap.bytesPerPixel) {
                for (index, value) in [red, green, blue].enumerated() {
                    bytes[offset + index] = UInt8(Int(value) * Int(alpha) / 255)
                }
                bytes[offset + 3] = alpha
            }
        }
    }
}

extension Bitmap {
    /// One pixel's colours, for looking at a result here and there.
    package func colour(x: Int, y: Int) -> (red: UInt8, green: UInt8, blue: UInt8, alpha: UInt8) {
        withBytes { bytes in
            let offset = y * bytesPerRow + x * Self.bytesPerPixel
            return (bytes[offset], bytes[offset + 1], bytes[offset + 2], bytes[offset + 3])
        }
    }
}
