import CLittleCMS
import Foundation

/// Colours that are specified by the numbers of ISO/IEC 23091-2.
///
/// PQ and HLG code light that is brighter than white. White (203 cd/m², according to ITU-R BT.2408) stays nearly
/// white, and darker light stays unchanged. Light up to a display of 1,000 cd/m² is compressed into the remaining
/// range, separately for each channel.
struct CodedColour: Hashable {
    /// x and y of red, green, blue and white.
    var primaries: [Double]
    var transfer: Int

    /// The primaries of sRGB.
    static let standardPrimaries = [0.64, 0.33, 0.3, 0.6, 0.15, 0.06, 0.3127, 0.329]
    /// Adobe RGB (1998).
    static let adobe = CodedColour(
        primaries: [0.64, 0.33, 0.21, 0.71, 0.15, 0.06, 0.3127, 0.329], transfer: 4)
    static let linearTransfer = 8
    private static let curveSize = 4096
    static let whiteInCandelas = 203.0
    /// The share of white at which the compression starts.
    private static let knee = 0.75

    /// Returns `nil` if lcms2 can't use the numbers.
    func profile() -> cmsHPROFILE? {
        guard primaries.count == 8, primaries.allSatisfy({ $0.isFinite && $0 >= 0 && $0 <= 1 }), primaries[7] > 0,
            let curve = toneCurve()
        else { return nil }
        defer { cmsFreeToneCurve(curve) }
        var white = cmsCIExyY(x: primaries[6], y: primaries[7], Y: 1)
        var triple = cmsCIExyYTRIPLE(
            Red: cmsCIExyY(x: primaries[0], y: primaries[1], Y: 1),
            Green: cmsCIExyY(x: primaries[2], y: primaries[3], Y: 1),
            Blue: cmsCIExyY(x: primaries[4], y: primaries[5], Y: 1))
        var curves: [OpaquePointer?] = [curve, curve, curve]
        return cmsCreateRGBProfile(&white, &triple, &curves)
    }

    private func toneCurve() -> OpaquePointer? {
        switch transfer {
        case 4: return cmsBuildGamma(nil, 2.2)
        case 5: return cmsBuildGamma(nil, 2.8)
        case Self.linearTransfer: return cmsBuildGamma(nil, 1)
        case 16: return Self.tabulated { Self.pressed(Self.perceptualQuantizer($0) / Self.whiteInCandelas) }
        case 17: return cmsBuildGamma(nil, 2.6)
        case 18: return Self.tabulated { Self.pressed(Self.hybridLogGamma($0) / Self.whiteInCandelas) }
        // Cameras' own curves (BT.709, BT.601, BT.2020) are treated as sRGB's, as in images.
        default:
            var parameters = [2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045]
            return cmsBuildParametricToneCurve(nil, 4, &parameters)
        }
    }

    private static func tabulated(_ light: (Double) -> Double) -> OpaquePointer? {
        let table = (0..<curveSize).map { Float(light(Double($0) / Double(curveSize - 1))) }
        return cmsBuildTabulatedToneCurveFloat(nil, UInt32(curveSize), table)
    }

    /// Converts a value coded with SMPTE ST 2084 to cd/m².
    static func perceptualQuantizer(_ value: Double) -> Double {
        let power = pow(value, 1 / 78.84375)
        return 10_000 * pow(max(0, power - 0.8359375) / (18.8515625 - 18.6875 * power), 1 / 0.1593017578125)
    }

    /// Returns the value for which `perceptualQuantizer` returns an amount of light in cd/m².
    static func perceptualQuantizerCode(_ candelas: Double) -> Double {
        let power = pow(max(0, candelas) / 10_000, 0.1593017578125)
        return pow((0.8359375 + 18.8515625 * power) / (1 + 18.6875 * power), 78.84375)
    }

    /// Converts a value coded with ITU-R BT.2100's HLG to cd/m² on a display of 1,000 cd/m².
    private static func hybridLogGamma(_ value: Double) -> Double {
        1000 * pow(sceneLight(value), 1.2)
    }

    /// Converts a value coded with ITU-R BT.2100's HLG to the light of the scene, from 0 to 1.
    static func sceneLight(_ value: Double) -> Double {
        value <= 0.5 ? value * value / 3 : (exp((value - 0.55991073) / 0.17883277) + 0.28466892) / 12
    }

    private static func pressed(_ light: Double) -> Double {
        guard light > knee else { return light }
        return knee + (1 - knee) * (1 - exp((knee - light) / (1 - knee)))
    }
}
