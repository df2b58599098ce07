/// A picture in memory: red, green, blue and alpha of eight bits each, in this order, in sRGB, rows from the top, colours
/// multiplied by their alpha. Immutable, so any thread may read it.
// Unchecked: the bytes are written before the object is handed out, and never after.
package final class Bitmap: @unchecked Sendable {
    package static let bytesPerPixel = 4

    /// Pixels.
    package let width: Int
    package let height: Int
    /// At least four times the width.
    package let bytesPerRow: Int
    /// Whether any pixel may let through what is behind it; else every alpha is 255.
    package let hasAlpha: Bool

    private let base: UnsafeRawPointer
    private let release: @Sendable (UnsafeRawPointer) -> Void

    /// Makes a picture whose pixels `fill` writes into the memory it is lent, row by row without gaps.
    ///
    /// - Parameter isCleared: the memory is zero at first. Where `fill` writes all of it, or throws, that can be spared.
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
        self.base = UnsafeRawPointer(memory.baseAddress!)
        self.release = { PixelBlocks.shared.release(UnsafeMutableRawPointer(mutating: $0), byteCount: count) }
        try fill(memory)
    }

    /// Takes over memory that holds a picture and is never written again. `release` is called once with `base`.
    package init(
        takingOver base: UnsafeRawPointer, width: Int, height: Int, bytesPerRow: Int, hasAlpha: Bool,
        release: @escaping @Sendable (UnsafeRawPointer) -> Void
    ) {
        self.base = base
        self.width = width
        self.height = height
        self.bytesPerRow = bytesPerRow
        self.hasAlpha = hasAlpha
        self.release = release
    }

    deinit {
        release(base)
    }

    /// What the picture takes of memory.
    package var byteCount: Int { bytesPerRow * height }

    package var longSide: Int { max(width, height) }

    /// The same picture in memory of its own: nothing else is kept for its sake.
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

    /// Lends the pixels.
    package func withBytes<Answer, Failure: Error>(
        _ body: (UnsafeRawBufferPointer) throws(Failure) -> Answer
    ) throws(Failure) -> Answer {
        defer { withExtendedLifetime(self) {} }
        return try body(UnsafeRawBufferPointer(start: base, count: byteCount))
    }
}
