import CLittleCMS
import Pixels
import Testing

/// How far a rendered picture's colours are from a reference's.
struct ColourLikeness {
    let median: Double
    let percentile95: Double

    /// - Parameter reference: colours in sRGB between 0 and 1, as many as the picture has pixels.
    init(_ bitmap: Bitmap, _ reference: [SIMD3<Double>]) throws {
        let rendered = bitmap.pixels.map { SIMD3(Double($0[0]), Double($0[1]), Double($0[2])) / 255 }
        try #require(rendered.count == reference.count)
        let differences = zip(try Self.lab(rendered), try Self.lab(reference))
            .map { ColourDifference.between($0, $1) }.sorted()
        median = differences[differences.count / 2]
        percentile95 = differences[differences.count * 95 / 100]
    }

    private static func lab(_ colours: [SIMD3<Double>]) throws -> [SIMD3<Double>] {
        let source = try #require(cmsCreate_sRGBProfile())
        defer { cmsCloseProfile(source) }
        let target = try #require(cmsCreateLab4Profile(nil))
        defer { cmsCloseProfile(target) }
        let rgb: UInt32 = 1 << 22 | UInt32(PT_RGB) << 16 | 3 << 3
        let lab: UInt32 = 1 << 22 | UInt32(PT_Lab) << 16 | 3 << 3
        let flags = UInt32(cmsFLAGS_NOOPTIMIZE | cmsFLAGS_NOCACHE)
        let transform = try #require(
            cmsCreateTransform(source, rgb, target, lab, UInt32(INTENT_RELATIVE_COLORIMETRIC), flags))
        defer { cmsDeleteTransform(transform) }
        let input = colours.flatMap { [$0.x, $0.y, $0.z] }
        var output = [Double](repeating: 0, count: input.count)
        cmsDoTransform(transform, input, &output, UInt32(colours.count))
        return (0..<colours.count).map { SIMD3(output[$0 * 3], output[$0 * 3 + 1], output[$0 * 3 + 2]) }
    }
}
