import AlbumenGraphics
import Foundation
import Pixels

extension CGImage {
    /// Returns whether both images have the same pixels.
    func hasPixels(of other: CGImage) -> Bool {
        guard self !== other else { return true }
        guard bitmap.size == other.bitmap.size, bitmap.hasAlpha == other.bitmap.hasAlpha else { return false }
        guard hasLight(of: other) else { return false }
        let (one, two) = (bitmap, other.bitmap)
        let count = one.width * Bitmap.bytesPerPixel
        return one.withBytes { bytes in
            two.withBytes { others in
                guard let start = bytes.baseAddress, let otherStart = others.baseAddress else { return false }
                return (0..<one.height).allSatisfy { y in
                    memcmp(start + y * one.bytesPerRow, otherStart + y * two.bytesPerRow, count) == 0
                }
            }
        }
    }

    /// Returns whether both images have the same HDR rendition, or none.
    private func hasLight(of other: CGImage) -> Bool {
        guard let one = bitmap.hdr, let two = other.bitmap.hdr else {
            return bitmap.hdr == nil && other.bitmap.hdr == nil
        }
        guard one.headroom == two.headroom else { return false }
        return one.withBytes { bytes in
            two.withBytes { others in
                guard let start = bytes.baseAddress, let otherStart = others.baseAddress else { return false }
                return bytes.count == others.count && memcmp(start, otherStart, bytes.count) == 0
            }
        }
    }
}
