import Foundation
import MediaWork
import Pixels

/// Memory with samples in it while a picture is made. Used by one thread.
final class PixelMemory {
    let base: UnsafeMutableRawPointer
    let count: Int
    private let release: @Sendable (UnsafeRawPointer) -> Void
    private var isOwner = true

    /// Beyond the bytes asked for there is room for what fast code touches behind the last row; it starts at a multiple of this, too.
    private static let margin = 64

    /// Memory that is zero everywhere: what a decoder leaves out shows nothing of an earlier picture.
    ///
    /// - Throws: `limitExceeded` where there is not so much memory.
    init(count: Int) throws(MediaError) {
        guard count >= 0, count <= Int.max - 2 * Self.margin, let start = calloc(count + 2 * Self.margin, 1) else {
            throw MediaError(.limitExceeded, "the picture takes more memory than albumen gives it")
        }
        base = start.alignedUp(toMultipleOf: Self.margin)
        self.count = count
        release = { [address = UInt(bitPattern: start)] _ in free(UnsafeMutableRawPointer(bitPattern: address)) }
    }

    /// Takes over what a library allocated and wrote in full.
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

    /// Hands the memory over to a picture; afterwards this object must not be used.
    func becomeBitmap(_ size: PixelSize, hasAlpha: Bool) -> Bitmap {
        isOwner = false
        return Bitmap(
            takingOver: base, width: size.width, height: size.height, bytesPerRow: size.width * Bitmap.bytesPerPixel,
            hasAlpha: hasAlpha, release: release)
    }
}
