/// An immutable image in memory. Any thread can read it.
///
/// Each pixel consists of red, green, blue and alpha, in this order, of eight bits each, in sRGB and premultiplied by
/// alpha. The rows start at the top.
// Unchecked because the bytes don't change after initialization.
package final class Bitmap: @unchecked Sendable {
    package static let bytesPerPixel = 4

    /// The width in pixels.
    package let width: Int
    package let height: Int
    /// The length of a row in bytes, at least four times the width.
    package let bytesPerRow: Int
    /// Whether a pixel may be transparent. If `false`, the alpha of each pixel is 255.
    package let hasAlpha: Bool
    /// The same image with light that's brighter than white, in the same size, or `nil` if there is none.
    package let hdr: HDRBitmap?

    private let base: UnsafeRawPointer
    private let release: @Sendable (UnsafeRawPointer) -> Void

    /// Creates an image whose pixels a closure writes, row by row without padding.
    ///
    /// - Parameters:
    ///   - isCleared: Whether the memory is zero at first. Pass `false` if `fill` writes all bytes or throws.
    ///   - fill: A closure that writes the pixels.
    package init<Failure: Error>(
        width: Int, height: Int, hasAlpha: Bool, isCleared: Bool = true,
        fill: (UnsafeMutableRawBufferPointer) throws(Failure) -> Void
    ) throws(Failure) {
        let count = width * height * Self.bytesPerPixel
        let memory = UnsafeMutableRawBufferPointer(start: PixelBlocks.shared.allocate(byteCount: count), count: count)
        if isCleared { memory.initializeMemory(as: UInt8.self, repeating: 0) }
        self.width = width
        self.height = height
        self.bytesPerRow = width * Self.bytesPerPixel
        self.hasAlpha = hasAlpha
        self.hdr = nil
        self.base = UnsafeRawPointer(memory.baseAddress!)
        self.release = { PixelBlocks.shared.release(UnsafeMutableRawPointer(mutating: $0), byteCount: count) }
        try fill(memory)
    }

    /// Creates an image over existing memory, which must not change any more. Calls `release` once with `base` when
    /// the image is no longer used.
    package init(
        takingOver base: UnsafeRawPointer, width: Int, height: Int, bytesPerRow: Int, hasAlpha: Bool,
        hdr: HDRBitmap? = nil, release: @escaping @Sendable (UnsafeRawPointer) -> Void
    ) {
        self.base = base
        self.width = width
        self.height = height
        self.bytesPerRow = bytesPerRow
        self.hasAlpha = hasAlpha
        self.hdr = hdr
        self.release = release
    }

    deinit {
        release(base)
    }

    /// The size of the pixels in bytes.
    package var byteCount: Int { bytesPerRow * height }

    /// The size of the pixels and of the HDR rendition in bytes.
    package var byteCountInMemory: Int { byteCount + (hdr?.byteCount ?? 0) }

    /// Returns the image with another HDR rendition. The result shares the pixels.
    package func with(hdr: HDRBitmap?) -> Bitmap {
        guard hdr !== self.hdr else { return self }
        return Bitmap(
            takingOver: base, width: width, height: height, bytesPerRow: bytesPerRow, hasAlpha: hasAlpha, hdr: hdr,
            release: { _ in withExtendedLifetime(self) {} })
    }

    package var longSide: Int { max(width, height) }

    /// Returns a copy of the image in new memory, without its HDR rendition, so that the original's memory can be
    /// released.
    package func copied() -> Bitmap {
        Bitmap(width: width, height: height, hasAlpha: hasAlpha, isCleared: false) { target in
            withBytes { source in
                let rowSize = width * Self.bytesPerPixel
                for row in 0..<height {
                    let part = UnsafeRawBufferPointer(rebasing: source[row * bytesPerRow..<row * bytesPerRow + rowSize])
                    UnsafeMutableRawBufferPointer(rebasing: target[row * rowSize..<(row + 1) * rowSize])
                        .copyMemory(from: part)
                }
            }
        }
    }

    /// Calls a closure with the pixels.
    package func withBytes<Answer, Failure: Error>(
        _ body: (UnsafeRawBufferPointer) throws(Failure) -> Answer
    ) throws(Failure) -> Answer {
        defer { withExtendedLifetime(self) {} }
        return try body(UnsafeRawBufferPointer(start: base, count: byteCount))
    }
}
