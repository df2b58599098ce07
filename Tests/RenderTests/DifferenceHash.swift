import Pixels

/// A picture's difference hash as the manifest of the real media has it: the picture in grey, reduced to nine by eight
/// pixels by a bicubic filter, and a bit for each pixel that is lighter than its right neighbour.
struct DifferenceHash {
    let bits: UInt64

    /// From sixteen hexadecimal digits.
    init?(hexadecimal: String) {
        guard let bits = UInt64(hexadecimal, radix: 16) else { return nil }
        self.bits = bits
    }

    init(_ bitmap: Bitmap) {
        let columns = Self.weights(from: bitmap.width, to: 9)
        let rows = Self.weights(from: bitmap.height, to: 8)
        // Pillow rounds after each of the two directions.
        var narrow: [[Double]] = []
        bitmap.withBytes { bytes in
            for y in 0..<bitmap.height {
                let grey = (0..<bitmap.width).map { x -> Double in
                    let offset = y * bitmap.bytesPerRow + x * 4
                    let red = Int(bytes[offset]) * 19595
                    let green = Int(bytes[offset + 1]) * 38470
                    let blue = Int(bytes[offset + 2]) * 7471
                    return Double((red + green + blue + 0x8000) >> 16)
                }
                narrow.append(columns.map { Self.sum(of: grey, $0) })
            }
        }
        let small = rows.map { row in
            (0..<9).map { column in Self.sum(of: narrow.map { $0[column] }, row) }
        }
        var bits: UInt64 = 0
        for row in small {
            for column in 0..<8 { bits = bits << 1 | (row[column] > row[column + 1] ? 1 : 0) }
        }
        self.bits = bits
    }

    /// How many of the 64 bits differ.
    func distance(to other: DifferenceHash) -> Int { (bits ^ other.bits).nonzeroBitCount }

    private static func sum(of values: [Double], _ weights: (start: Int, values: [Double])) -> Double {
        var sum = 0.0
        for (index, weight) in weights.values.enumerated() { sum += weight * values[weights.start + index] }
        return min(255, max(0, sum.rounded()))
    }

    /// For each pixel of the small picture, where its part of the large one starts and what each pixel there weighs.
    private static func weights(from length: Int, to count: Int) -> [(start: Int, values: [Double])] {
        let scale = Double(length) / Double(count)
        let stretch = max(1, scale)
        return (0..<count).map { index in
            let centre = (Double(index) + 0.5) * scale
            let start = max(0, Int(centre - 2 * stretch + 0.5))
            let end = min(length, Int(centre + 2 * stretch + 0.5))
            let values = (start..<max(end, start + 1)).map { cubic((Double($0) - centre + 0.5) / stretch) }
            let total = values.reduce(0, +)
            return (start, values.map { $0 / total })
        }
    }

    private static func cubic(_ distance: Double) -> Double {
        let x = abs(distance)
        if x < 1 { return (1.5 * x - 2.5) * x * x + 1 }
        return x < 2 ? ((-0.5 * x + 2.5) * x - 4) * x + 2 : 0
    }
}
