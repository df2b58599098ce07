/// A filter with its parameters. `docs/graphs.md` has the formulas, in the worker's colours: linear light with sRGB's
/// primaries.
package enum GraphFilter: Codable, Equatable, Sendable {
    /// Saturation 1, brightness 0 and contrast 1 change nothing.
    case colourControls(saturation: Double, brightness: Double, contrast: Double)
    /// Each component of the result is the product of a vector and the pixel, which isn't premultiplied, plus a bias.
    case colourMatrix(
        red: GraphVector, green: GraphVector, blue: GraphVector, alpha: GraphVector, bias: GraphVector)
    /// Multiplies light by 2 to the power of `stops`.
    case exposure(stops: Double)
    case gamma(power: Double)
    /// Rotates hues by an angle in radians.
    case hue(angle: Double)
    /// Adapts the white `neutral` to the white `target`. `x` is a colour temperature in kelvin, `y` a tint.
    case temperatureAndTint(neutral: GraphVector, target: GraphVector)
    /// -1 to 1. Changes pale colours more than saturated ones.
    case vibrance(amount: Double)
    /// Highlights 1 and shadows 0 change nothing. Highlights range from 0, which darkens them, to 2, and shadows from -1
    /// to 1.
    case highlightsAndShadows(highlights: Double, shadows: Double)
    /// A curve through five points in sRGB's encoding, with ascending x.
    case toneCurve([GraphVector])
    case invert
    case monochrome(GraphColour, intensity: Double)
    case sepia(intensity: Double)
    case photoEffect(PhotoEffect)
    /// The standard deviation in pixels.
    case gaussianBlur(radius: Double)
    case unsharpMask(radius: Double, intensity: Double)
    /// Darkens the corners of the input's extent.
    case vignette(intensity: Double, radius: Double)
    /// Reduces or enlarges with Lanczos' filter of three lobes. The horizontal scale is `scale` times `aspectRatio`.
    case lanczosScale(scale: Double, aspectRatio: Double)
}

extension GraphFilter {
    /// All numbers of the filter, for the check that they're finite.
    var numbers: [Double] {
        switch self {
        case .colourControls(let saturation, let brightness, let contrast): [saturation, brightness, contrast]
        case .colourMatrix(let red, let green, let blue, let alpha, let bias):
            [red, green, blue, alpha, bias].flatMap(\.numbers)
        case .exposure(let stops): [stops]
        case .gamma(let power): [power]
        case .hue(let angle): [angle]
        case .temperatureAndTint(let neutral, let target): neutral.numbers + target.numbers
        case .vibrance(let amount): [amount]
        case .highlightsAndShadows(let highlights, let shadows): [highlights, shadows]
        case .toneCurve(let points): points.flatMap(\.numbers)
        case .invert, .photoEffect: []
        case .monochrome(let colour, let intensity): colour.numbers + [intensity]
        case .sepia(let intensity): [intensity]
        case .gaussianBlur(let radius): [radius]
        case .unsharpMask(let radius, let intensity): [radius, intensity]
        case .vignette(let intensity, let radius): [intensity, radius]
        case .lanczosScale(let scale, let aspectRatio): [scale, aspectRatio]
        }
    }

    /// The distance in pixels from which a filter reads its neighbours. A Gaussian ends at three standard deviations.
    package var reach: Double {
        switch self {
        case .gaussianBlur(let radius), .unsharpMask(let radius, _): Self.reach(ofDeviation: radius)
        default: 0
        }
    }

    package static func reach(ofDeviation radius: Double) -> Double { (max(0, radius) * 3).rounded(.up) }
}
