import Pixels

/// A decoded picture in the colours of its file: rows from the top without gaps, as the file stores them, not turned.
struct Raster {
    enum Colours: Int {
        case grey = 1
        case rgb = 3
        case cmyk = 4
    }

    /// The channel behind the colours.
    enum Alpha {
        /// There is none.
        case none
        /// It is full everywhere.
        case opaque
        case straight
        case premultiplied
    }

    var memory: PixelMemory
    var size: PixelSize
    var colours: Colours
    var alpha = Alpha.none
    /// 1 or 2; of two bytes in the machine's order.
    var bytesPerSample = 1
    /// The largest value of a sample.
    var maximum = 255
    /// Whether the largest value stands for no ink, as Adobe writes CMYK into JPEG.
    var isInverted = false

    var channelCount: Int { colours.rawValue + (alpha == .none ? 0 : 1) }
    var bytesPerRow: Int { size.width * channelCount * bytesPerSample }
}

/// What a decoder makes of a file.
struct DecodedPicture {
    /// One for each size asked for, in that order.
    var rasters: [Raster]
    var colour = SourceColour.untagged
    /// EXIF's number for how the rasters are to be turned to be the picture at all, whatever orientation that has.
    var turn = 1
    /// What was missing or wrong, for people.
    var damage: String?
}

/// What a file says of the meaning of its colours.
enum SourceColour: Hashable {
    /// Nothing: sRGB, grey with sRGB's curve, or CMYK of no known press.
    case untagged
    /// An ICC profile.
    case profile([UInt8])
    /// The numbers of ISO/IEC 23091-2.
    case coded(CodedColour)
}
