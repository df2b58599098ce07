extension Bitmap {
    /// Returns the part of the image inside a rectangle, ignoring the area outside of the image.
    ///
    /// - Precondition: The rectangle and the image overlap.
    package func cropped(to rectangle: PixelRectangle) -> Bitmap {
        let left = max(0, rectangle.x)
        let top = max(0, rectangle.y)
        let right = min(width, Self.end(rectangle.x, rectangle.width))
        let bottom = min(height, Self.end(rectangle.y, rectangle.height))
        guard left < right, top < bottom else {
            preconditionFailure("\(rectangle) has nothing of a picture of \(size)")
        }
        guard right - left < width || bottom - top < height else { return self }
        let part = Bitmap(width: right - left, height: bottom - top, hasAlpha: hasAlpha, isCleared: false) { pixels in
            withBytes { bytes in
                let length = (right - left) * Self.bytesPerPixel
                for row in 0..<bottom - top {
                    let start = (top + row) * bytesPerRow + left * Self.bytesPerPixel
                    let line = UnsafeRawBufferPointer(rebasing: bytes[start..<start + length])
                    UnsafeMutableRawBufferPointer(rebasing: pixels[row * length..<(row + 1) * length])
                        .copyMemory(from: line)
                }
            }
        }
        return part.with(hdr: hdr?.cropped(columns: left..<right, rows: top..<bottom))
    }

    private static func end(_ start: Int, _ length: Int) -> Int {
        let (end, isTooMuch) = start.addingReportingOverflow(length)
        return isTooMuch ? (length > 0 ? .max : .min) : end
    }
}
