import Foundation

/// The formulas of the standards, written for tests without the project's code. Light is relative to white.
enum LightReference {
    static let whiteInCandelas = 203.0

    // MARK: ISO 21496-1

    /// - Parameters:
    ///   - headroom: The display's, or infinity.
    ///   - sample: From 0 to 1.
    static func gained(
        _ light: Double, sample: Double, minimum: Double, maximum: Double, gamma: Double, baseOffset: Double,
        alternateOffset: Double, baseHeadroom: Double, alternateHeadroom: Double, headroom: Double
    ) -> Double {
        let weight = max(0, min(1, (log2(headroom) - baseHeadroom) / (alternateHeadroom - baseHeadroom)))
        let recovered = pow(sample, 1 / gamma)
        let gain = minimum * (1 - recovered) + maximum * recovered
        return (light + baseOffset) * pow(2, gain * weight) - alternateOffset
    }

    // MARK: SMPTE ST 2084

    static func nits(perceptual value: Double) -> Double {
        let (m1, m2) = (2610.0 / 16384, 2523.0 / 4096 * 128)
        let (c1, c2, c3) = (3424.0 / 4096, 2413.0 / 4096 * 32, 2392.0 / 4096 * 32)
        let root = pow(value, 1 / m2)
        return 10_000 * pow(max(root - c1, 0) / (c2 - c3 * root), 1 / m1)
    }

    static func perceptual(nits: Double) -> Double {
        let (m1, m2) = (2610.0 / 16384, 2523.0 / 4096 * 128)
        let (c1, c2, c3) = (3424.0 / 4096, 2413.0 / 4096 * 32, 2392.0 / 4096 * 32)
        let power = pow(nits / 10_000, m1)
        return pow((c1 + c2 * power) / (1 + c3 * power), m2)
    }

    // MARK: ITU-R BT.2100

    /// HLG on a display of 1,000 cd/m², in cd/m².
    static func nits(hybrid colour: SIMD3<Double>) -> SIMD3<Double> {
        let (a, b, c) = (0.17883277, 0.28466892, 0.55991073)
        func scene(_ value: Double) -> Double {
            value <= 0.5 ? value * value / 3 : (exp((value - c) / a) + b) / 12
        }
        let light = SIMD3(scene(colour.x), scene(colour.y), scene(colour.z))
        let luminance = 0.2627 * light.x + 0.6780 * light.y + 0.0593 * light.z
        return luminance > 0 ? light * (1000 * pow(luminance, 0.2)) : .zero
    }

    // MARK: ITU-R BT.2390

    /// The EETF on the brightest component, with black at 0.
    static func mapped(_ light: SIMD3<Double>, from source: Double, to target: Double) -> SIMD3<Double> {
        let brightest = light.max()
        guard target < source, brightest > 0 else { return light }
        let sourcePeak = perceptual(nits: source * whiteInCandelas)
        let e1 = min(1, perceptual(nits: brightest * whiteInCandelas) / sourcePeak)
        let maxLum = perceptual(nits: target * whiteInCandelas) / sourcePeak
        let ks = 1.5 * maxLum - 0.5
        var e2 = e1
        if e1 >= ks {
            let t = (e1 - ks) / (1 - ks)
            e2 =
                (2 * pow(t, 3) - 3 * pow(t, 2) + 1) * ks + (pow(t, 3) - 2 * pow(t, 2) + t) * (1 - ks)
                + (-2 * pow(t, 3) + 3 * pow(t, 2)) * maxLum
        }
        return light * (nits(perceptual: e2 * sourcePeak) / whiteInCandelas / brightest)
    }

    // MARK: Colours

    static func light(standard value: Double) -> Double {
        value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
    }

    /// Of ITU-R BT.2087, between BT.2020's and sRGB's primaries.
    static func standard(fromBT2020 light: SIMD3<Double>) -> SIMD3<Double> {
        SIMD3(
            1.660491 * light.x - 0.587641 * light.y - 0.072850 * light.z,
            -0.124550 * light.x + 1.132900 * light.y - 0.008349 * light.z,
            -0.018151 * light.x - 0.100579 * light.y + 1.118730 * light.z)
    }

    /// Between Display P3's and sRGB's primaries.
    static func standard(fromP3 light: SIMD3<Double>) -> SIMD3<Double> {
        SIMD3(
            1.224940 * light.x - 0.224940 * light.y, -0.042057 * light.x + 1.042057 * light.y,
            -0.019638 * light.x - 0.078636 * light.y + 1.098274 * light.z)
    }

    /// CIE's colour difference of the year 2000, between light with sRGB's primaries. L* of white is 100, and that of
    /// brighter light above.
    static func difference(_ one: SIMD3<Double>, _ other: SIMD3<Double>) -> Double {
        ColourDifference.between(lab(one), lab(other))
    }

    private static func lab(_ light: SIMD3<Double>) -> SIMD3<Double> {
        let x = (0.4124564 * light.x + 0.3575761 * light.y + 0.1804375 * light.z) / 0.95047
        let y = 0.2126729 * light.x + 0.7151522 * light.y + 0.0721750 * light.z
        let z = (0.0193339 * light.x + 0.1191920 * light.y + 0.9503041 * light.z) / 1.08883
        func root(_ value: Double) -> Double {
            value > 216.0 / 24389 ? cbrt(value) : (24389.0 / 27 * value + 16) / 116
        }
        return SIMD3(116 * root(y) - 16, 500 * (root(x) - root(y)), 200 * (root(y) - root(z)))
    }
}

extension SIMD4<Float> {
    /// Red, green and blue.
    var colour: SIMD3<Double> { SIMD3(Double(x), Double(y), Double(z)) }
}
