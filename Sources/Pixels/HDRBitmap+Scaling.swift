extension HDRBitmap {
    /// Returns the part of the image inside a rectangle.
    ///
    /// - Precondition: The rectangle lies inside the image.
    func cropped(columns: Range<Int>, rows: Range<Int>) -> HDRBitmap {
        HDRBitmap(width: columns.count, height: rows.count, hasAlpha: hasAlpha, headroom: headroom) { target in
            withBytes { source in
                let length = columns.count * Self.bytesPerPixel
                for (index, row) in rows.enumerated() {
                    let start = row * bytesPerRow + columns.lowerBound * Self.bytesPerPixel
                    UnsafeMutableRawBufferPointer(rebasing: target[index * length..<(index + 1) * length])
                        .copyMemory(from: UnsafeRawBufferPointer(rebasing: source[start..<start + length]))
                }
            }
        }
    }

    /// Returns the image after the rotation and mirroring that an EXIF orientation requires.
    func upright(from orientation: Int) -> HDRBitmap {
        let turn = PictureTurn(orientation: orientation)
        let size = turn.turned(size)
        return HDRBitmap(width: size.width, height: size.height, hasAlpha: hasAlpha, headroom: headroom) { target in
            withBytes { source in
                guard let start = source.baseAddress, let end = target.baseAddress else { return }
                turn.write(
                    start.assumingMemoryBound(to: UInt64.self), self.size, rowStride: width,
                    to: end.assumingMemoryBound(to: UInt64.self))
            }
        }
    }

    /// Returns the image scaled to a size, without keeping its aspect ratio.
    ///
    /// Reduction averages light over the area of a pixel. Enlargement interpolates linearly. The edges stay at the
    /// edges.
    ///
    /// - Precondition: Both sides of `size` are positive.
    func scaled(to size: PixelSize) -> HDRBitmap {
        precondition(size.width > 0 && size.height > 0)
        let columns = (0..<size.width).map { Share.shares(of: $0, in: size.width, from: width) }
        return HDRBitmap(width: size.width, height: size.height, hasAlpha: hasAlpha, headroom: headroom) { target in
            withBytes { bytes in
                let source = bytes.bindMemory(to: UInt16.self)
                let pixels = target.bindMemory(to: UInt16.self)
                var scaled = ScaledRows(source: source, width: width, columns: columns)
                var sums = [SIMD4<Float>](repeating: .zero, count: size.width)
                for y in 0..<size.height {
                    for x in sums.indices { sums[x] = .zero }
                    for share in Share.shares(of: y, in: size.height, from: height) {
                        let row = scaled.row(share.index)
                        for x in sums.indices { sums[x] += row[x] * share.weight }
                    }
                    guard let end = pixels.baseAddress else { return }
                    HalfFloat.write(sums, count: size.width, to: end + y * size.width * 4)
                }
            }
        }
    }
}

/// A pixel's part in a scaled pixel.
private struct Share {
    var index: Int
    var weight: Float

    /// Returns the parts of a side's pixels in a pixel of the scaled side. Their weights add up to 1.
    static func shares(of index: Int, in count: Int, from sourceCount: Int) -> [Share] {
        let scale = Double(sourceCount) / Double(count)
        guard scale > 1 else {
            let position = min(max(0, (Double(index) + 0.5) * scale - 0.5), Double(sourceCount - 1))
            let first = Int(position)
            let share = Float(position - Double(first))
            return share == 0
                ? [Share(index: first, weight: 1)]
                : [Share(index: first, weight: 1 - share), Share(index: first + 1, weight: share)]
        }
        let (start, end) = (Double(index) * scale, Double(index + 1) * scale)
        return (Int(start)..<min(sourceCount, Int(end.rounded(.up)))).compactMap { source in
            let overlap = min(end, Double(source + 1)) - max(start, Double(source))
            return overlap > 0 ? Share(index: source, weight: Float(overlap / scale)) : nil
        }
    }
}

/// The rows of an image, scaled horizontally. The last two are kept, because neighbours share them.
private struct ScaledRows {
    let source: UnsafeBufferPointer<UInt16>
    let width: Int
    let columns: [[Share]]
    private var kept: [(index: Int, row: [SIMD4<Float>])] = []

    init(source: UnsafeBufferPointer<UInt16>, width: Int, columns: [[Share]]) {
        self.source = source
        self.width = width
        self.columns = columns
    }

    mutating func row(_ index: Int) -> [SIMD4<Float>] {
        if let kept = kept.first(where: { $0.index == index }) { return kept.row }
        let start = index * width * 4
        let row = columns.map { shares in
            shares.reduce(into: SIMD4<Float>.zero) { sum, share in
                let place = start + share.index * 4
                let pixel = SIMD4(
                    HalfFloat.value(source[place]), HalfFloat.value(source[place + 1]),
                    HalfFloat.value(source[place + 2]), HalfFloat.value(source[place + 3]))
                sum += pixel * share.weight
            }
        }
        if kept.count == 2 { kept.removeFirst() }
        kept.append((index, row))
        return row
    }
}
