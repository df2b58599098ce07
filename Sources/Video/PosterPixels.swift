import Foundation
import MediaWork
import Pixels

/// Memory with a picture of four samples a pixel while a poster is made, rows without gaps. Used by one thread.
final class PosterPixels {
    let size: PixelSize
    /// Of one pixel: four for eight bits a sample, eight for sixteen.
    let bytesPerPixel: Int
    private var base: UnsafeMutableRawPointer?

    /// For what fast code touches behind the last row.
    private static let margin = 64

    /// Memory whose content is not set.
    ///
    /// - Throws: `limitExceeded` where there is not so much memory.
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

    /// Hands the memory over to an opaque picture; this object is empty afterwards.
    func becomeBitmap() -> Bitmap? {
        guard let base else { return nil }
        self.base = nil
        return Bitmap(
            takingOver: base, width: size.width, height: size.height, bytesPerRow: bytesPerRow, hasAlpha: false,
            release: { free(UnsafeMutableRawPointer(mutating: $0)) })
    }
}
