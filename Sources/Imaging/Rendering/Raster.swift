import Pixels

/// A decoded image in the colours of its file: rows from the top without padding, without rotation.
struct Raster {
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

    var memory: PixelMemory
    var size: PixelSize
    var colours: Colours
    var alpha = Alpha.none
    /// 1 or 2. Two bytes are in the machine's byte order.
    var bytesPerSample = 1
    /// The largest value of a sample.
    var maximum = 255
    /// Whether the largest value means no ink, as in Adobe's CMYK JPEGs.
    var isInverted = false

    var channelCount: Int { colours.rawValue + (alpha == .none ? 0 : 1) }
    var bytesPerRow: Int { size.width * channelCount * bytesPerSample }
}

/// The result of a decoder.
struct DecodedPicture {
    /// A raster for each requested size, in the same order.
    var rasters: [Raster]
    var colour = SourceColour.untagged
    /// The EXIF orientation that the container declares for its rasters, independent of the file's orientation.
    var turn = 1
    /// A description for people of missing or invalid data.
    var damage: String?
}

/// The colour space that a file declares.
enum SourceColour: Hashable {
    /// None: sRGB, grey with sRGB's curve, or CMYK of an unknown press.
    case untagged
    /// An ICC profile.
    case profile([UInt8])
    /// Numbers of ISO/IEC 23091-2.
    case coded(CodedColour)
}
