import Pixels

/// A decoded image in the colours of its file: rows from the top without padding, without rotation.
struct Raster {
    var memory: PixelMemory
    var size: PixelSize
    var format: RasterFormat

    init(memory: PixelMemory, size: PixelSize, _ format: RasterFormat) {
        self.memory = memory
        self.size = size
        self.format = format
    }

    var colours: RasterFormat.Colours { format.colours }
    var alpha: RasterFormat.Alpha { format.alpha }
    var bytesPerSample: Int { format.bytesPerSample }
    var maximum: Int { format.maximum }
    var isInverted: Bool { format.isInverted }
    var channelCount: Int { format.channelCount }
    var bytesPerRow: Int { size.width * format.bytesPerPixel }
}

/// The result of a decoder.
struct DecodedPicture {
    /// A raster for each requested size, in the same order.
    var rasters: [Raster]
    var colour = SourceColour.untagged
    /// The EXIF orientation that the container declares for its rasters, independent of the file's orientation.
    var turn = 1
    /// The light that's brighter than white, or `nil` if there is none or the request doesn't need it.
    var range: HighDynamicRange?
    /// A description for people of missing or invalid data.
    var damage: String?
}

extension DecodedPicture {
    /// Applies the colour space that EXIF declares if the file contains no better information.
    mutating func takeColour(_ metadata: MetadataReading, _ format: ImageFormat) {
        guard format == .jpeg else { return }
        colour = colour.orDeclared(by: metadata)
    }
}

/// The colour space that a file declares.
enum SourceColour: Hashable {
    /// None: sRGB, grey with sRGB's curve, or CMYK of an unknown press.
    case untagged
    /// An ICC profile.
    case profile([UInt8])
    /// Numbers of ISO/IEC 23091-2.
    case coded(CodedColour)

    /// Returns the colour space of a JPEG, which its EXIF can declare instead of a profile.
    func orDeclared(by metadata: MetadataReading) -> SourceColour {
        self == .untagged && metadata.values?.hasColoursOfAdobe == true ? .coded(.adobe) : self
    }
}
