/// A rectangle in pixels, with its origin at the upper left corner of an image.
package struct PixelRectangle: Hashable, Sendable {
    package var x: Int
    package var y: Int
    package var width: Int
    package var height: Int

    package init(x: Int, y: Int, width: Int, height: Int) {
        self.x = x
        self.y = y
        self.width = width
        self.height = height
    }

    package var size: PixelSize { PixelSize(width: width, height: height) }
}

extension PixelRectangle {
    /// Returns the pixels in both rectangles. The width or height is 0 if there are none.
    package func intersection(_ other: PixelRectangle) -> PixelRectangle {
        let (left, top) = (max(x, other.x), max(y, other.y))
        return PixelRectangle(
            x: left, y: top, width: max(0, min(x + width, other.x + other.width) - left),
            height: max(0, min(y + height, other.y + other.height) - top))
    }

    var isEmpty: Bool { width <= 0 || height <= 0 }
}
