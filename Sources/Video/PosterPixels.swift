import Foundation
import MediaRequests
import Pixels

/// Memory for an image of four samples per pixel while a poster is made, without padding between rows. Only one
/// thread can use it.
final class PosterPixels {
    let size: PixelSize
    /// Four bytes for eight bits per sample, eight bytes for sixteen.
    let bytesPerPixel: Int
    private var base: UnsafeMutableRawPointer?

    /// Padding for optimized code that accesses bytes behind the last row.
    private static let margin = 64

    /// Allocates uninitialized memory.
    ///
    /// - Throws: `limitExceeded` if there isn't enough memory.
    init(size: PixelSize, bytesPerPixel: Int = Bitmap.bytesPerPixel) throws(MediaError) {
        let count = size.width * size.height * bytesPerPixel
        guard let base = aligned_alloc(64, (count / Self.margin + 2) * Self.margin) else {
            throw MediaError(.limitExceeded, "the movie's frame takes more memory than albumen gives it")
        }
        self.size = size
        self.bytesPerPixel = bytesPerPixel
        self.base = base
    }

    deinit { free(base) }

    var bytesPerRow: Int { size.width * bytesPerPixel }

    var bytes: UnsafeMutableRawBufferPointer {
        UnsafeMutableRawBufferPointer(start: base, count: base == nil ? 0 : bytesPerRow * size.height)
    }

    /// The first byte, or `nil` if this object is empty.
    var firstByte: UnsafeMutablePointer<UInt8>? { base?.assumingMemoryBound(to: UInt8.self) }

    /// Transfers the memory to an opaque bitmap. This object is empty afterwards.
    func becomeBitmap() -> Bitmap? {
        guard let base else { return nil }
        self.base = nil
        return Bitmap(
            takingOver: base, width: size.width, height: size.height, bytesPerRow: bytesPerRow, hasAlpha: false,
            release: { free(UnsafeMutableRawPointer(mutating: $0)) })
    }
}
