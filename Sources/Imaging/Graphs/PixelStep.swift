import CVipsBridge

/// A step that computes each pixel on its own.
struct PixelStep {
    var kind: albumen_pixel_kind
    var numbers: [Float] = []
    var tables: [[Float]] = []

    /// The number of intervals of a table.
    static let intervals = Int(ALBUMEN_TABLE_INTERVALS)

    /// - Parameter rows: Three rows of three numbers, for red, green and blue.
    /// - Parameter bias: The number to add to each component of an opaque pixel.
    static func matrix(_ rows: [[Double]], bias: [Double] = [0, 0, 0]) -> PixelStep {
        var numbers: [Double] = []
        for (row, addend) in zip(rows, bias) { numbers += row + [0, addend] }
        numbers += [0, 0, 0, 1, 0]
        return PixelStep(kind: ALBUMEN_PIXELS_MATRIX, numbers: numbers.map { Float($0) })
    }

    /// Replaces each component by a function of it, which is only used from 0 to 1.
    static func curves(_ functions: [(Double) -> Double]) -> PixelStep {
        PixelStep(kind: ALBUMEN_PIXELS_CURVES, tables: functions.map { table(ofRoots: $0) })
    }

    /// Tabulates a function with one entry for each square root.
    static func table(ofRoots function: (Double) -> Double) -> [Float] {
        (0...intervals).map { index in
            let root = Double(index) / Double(intervals)
            return Float(function(root * root))
        }
    }
}
