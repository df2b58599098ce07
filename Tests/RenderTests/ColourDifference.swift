import Foundation

/// CIE's colour difference of the year 2000 between two colours in Lab.
enum ColourDifference {
    static func between(_ one: SIMD3<Double>, _ other: SIMD3<Double>) -> Double {
        let chromas = (hypot(one.y, one.z), hypot(other.y, other.z))
        let mean7 = pow((chromas.0 + chromas.1) / 2, 7)
        let stretch = 1.5 - 0.5 * (mean7 / (mean7 + pow(25, 7))).squareRoot()
        let (a1, a2) = (one.y * stretch, other.y * stretch)
        let (c1, c2) = (hypot(a1, one.z), hypot(a2, other.z))
        let (h1, h2) = (hue(a1, one.z), hue(a2, other.z))
        let isGrey = c1 * c2 == 0
        var turn = isGrey ? 0 : h2 - h1
        if turn > 180 { turn -= 360 } else if turn < -180 { turn += 360 }
        let lightness = other.x - one.x
        let chroma = c2 - c1
        let hueDifference = 2 * (c1 * c2).squareRoot() * sin(radians(turn / 2))
        let meanLightness = (one.x + other.x) / 2
        let meanChroma = (c1 + c2) / 2
        var meanHue = (h1 + h2) / 2
        if isGrey { meanHue = h1 + h2 } else if abs(h1 - h2) > 180 { meanHue += h1 + h2 < 360 ? 180 : -180 }
        let weight =
            1 - 0.17 * cos(radians(meanHue - 30)) + 0.24 * cos(radians(2 * meanHue))
            + 0.32 * cos(radians(3 * meanHue + 6)) - 0.2 * cos(radians(4 * meanHue - 63))
        let distance = (meanLightness - 50) * (meanLightness - 50)
        let lightnessScale = 1 + 0.015 * distance / (20 + distance).squareRoot()
        let chromaScale = 1 + 0.045 * meanChroma
        let hueScale = 1 + 0.015 * meanChroma * weight
        let chroma7 = pow(meanChroma, 7)
        let bend = exp(-((meanHue - 275) / 25) * ((meanHue - 275) / 25))
        let rotation = -2 * (chroma7 / (chroma7 + pow(25, 7))).squareRoot() * sin(radians(60 * bend))
        let parts = (lightness / lightnessScale, chroma / chromaScale, hueDifference / hueScale)
        return (parts.0 * parts.0 + parts.1 * parts.1 + parts.2 * parts.2 + rotation * parts.1 * parts.2).squareRoot()
    }

    private static func hue(_ a: Double, _ b: Double) -> Double {
        guard a != 0 || b != 0 else { return 0 }
        let angle = atan2(b, a) * 180 / .pi
        return angle < 0 ? angle + 360 : angle
    }

    private static func radians(_ degrees: Double) -> Double { degrees * .pi / 180 }
}
