/// The channels of a raster and their samples.
struct RasterFormat {
    enum Colours: Int {
        case grey = 1
        case rgb = 3
        case cmyk = 4
    }

    /// The channel after the colours.
    enum Alpha {
        /// The image has no alpha.
        case none
        /// All pixels are opaque.
        case opaque
        case straight
        case premultiplied
    }

    var colours: Colours
    var alpha = Alpha.none
    /// 1 or 2. Two bytes are in the machine's byte order.
    var bytesPerSample = 1
    /// The largest value of a sample.
    var maximum = 255
    /// Whether the largest value means no ink, as in Adobe's CMYK JPEGs.
    var isInverted = false

    var channelCount: Int { colours.rawValue + (alpha == .none ? 0 : 1) }
    var bytesPerPixel: Int { channelCount * bytesPerSample }
}
