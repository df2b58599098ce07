import AlbumenTestSupport
import Foundation
import Pixels

extension SampleBitmap {
    /// Returns the same image with padding between its rows.
    static func spaced(_ bitmap: Bitmap, bytesPerRow: Int) -> Bitmap {
        let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: bytesPerRow * bitmap.height, alignment: 64)
        memory.initializeMemory(as: UInt8.self, repeating: 170)
        bitmap.withBytes { bytes in
            for y in 0..<bitmap.height {
                let row = bytes[y * bitmap.bytesPerRow..<y * bitmap.bytesPerRow + bitmap.width * Bitmap.bytesPerPixel]
                UnsafeMutableRawBufferPointer(rebasing: memory[(y * bytesPerRow)...])
                    .copyMemory(from: UnsafeRawBufferPointer(rebasing: row))
            }
        }
        return Bitmap(
            takingOver: UnsafeRawPointer(memory.baseAddress!), width: bitmap.width, height: bitmap.height,
            bytesPerRow: bytesPerRow, hasAlpha: bitmap.hasAlpha
        ) { $0.deallocate() }
    }

    /// Returns an image without symmetry. With `alpha`, about two of seven pixels are transparent.
    static func irregular(width: Int, height: Int, alpha: Bool = false) -> Bitmap {
        Bitmap(width: width, height: height, hasAlpha: alpha) { bytes in
            for y in 0..<height {
                for x in 0..<width where !alpha || (x * x + y * 3) % 7 > 1 {
                    let offset = (y * width + x) * Bitmap.bytesPerPixel
                    bytes[offset] = UInt8(truncatingIfNeeded: (x * x * 3 + y * 7) / (1 + width))
                    bytes[offset + 1] = UInt8(truncatingIfNeeded: (y * y * 5 + x * 11) / (1 + height))
                    bytes[offset + 2] = UInt8(truncatingIfNeeded: x * y * 2 / 9)
                    bytes[offset + 3] = 255
                }
            }
        }
    }

    /// Returns an image with all valid combinations of a colour and an alpha.
    static func everyTransparency() -> Bitmap {
        Bitmap(width: 256, height: 256, hasAlpha: true) { bytes in
            for alpha in 0..<256 {
                for value in 0...alpha {
                    let offset = (alpha * 256 + value) * Bitmap.bytesPerPixel
                    bytes[offset] = UInt8(value)
                    bytes[offset + 1] = UInt8(alpha - value)
                    bytes[offset + 2] = UInt8(value / 2)
                    bytes[offset + 3] = UInt8(alpha)
                }
            }
        }
    }
}

extension Bitmap {
    /// All pixels, without the padding between rows.
    var pixels: [UInt8] {
        withBytes { bytes in
            (0..<height).flatMap { Array(bytes[$0 * bytesPerRow..<$0 * bytesPerRow + width * Self.bytesPerPixel]) }
        }
    }
}
