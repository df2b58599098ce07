import Foundation

/// Maps light to a display with less headroom, by the EETF of ITU-R BT.2390-10 (5.4.1).
///
/// The curve works on the brightest of red, green and blue. All three change by the same factor, so that the hue stays.
/// Dark light is unchanged, and the source's peak becomes the display's. BT.2390's black level is 0 on both sides.
struct DisplayMapping: Equatable, Sendable {
    /// The brightest light of the source, relative to white.
    let source: Double
    /// The brightest light of the display, relative to white.
    let target: Double

    /// - Parameter headroom: The display's headroom. 0 means that it's unknown.
    /// - Returns: `nil` if the light stays unchanged.
    init?(from source: Double, toHeadroom headroom: Double) {
        guard headroom >= 1, headroom < source else { return nil }
        self.source = source
        target = headroom
    }

    /// Returns the brightest component on the display for a component of the source.
    func mapped(_ light: Double) -> Double {
        guard light < source else { return target }
        let peak = Self.code(source)
        let maximum = Self.code(target) / peak
        let knee = 1.5 * maximum - 0.5
        let value = Self.code(light) / peak
        guard value > knee else { return light }
        let place = (value - knee) / (1 - knee)
        let square = place * place
        let cube = square * place
        let result =
            (2 * cube - 3 * square + 1) * knee + (cube - 2 * square + place) * (1 - knee)
            + (3 * square - 2 * cube) * maximum
        return min(target, CodedColour.perceptualQuantizer(result * peak) / CodedColour.whiteInCandelas)
    }

    /// Returns the factor for all three components, given the brightest one.
    func factor(_ brightest: Double) -> Double {
        brightest > 0 ? mapped(brightest) / brightest : 1
    }

    /// Returns the value that PQ has for light relative to white.
    private static func code(_ light: Double) -> Double {
        CodedColour.perceptualQuantizerCode(light * CodedColour.whiteInCandelas)
    }
}

/// The factors of a mapping for many pixels, interpolated in a table.
struct DisplayFactors {
    private let factors: FloatTable
    private let scale: Float
    private let ceiling: Float

    private static let last = 4096

    init(_ mapping: DisplayMapping) {
        // Steps of the fourth root are about even to the eye, and quick to compute.
        factors = FloatTable(
            (0...Self.last + 1).map { index in
                let root = Double(index) / Double(Self.last)
                return Float(mapping.factor(mapping.source * root * root * root * root))
            })
        scale = Float(1 / mapping.source)
        ceiling = Float(mapping.target)
    }

    /// Maps the light of some pixels in place.
    func apply(to row: UnsafeMutablePointer<SIMD4<Float>>, count: Int) {
        let (table, scale, last) = (factors.base, scale, Float(Self.last))
        for x in 0..<count {
            let brightest = max(row[x].x, row[x].y, row[x].z)
            let share = brightest * scale
            if share >= 1 {
                row[x] *= ceiling / brightest
            } else if share > 0 {
                let place = share.squareRoot().squareRoot() * last
                let index = Int(place)
                row[x] *= table[index] + (table[index &+ 1] - table[index]) * (place - Float(index))
            }
        }
        withExtendedLifetime(factors) {}
    }
}
