import Foundation

/// The light of a picture that's coded with PQ or HLG.
struct CodedLight: Equatable, Sendable {
    let colour: CodedColour
    /// The brightest light of the picture, relative to white.
    let headroom: Double

    private static let perceptualQuantizer = 16
    private static let hybridLogGamma = 18
    /// The peak of HLG's reference display. It's also the assumed peak of a picture in PQ that declares none.
    private static let peakInCandelas = 1000.0
    private static let highestPeakInCandelas = 10_000.0

    /// - Parameter lightLevelInCandelas: The largest light level that the picture declares, or `nil` if it declares
    ///   none.
    /// - Returns: `nil` if the colours have another transfer function, or if nothing is brighter than white.
    init?(_ colour: SourceColour, lightLevelInCandelas: Int?) {
        guard case .coded(let coded) = colour else { return nil }
        switch coded.transfer {
        case Self.perceptualQuantizer:
            let level = lightLevelInCandelas.flatMap { $0 > 0 ? Double($0) : nil } ?? Self.peakInCandelas
            headroom = min(level, Self.highestPeakInCandelas) / CodedColour.whiteInCandelas
        case Self.hybridLogGamma:
            headroom = Self.peakInCandelas / CodedColour.whiteInCandelas
        default:
            return nil
        }
        guard headroom > HighDynamicRange.smallestHeadroom else { return nil }
        self.colour = coded
    }

    private var isScene: Bool { colour.transfer == Self.hybridLogGamma }

    /// Returns the light of each sample value. For HLG, it's the light of the scene.
    func table(_ format: RasterFormat) -> [Float] {
        (0..<(format.bytesPerSample == 2 ? 65_536 : 256)).map { index in
            let value = min(1, Double(index) / Double(format.maximum))
            let light =
                isScene
                ? CodedColour.sceneLight(value)
                : CodedColour.perceptualQuantizer(value) / CodedColour.whiteInCandelas
            return Float(light)
        }
    }

    /// Returns the conversion of the table's light to that of a display, with the picture's primaries.
    ///
    /// - Parameter headroom: The display's headroom. 0 doesn't change the light.
    func conversion(toHeadroom headroom: Double) -> Conversion {
        Conversion(
            isScene: isScene,
            factors: DisplayMapping(from: self.headroom, toHeadroom: headroom).map(DisplayFactors.init))
    }

    struct Conversion {
        fileprivate let isScene: Bool
        fileprivate let factors: DisplayFactors?

        private static let peak = Float(CodedLight.peakInCandelas / CodedColour.whiteInCandelas)

        /// Converts the light of some pixels in place.
        func apply(to row: UnsafeMutablePointer<SIMD4<Float>>, count: Int) {
            if isScene {
                // BT.2100's OOTF for 1,000 cd/m². HLG is defined for BT.2020's primaries only.
                for x in 0..<count {
                    let light = row[x]
                    let luminance = 0.2627 * light.x + 0.678 * light.y + 0.0593 * light.z
                    row[x] *= luminance > 0 ? Self.peak * pow(luminance, 0.2) : 0
                }
            }
            factors?.apply(to: row, count: count)
        }
    }
}
