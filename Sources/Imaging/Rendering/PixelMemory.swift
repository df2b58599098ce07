import Foundation
import MediaRequests
import Pixels

/// Memory for samples while an image is made. Only one thread can use it.
final class PixelMemory {
    let base: UnsafeMutableRawPointer
    let count: Int
    private let release: @Sendable (UnsafeRawPointer) -> Void
    private var isOwner = true

    /// The alignment of the memory, and the padding after it for optimized code that accesses bytes behind the last
    /// row.
    private static let margin = 64

    /// Allocates memory.
    ///
    /// - Parameter isCleared: Whether the memory is filled with zeros, so that pixels which a decoder doesn't write
    ///   show nothing of an earlier image. Pass `false` if all bytes will be written.
    /// - Throws: `limitExceeded` if there isn't enough memory.
    init(count: Int, isCleared: Bool = true) throws(MediaError) {
        guard count >= 0, count <= Int.max - 2 * Self.margin,
            let start = isCleared ? calloc(count + 2 * Self.margin, 1) : malloc(count + 2 * Self.margin)
        else {
            throw MediaError(.limitExceeded, "the picture takes more memory than albumen gives it")
        }
        base = start.alignedUp(toMultipleOf: Self.margin)
        self.count = count
        release = { [address = UInt(bitPattern: start)] _ in free(UnsafeMutableRawPointer(bitPattern: address)) }
    }

    /// Takes ownership of memory that a library allocated and filled.
    init(takingOver base: UnsafeMutableRawPointer, count: Int, release: @escaping @Sendable (UnsafeRawPointer) -> Void)
    {
        self.base = base
        self.count = count
        self.release = release
    }

    deinit {
        if isOwner { release(base) }
    }

    func fill(with byte: UInt8) { memset(base, Int32(byte), count) }

    /// Transfers the memory to a bitmap. This object must not be used afterwards.
    func becomeBitmap(_ size: PixelSize, hasAlpha: Bool) -> Bitmap {
        isOwner = false
        return Bitmap(
            takingOver: base, width: size.width, height: size.height, bytesPerRow: size.width * Bitmap.bytesPerPixel,
            hasAlpha: hasAlpha, release: release)
    }

    /// Transfers the memory to an image with light that's brighter than white. This object must not be used afterwards.
    func becomeHDRBitmap(_ size: PixelSize, hasAlpha: Bool, headroom: Double) -> HDRBitmap {
        isOwner = false
        return HDRBitmap(
            takingOver: base, width: size.width, height: size.height, hasAlpha: hasAlpha, headroom: headroom,
            release: release)
    }
}
