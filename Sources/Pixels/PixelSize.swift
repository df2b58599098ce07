/// A width and a height in pixels.
package struct PixelSize: Hashable, Codable, Sendable {
    package var width: Int
    package var height: Int

    package init(width: Int, height: Int) {
        self.width = width
        self.height = height
    }

    package var longSide: Int { max(width, height) }

    /// Returns the size with the same aspect ratio and a given long side. Rounds each side to at least one pixel.
    /// Returns the size itself if it's already smaller.
    package func fitting(longSide limit: Int) -> PixelSize {
        guard longSide > limit else { return self }
        func scaled(_ side: Int) -> Int {
            max(1, Int((Double(side) * Double(limit) / Double(longSide)).rounded()))
        }
        return PixelSize(width: scaled(width), height: scaled(height))
    }
}

extension Bitmap {
    package var size: PixelSize { PixelSize(width: width, height: height) }
}
