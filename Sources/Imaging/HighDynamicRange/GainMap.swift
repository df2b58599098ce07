import Foundation
import MediaRequests
import Pixels

/// A gain map in memory.
struct GainMap {
    /// The samples of all colours or of each colour. They cover the entire picture and have its stored orientation.
    var raster: Raster
    var formula: GainMapFormula
    /// The colours of the alternate picture, if the gain applies to its primaries.
    var alternateColour: SourceColour?

    private static let tableSize = 4096

    /// Returns whether a map covers a picture. Its sides are rounded to whole samples.
    static func fits(_ map: PixelSize, _ picture: PixelSize) -> Bool {
        let difference = abs(map.width * picture.height - map.height * picture.width)
        return PreviewRules.isSameShape(map, picture) || difference <= 2 * picture.longSide
    }

    /// Writes the light of a picture after the gain.
    ///
    /// - Parameters:
    ///   - base: The picture. It can have any size.
    ///   - light: The picture's colours.
    ///   - target: The headroom of the display, or 0 if it's unknown.
    /// - Returns: Whether a pixel isn't opaque.
    func write(
        _ base: Raster, _ light: SourceLight, toHeadroom target: Double, into memory: PixelMemory
    ) throws(MediaError) -> Bool {
        let samples = try GainSamples(raster, for: base.size)
        let weight = formula.weight(forHeadroom: target)
        let gains = (0..<3).map { FloatTable(factors($0, weight)) }
        let (red, green, blue) = (gains[0].base, gains[1].base, gains[2].base)
        let offsets = (0..<3).map { formula.offsets($0) }
        let before = SIMD4(SIMD3(offsets.map { Float($0.base) }), 0)
        let after = SIMD4(SIMD3(offsets.map { Float($0.alternate) }), 0)
        let alternate = alternateColour.flatMap { SourceLight($0, .rgb) }
        let matrix = alternate.map { Matrix(from: light, to: $0) }
        let writer = LightWriter(
            base, into: memory, tables: light.tables(base.format), matrix: (alternate ?? light).matrix)
        defer { withExtendedLifetime(gains) {} }
        return writer.write { y, row in
            if let matrix { for x in 0..<base.size.width { row[x] = matrix.product(row[x]) } }
            let (reds, greens, blues) = samples.rows(at: y, scale: Float(Self.tableSize))
            for x in 0..<base.size.width {
                let gain = SIMD4(red[Int(reds[x])], green[Int(greens[x])], blue[Int(blues[x])], 1)
                row[x] = (row[x] + before) * gain - after
            }
        }
    }

    /// Returns the factors for samples of a colour.
    private func factors(_ colour: Int, _ weight: Double) -> [Float] {
        (0...Self.tableSize).map { index in
            Float(exp2(formula.logarithm(of: Double(index) / Double(Self.tableSize), colour) * weight))
        }
    }

    /// The conversion of light between two sets of primaries.
    private struct Matrix {
        private let columns: (SIMD4<Float>, SIMD4<Float>, SIMD4<Float>)

        init(from source: SourceLight, to target: SourceLight) {
            let rows = Matrix3.product(
                Matrix3.inverse(target.matrix ?? Matrix3.identity), source.matrix ?? Matrix3.identity)
            columns = Matrix3.columns(rows)
        }

        func product(_ light: SIMD4<Float>) -> SIMD4<Float> {
            columns.0 * light.x + columns.1 * light.y + columns.2 * light.z
        }
    }
}
