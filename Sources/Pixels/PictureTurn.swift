/// Rotates and mirrors pixels of four or eight bytes according to an EXIF orientation.
package struct PictureTurn: Sendable {
    /// The side of the squares in which the code processes columns and rows, so that both images stay in the cache.
    private static let squareSide = 32

    /// EXIF's orientation, 2 to 8. Other values have no effect.
    package var orientation: Int

    package init(orientation: Int) {
        self.orientation = orientation
    }

    package var isIdentity: Bool { !(2...8).contains(orientation) }

    /// Returns the size of the upright image.
    package func turned(_ size: PixelSize) -> PixelSize {
        (5...8).contains(orientation) ? PixelSize(width: size.height, height: size.width) : size
    }

    /// Writes the upright image without padding between rows.
    ///
    /// - Parameters:
    ///   - source: The first pixel of the image.
    ///   - size: The size of the image.
    ///   - rowStride: The distance between the starts of two rows, in pixels.
    ///   - destination: Memory for the same number of pixels.
    package func write(
        _ source: UnsafePointer<UInt32>, _ size: PixelSize, rowStride: Int,
        to destination: UnsafeMutablePointer<UInt32>
    ) {
        move(source, size, rowStride: rowStride, to: destination)
    }

    /// Writes the upright image of eight bytes per pixel, as the method for four bytes does.
    package func write(
        _ source: UnsafePointer<UInt64>, _ size: PixelSize, rowStride: Int,
        to destination: UnsafeMutablePointer<UInt64>
    ) {
        move(source, size, rowStride: rowStride, to: destination)
    }

    @inline(__always)
    private func move<Pixel>(
        _ source: UnsafePointer<Pixel>, _ size: PixelSize, rowStride: Int,
        to destination: UnsafeMutablePointer<Pixel>
    ) {
        let target = turned(size)
        let (start, columnStep, rowStep) = steps(in: size, rowStride)
        for top in stride(from: 0, to: target.height, by: Self.squareSide) {
            for left in stride(from: 0, to: target.width, by: Self.squareSide) {
                let right = min(left + Self.squareSide, target.width)
                var y = top
                while y < min(top + Self.squareSide, target.height) {
                    var from = start + y * rowStep + left * columnStep
                    var x = left
                    while x < right {
                        destination[y * target.width + x] = source[from]
                        from += columnStep
                        x += 1
                    }
                    y += 1
                }
            }
        }
    }

    /// Returns the position in the source of the upright image's first pixel, and the distances to its next column
    /// and row.
    private func steps(in size: PixelSize, _ stride: Int) -> (start: Int, column: Int, row: Int) {
        let lastColumn = size.width - 1
        let lastRow = (size.height - 1) * stride
        return switch orientation {
        case 2: (lastColumn, -1, stride)
        case 3: (lastRow + lastColumn, -1, -stride)
        case 4: (lastRow, 1, -stride)
        case 5: (0, stride, 1)
        case 6: (lastRow, -stride, 1)
        case 7: (lastRow + lastColumn, -stride, -1)
        case 8: (lastColumn, stride, -1)
        default: (0, 1, stride)
        }
    }
}

extension Bitmap {
    /// Returns the image after the rotation and mirroring that this EXIF orientation requires.
    package func upright(from orientation: Int) -> Bitmap {
        let turn = PictureTurn(orientation: orientation)
        guard !turn.isIdentity else { return self }
        let target = turn.turned(size)
        let upright = Bitmap(width: target.width, height: target.height, hasAlpha: hasAlpha) { pixels in
            withBytes { bytes in
                guard let source = bytes.baseAddress, let destination = pixels.baseAddress else { return }
                turn.write(
                    source.assumingMemoryBound(to: UInt32.self), size, rowStride: bytesPerRow / Self.bytesPerPixel,
                    to: destination.assumingMemoryBound(to: UInt32.self))
            }
        }
        return upright.with(hdr: hdr?.upright(from: orientation))
    }
}
