import CLittleCMS
import CVipsBridge
import MediaRequests

/// The conversion of a file's colours to linear light with sRGB's primaries: a curve for each channel, and a matrix.
/// Colours outside of sRGB stay distinct, with values below 0 or above 1.
struct SourceLight: Sendable {
    typealias Curve = @Sendable (Double) -> Double

    /// The functions from a value between 0 and 1 to light, of red, green and blue.
    private var curves: [Curve]
    /// `nil` for sRGB's primaries.
    private(set) var matrix: [[Double]]?

    static let standard = SourceLight(curves: [StandardCurve.light, StandardCurve.light, StandardCurve.light])

    /// Whether the colours are those of sRGB.
    var isStandard: Bool {
        matrix == nil
            && curves.allSatisfy { curve in
                (0...255).allSatisfy { curve(Double($0) / 255) == StandardCurve.light(Double($0) / 255) }
            }
    }

    private init(curves: [Curve], matrix: [[Double]]? = nil) {
        self.curves = curves
        self.matrix = matrix
    }

    /// Returns `nil` if the colours aren't defined by curves and a matrix.
    init?(_ colour: SourceColour, _ colours: RasterFormat.Colours) {
        guard colours != .cmyk else { return nil }
        let profile: cmsHPROFILE?
        switch colour {
        case .untagged:
            self = .standard
            return
        case .coded(let coded):
            guard colours == .rgb else {
                self = .standard
                return
            }
            profile = coded.profile()
        case .profile(let bytes):
            profile = cmsOpenProfileFromMem(bytes, UInt32(clamping: bytes.count))
        }
        guard let profile else {
            // As everywhere, an invalid profile is ignored.
            self = .standard
            return
        }
        defer { cmsCloseProfile(profile) }
        switch (colours, cmsGetColorSpace(profile)) {
        case (.rgb, cmsSigRgbData):
            guard cmsIsMatrixShaper(profile) != 0, cmsIsTag(profile, cmsSigAToB0Tag) == 0,
                cmsIsTag(profile, cmsSigAToB1Tag) == 0, let light = Self.shaper(profile)
            else { return nil }
            self = light
        case (.grey, cmsSigGrayData):
            guard cmsGetPCS(profile) == cmsSigXYZData, let curve = Self.curve(profile, cmsSigGrayTRCTag) else {
                return nil
            }
            self = SourceLight(curves: [curve, curve, curve])
        default:
            self = .standard
        }
    }

    private static func shaper(_ profile: cmsHPROFILE) -> SourceLight? {
        let tags = [cmsSigRedTRCTag, cmsSigGreenTRCTag, cmsSigBlueTRCTag]
        let curves = tags.compactMap { curve(profile, $0) }
        guard curves.count == 3, let primaries = primaries(profile), let standard = cmsCreate_sRGBProfile() else {
            return nil
        }
        defer { cmsCloseProfile(standard) }
        guard let own = self.primaries(standard) else { return nil }
        let matrix = Matrix3.product(Matrix3.inverse(own), primaries)
        guard matrix.joined().allSatisfy({ $0.isFinite && abs($0) < 100 }) else { return nil }
        let isIdentity = (0..<3).allSatisfy { row in
            (0..<3).allSatisfy { abs(matrix[row][$0] - (row == $0 ? 1 : 0)) < 0.002 }
        }
        return SourceLight(curves: curves, matrix: isIdentity ? nil : matrix)
    }

    /// Returns the primaries as columns of CIE XYZ relative to D50.
    static func primaries(_ profile: cmsHPROFILE) -> [[Double]]? {
        let tags = [cmsSigRedColorantTag, cmsSigGreenColorantTag, cmsSigBlueColorantTag]
        let columns = tags.compactMap { tag in
            cmsReadTag(profile, tag)?.assumingMemoryBound(to: cmsCIEXYZ.self).pointee
        }
        guard columns.count == 3 else { return nil }
        return [columns.map(\.X), columns.map(\.Y), columns.map(\.Z)]
    }

    private static func curve(_ profile: cmsHPROFILE, _ tag: cmsTagSignature) -> Curve? {
        guard let curve = cmsReadTag(profile, tag) else { return nil }
        // The profile owns the curve, so its values are read at once.
        let last = 4096
        let values = (0...last).map { index in
            Double(cmsEvalToneCurveFloat(OpaquePointer(curve), Float(index) / Float(last)))
        }
        guard values.allSatisfy({ $0.isFinite && abs($0) < 100 }) else { return nil }
        // A table of sRGB's curve would be a little less exact than the curve.
        if (0...last).allSatisfy({ abs(values[$0] - StandardCurve.light(Double($0) / Double(last))) < 0.0005 }) {
            return StandardCurve.light
        }
        return { value in
            let place = min(1, max(0, value)) * Double(last)
            let index = min(last - 1, Int(place))
            return values[index] + (values[index + 1] - values[index]) * (place - Double(index))
        }
    }

    /// Returns the light of each sample value, for the first curves.
    func tables(_ format: RasterFormat, count: Int = 3) -> [[Float]] {
        let valueCount = format.bytesPerSample == 2 ? 65_536 : 256
        return curves.prefix(count).map { curve in
            (0..<valueCount).map { index in
                let value = min(1, Double(index) / Double(format.maximum))
                return Float(curve(format.isInverted ? 1 - value : value))
            }
        }
    }

    /// Calls a closure with the conversion of a raster's samples.
    func withLinearization<Answer>(
        _ format: RasterFormat, _ body: (inout albumen_linearization) throws(MediaError) -> Answer
    ) throws(MediaError) -> Answer {
        let tables = tables(format, count: matrix == nil && format.colours == .grey ? 1 : 3)
        var linearization = albumen_linearization()
        linearization.colours = Int32(format.colours.rawValue)
        linearization.alpha =
            switch format.alpha {
            case .none: ALBUMEN_ALPHA_NONE
            case .opaque: ALBUMEN_ALPHA_UNUSED
            case .straight: ALBUMEN_ALPHA_STRAIGHT
            case .premultiplied: ALBUMEN_ALPHA_PREMULTIPLIED
            }
        linearization.maximum = Int32(format.maximum)
        linearization.curve_count = Int32(tables[0].count)
        if let matrix {
            linearization.has_matrix = 1
            let numbers = matrix.joined().map { Float($0) }
            withUnsafeMutableBytes(of: &linearization.matrix) { target in
                numbers.withUnsafeBytes { target.copyMemory(from: $0) }
            }
        }
        let result = tables[0].withUnsafeBufferPointer { first in
            tables[tables.count > 1 ? 1 : 0].withUnsafeBufferPointer { second in
                tables[tables.count > 2 ? 2 : 0].withUnsafeBufferPointer { third in
                    linearization.curves = (first.baseAddress, second.baseAddress, third.baseAddress)
                    return Result { () throws(MediaError) in try body(&linearization) }
                }
            }
        }
        return try result.get()
    }
}
