import CVipsBridge
import MediaRequests

/// The samples of a graph's result.
struct GraphEncoding {
    private var form = albumen_encoding()

    /// - Parameters:
    ///   - bands: 3, on white, or 4.
    ///   - bits: 8, 10 or 16.
    ///   - isStraight: Whether colours are divided by alpha.
    init(bands: Int, bits: Int, isStraight: Bool, _ space: GraphRequest.ColourSpace) {
        form.bands = Int32(bands)
        form.bytes_per_sample = bits > 8 ? 2 : 1
        form.maximum = Int32(1 << bits - 1)
        form.is_straight = isStraight ? 1 : 0
        form.is_linear = space == .linearSRGB ? 1 : 0
        guard space == .displayP3 else { return }
        form.has_matrix = 1
        let numbers = Matrix3.product(Matrix3.inverse(Self.displayP3), Self.standard).joined().map { Float($0) }
        withUnsafeMutableBytes(of: &form.matrix) { target in
            numbers.withUnsafeBytes { target.copyMemory(from: $0) }
        }
    }

    /// Four bytes per pixel in sRGB for a video. Transparent areas become black.
    static var onBlack: GraphEncoding {
        var encoding = GraphEncoding(bands: 4, bits: 8, isStraight: false, .sRGB)
        encoding.form.is_on_black = 1
        return encoding
    }

    /// The primaries as columns of CIE XYZ with the white D65.
    private static let standard: [[Double]] = [
        [0.4123908, 0.3575843, 0.1804808], [0.2126390, 0.7151687, 0.0721923], [0.0193308, 0.1191948, 0.9505322],
    ]
    private static let displayP3: [[Double]] = [
        [0.4865709, 0.2656677, 0.1982173], [0.2289746, 0.6917385, 0.0792869], [0, 0.0451134, 1.0439444],
    ]

    /// - Parameter isTranslucent: Becomes 1 if a pixel isn't opaque. It must exist until the pixels are computed.
    func encode(
        _ light: GraphPipeline.Image, _ pipeline: GraphPipeline, isTranslucent: UnsafeMutablePointer<Int32>? = nil
    ) throws(MediaError) -> GraphPipeline.Image {
        var form = form
        form.is_translucent = isTranslucent
        return try pipeline.check(albumen_pipeline_encode(pipeline.handle, light, &form))
    }
}
