/// An immutable image in memory with light that's brighter than white. Any thread can read it.
///
/// Each pixel consists of red, green, blue and alpha, in this order, as half floats (`HalfFloat`), in linear light with
/// sRGB's primaries, and premultiplied by alpha. 1 is white, and brighter light is above 1. Colours outside of sRGB
/// have components below 0. The rows start at the top and have no padding.
// Unchecked because the bytes don't change after initialization.
package final class HDRBitmap: @unchecked Sendable {
    package static let bytesPerPixel = 8

    package let width: Int
    package let height: Int
    /// Whether a pixel may be transparent. If `false`, the alpha of each pixel is 1.
    package let hasAlpha: Bool
    /// The brightest light, relative to white.
    package let headroom: Double

    private let base: UnsafeRawPointer
    private let release: @Sendable (UnsafeRawPointer) -> Void

    /// Creates an image whose pixels a closure writes completely.
    package init(
        width: Int, height: Int, hasAlpha: Bool, headroom: Double, fill: (UnsafeMutableRawBufferPointer) -> Void
    ) {
        let count = width * height * Self.bytesPerPixel
        let memory = UnsafeMutableRawBufferPointer(start: PixelBlocks.shared.allocate(byteCount: count), count: count)
        self.width = width
        self.height = height
        self.hasAlpha = hasAlpha
        self.headroom = headroom
        self.base = UnsafeRawPointer(memory.baseAddress!)
        self.release = { PixelBlocks.shared.release(UnsafeMutableRawPointer(mutating: $0), byteCount: count) }
        fill(memory)
    }

    /// Creates an image over existing memory, which must not change any more. Calls `release` once with `base` when
    /// the image is no longer used.
    package init(
        takingOver base: UnsafeRawPointer, width: Int, height: Int, hasAlpha: Bool, headroom: Double,
        release: @escaping @Sendable (UnsafeRawPointer) -> Void
    ) {
        self.base = base
        self.width = width
        self.height = height
        self.hasAlpha = hasAlpha
        self.headroom = headroom
        self.release = release
    }

    deinit {
        release(base)
    }

    package var size: PixelSize { PixelSize(width: width, height: height) }
    package var bytesPerRow: Int { width * Self.bytesPerPixel }
    package var byteCount: Int { bytesPerRow * height }

    /// Calls a closure with the pixels.
    package func withBytes<Answer, Failure: Error>(
        _ body: (UnsafeRawBufferPointer) throws(Failure) -> Answer
    ) throws(Failure) -> Answer {
        defer { withExtendedLifetime(self) {} }
        return try body(UnsafeRawBufferPointer(start: base, count: byteCount))
    }

    /// Returns red, green, blue and alpha of a pixel.
    package func pixel(_ x: Int, _ y: Int) -> SIMD4<Float> {
        withBytes { bytes in
            let start = (y * width + x) * Self.bytesPerPixel
            func component(_ index: Int) -> Float {
                HalfFloat.value(bytes.load(fromByteOffset: start + 2 * index, as: UInt16.self))
            }
            return SIMD4(component(0), component(1), component(2), component(3))
        }
    }
}
