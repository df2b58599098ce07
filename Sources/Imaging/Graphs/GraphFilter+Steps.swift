import CVipsBridge
import Foundation
import MediaRequests

extension GraphFilter {
    /// The luminance of sRGB's primaries.
    static let luminance = [0.2126, 0.7152, 0.0722]

    /// Returns the filter's steps if it computes each pixel on its own. Colours are in linear light before the first
    /// step and after the last one.
    ///
    /// - Parameter extent: The input's extent, in the plane's coordinates, or `nil` if it's infinite.
    func steps(extent: PlaneRectangle?) -> [PixelStep]? {
        switch self {
        case .colourControls(let saturation, let brightness, let contrast):
            // contrast · (grey + saturation · (colour − grey) + brightness − ½) + ½
            let rows = Self.mixed(Self.grey, share: 1 - saturation).map { $0.map { $0 * contrast } }
            let bias = contrast * (brightness - 0.5) + 0.5
            return [.matrix(rows, bias: [bias, bias, bias])]
        case .colourMatrix(let red, let green, let blue, let alpha, let bias):
            var numbers: [Double] = []
            for (row, addend) in zip([red, green, blue, alpha], bias.numbers) { numbers += row.numbers + [addend] }
            return [PixelStep(kind: ALBUMEN_PIXELS_MATRIX, numbers: numbers.map { Float($0) })]
        case .exposure(let stops):
            return [.matrix(Self.diagonal(pow(2, stops)))]
        case .gamma(let power):
            return [PixelStep(kind: ALBUMEN_PIXELS_POWER, numbers: [Float(power)])]
        case .hue(let angle):
            return [.matrix(Self.rotation(angle))]
        case .temperatureAndTint(let neutral, let target):
            return [.matrix(WhiteAdaptation.matrix(from: neutral, to: target))]
        case .vibrance(let amount):
            return [PixelStep(kind: ALBUMEN_PIXELS_VIBRANCE, numbers: [Float(amount)])]
        case .highlightsAndShadows(let highlights, let shadows):
            return [Self.luminanceGain(highlights: highlights, shadows: shadows)]
        case .toneCurve(let points):
            let curve = MonotoneCurve(points.map { ($0.x, $0.y) })
            return [.curves([{ StandardCurve.light(curve.value(StandardCurve.encoded($0))) }])]
        case .invert:
            return [.matrix(Self.diagonal(-1), bias: [1, 1, 1])]
        case .monochrome(let colour, let intensity):
            let tint = [colour.red, colour.green, colour.blue].map(StandardCurve.light)
            return [.matrix(Self.mixed(tint.map { tint in Self.luminance.map { $0 * tint } }, share: intensity))]
        case .sepia(let intensity):
            // The matrix of CSS and SVG, which is made for sRGB's encoding. In linear light, it bleaches photos.
            let sepia = [[0.393, 0.769, 0.189], [0.349, 0.686, 0.168], [0.272, 0.534, 0.131]]
            return [
                .curves([StandardCurve.encoded]), .matrix(Self.mixed(sepia, share: intensity)),
                .curves([StandardCurve.light]),
            ]
        case .photoEffect(let effect):
            return effect.table.steps
        case .vignette(let intensity, let radius):
            guard let extent else { return [] }
            return [Self.vignette(intensity, radius, extent)]
        case .gaussianBlur, .unsharpMask, .lanczosScale:
            return nil
        }
    }

    /// Whether transparent pixels can become visible.
    var addsAlpha: Bool {
        if case .colourMatrix(_, _, _, _, let bias) = self { bias.w != 0 } else { false }
    }

    private static let grey = [luminance, luminance, luminance]

    private static func diagonal(_ factor: Double) -> [[Double]] {
        [[factor, 0, 0], [0, factor, 0], [0, 0, factor]]
    }

    /// Returns the matrix that mixes the colour and another matrix's result.
    static func mixed(_ rows: [[Double]], share: Double) -> [[Double]] {
        (0..<3).map { row in (0..<3).map { rows[row][$0] * share + (row == $0 ? 1 - share : 0) } }
    }

    /// Returns the rotation about the axis of greys.
    private static func rotation(_ angle: Double) -> [[Double]] {
        let third = (1 - cos(angle)) / 3
        let side = sin(angle) / 3.0.squareRoot()
        let main = cos(angle) + third
        return [
            [main, third - side, third + side], [third + side, main, third - side], [third - side, third + side, main],
        ]
    }

    /// The encoded luminance *y* becomes *y* + shadows · *y* · (1 − *y*)³ − (1 − highlights) · (1 − *y*) · *y*³.
    private static func luminanceGain(highlights: Double, shadows: Double) -> PixelStep {
        let shadows = min(1, max(-1, shadows))
        let highlights = min(2, max(0, highlights))
        let table = PixelStep.table { light in
            let value = StandardCurve.encoded(max(light, 1e-6))
            let changed =
                value + shadows * value * pow(1 - value, 3) - (1 - highlights) * (1 - value) * pow(value, 3)
            return StandardCurve.light(changed) / max(light, 1e-6)
        }
        return PixelStep(kind: ALBUMEN_PIXELS_LUMINANCE_GAIN, tables: [table])
    }

    /// With *t*, the distance from the centre divided by radius times half of the diagonal and at most 1, the gain is
    /// 1 − intensity · *t*² · (3 − 2*t*).
    private static func vignette(_ intensity: Double, _ radius: Double, _ extent: PlaneRectangle) -> PixelStep {
        let centre = (Double(extent.left + extent.right) / 2, Double(extent.top + extent.bottom) / 2)
        let end = radius * hypot(Double(extent.width), Double(extent.height)) / 2
        let table = (0...PixelStep.intervals).map { index in
            let place = Double(index) / Double(PixelStep.intervals)
            return Float(max(0, 1 - intensity * place * place * (3 - 2 * place)))
        }
        return PixelStep(
            kind: ALBUMEN_PIXELS_RADIAL_GAIN, numbers: [Float(centre.0), Float(centre.1), Float(end)], tables: [table])
    }
}

extension PhotoEffect.Table {
    /// Encodes the colours, mixes them with their grey, applies the curves, and returns to linear light.
    fileprivate var steps: [PixelStep] {
        let grey = [GraphFilter.luminance, GraphFilter.luminance, GraphFilter.luminance]
        return [
            .curves([StandardCurve.encoded]), .matrix(GraphFilter.mixed(grey, share: 1 - saturation)),
            .curves([red, green, blue].map { curve in { StandardCurve.light(Self.value($0, curve)) } }),
        ]
    }

    /// Returns the value of a curve of straight lines.
    private static func value(_ place: Double, _ curve: [Double]) -> Double {
        let position = min(1, max(0, place)) * Double(curve.count - 1)
        let index = min(curve.count - 2, Int(position))
        return curve[index] + (curve[index + 1] - curve[index]) * (position - Double(index))
    }
}
