/// A tag of EXIF with its key in ImageIO's dictionaries.
struct ExifTag: Sendable {
    /// The data types of TIFF.
    enum Kind: Int, Sendable {
        case byte = 1
        case text, short, long, rational, signedByte, undefined, signedShort, signedLong, signedRational, float, double
        case directory
        /// Numbers of eight bytes, which Apple's maker note uses.
        case long8 = 16
        case signedLong8

        /// The size of a value.
        var size: Int {
            switch self {
            case .byte, .text, .signedByte, .undefined: 1
            case .short, .signedShort: 2
            case .long, .signedLong, .float, .directory: 4
            case .rational, .signedRational, .double, .long8, .signedLong8: 8
            }
        }
    }

    /// The form of the value in a dictionary.
    enum Form: Sendable {
        /// A number or text, or a list if there are several numbers.
        case plain
        /// A list, also of one number.
        case list
        /// Four digits such as `0232`, as the list 2, 3, 2.
        case version
        /// A text after eight bytes that name its encoding.
        case comment
        /// Degrees, minutes and seconds, as degrees.
        case degrees
        /// Hours, minutes and seconds, as `12:34:56.78`.
        case time
    }

    let number: Int
    let key: String
    let kind: Kind
    let form: Form
    /// Whether the value describes the file's own pixels. Changes have no effect.
    let isFixed: Bool

    init(_ number: Int, _ key: String, _ kind: Kind, _ form: Form = .plain, isFixed: Bool = false) {
        self.number = number
        self.key = key
        self.kind = kind
        self.form = form
        self.isFixed = isFixed
    }
}

/// The tags of a directory that ImageIO has keys for.
struct ExifTagTable: Sendable {
    let tags: [Int: ExifTag]
    let numbers: [String: Int]

    private init(_ tags: [ExifTag]) {
        self.tags = Dictionary(tags.map { ($0.number, $0) }) { first, _ in first }
        numbers = Dictionary(tags.map { ($0.key, $0.number) }) { first, _ in first }
    }

    subscript(key: String) -> ExifTag? { numbers[key].flatMap { tags[$0] } }

    static let main = ExifTagTable([
        ExifTag(0x0103, "Compression", .short, isFixed: true),
        ExifTag(0x0106, "PhotometricInterpretation", .short, isFixed: true),
        ExifTag(0x010D, "DocumentName", .text), ExifTag(0x010E, "ImageDescription", .text),
        ExifTag(0x010F, "Make", .text), ExifTag(0x0110, "Model", .text), ExifTag(0x0112, "Orientation", .short),
        ExifTag(0x011A, "XResolution", .rational), ExifTag(0x011B, "YResolution", .rational),
        ExifTag(0x0128, "ResolutionUnit", .short), ExifTag(0x0131, "Software", .text),
        ExifTag(0x0132, "DateTime", .text), ExifTag(0x013B, "Artist", .text), ExifTag(0x013C, "HostComputer", .text),
        ExifTag(0x013E, "WhitePoint", .rational, .list), ExifTag(0x013F, "PrimaryChromaticities", .rational, .list),
        ExifTag(0x0142, "TileWidth", .long, isFixed: true), ExifTag(0x0143, "TileLength", .long, isFixed: true),
        ExifTag(0x8298, "Copyright", .text),
    ])

    static let photo = ExifTagTable([
        ExifTag(0x829A, "ExposureTime", .rational), ExifTag(0x829D, "FNumber", .rational),
        ExifTag(0x8822, "ExposureProgram", .short), ExifTag(0x8824, "SpectralSensitivity", .text),
        ExifTag(0x8827, "ISOSpeedRatings", .short, .list), ExifTag(0x8830, "SensitivityType", .short),
        ExifTag(0x8831, "StandardOutputSensitivity", .long), ExifTag(0x8832, "RecommendedExposureIndex", .long),
        ExifTag(0x8833, "ISOSpeed", .long), ExifTag(0x8834, "ISOSpeedLatitudeyyy", .long),
        ExifTag(0x8835, "ISOSpeedLatitudezzz", .long), ExifTag(0x9000, "ExifVersion", .undefined, .version),
        ExifTag(0x9003, "DateTimeOriginal", .text), ExifTag(0x9004, "DateTimeDigitized", .text),
        ExifTag(0x9010, "OffsetTime", .text), ExifTag(0x9011, "OffsetTimeOriginal", .text),
        ExifTag(0x9012, "OffsetTimeDigitized", .text),
        ExifTag(0x9101, "ComponentsConfiguration", .undefined, .list),
        ExifTag(0x9102, "CompressedBitsPerPixel", .rational), ExifTag(0x9201, "ShutterSpeedValue", .signedRational),
        ExifTag(0x9202, "ApertureValue", .rational), ExifTag(0x9203, "BrightnessValue", .signedRational),
        ExifTag(0x9204, "ExposureBiasValue", .signedRational), ExifTag(0x9205, "MaxApertureValue", .rational),
        ExifTag(0x9206, "SubjectDistance", .rational), ExifTag(0x9207, "MeteringMode", .short),
        ExifTag(0x9208, "LightSource", .short), ExifTag(0x9209, "Flash", .short),
        ExifTag(0x920A, "FocalLength", .rational), ExifTag(0x9214, "SubjectArea", .short, .list),
        ExifTag(0x9286, "UserComment", .undefined, .comment), ExifTag(0x9290, "SubsecTime", .text),
        ExifTag(0x9291, "SubsecTimeOriginal", .text), ExifTag(0x9292, "SubsecTimeDigitized", .text),
        ExifTag(0xA000, "FlashPixVersion", .undefined, .version), ExifTag(0xA001, "ColorSpace", .short),
        ExifTag(0xA002, "PixelXDimension", .long, isFixed: true),
        ExifTag(0xA003, "PixelYDimension", .long, isFixed: true), ExifTag(0xA004, "RelatedSoundFile", .text),
        ExifTag(0xA20B, "FlashEnergy", .rational), ExifTag(0xA20E, "FocalPlaneXResolution", .rational),
        ExifTag(0xA20F, "FocalPlaneYResolution", .rational), ExifTag(0xA210, "FocalPlaneResolutionUnit", .short),
        ExifTag(0xA214, "SubjectLocation", .short, .list), ExifTag(0xA215, "ExposureIndex", .rational),
        ExifTag(0xA217, "SensingMethod", .short), ExifTag(0xA300, "FileSource", .undefined),
        ExifTag(0xA301, "SceneType", .undefined), ExifTag(0xA401, "CustomRendered", .short),
        ExifTag(0xA402, "ExposureMode", .short), ExifTag(0xA403, "WhiteBalance", .short),
        ExifTag(0xA404, "DigitalZoomRatio", .rational), ExifTag(0xA405, "FocalLenIn35mmFilm", .short),
        ExifTag(0xA406, "SceneCaptureType", .short), ExifTag(0xA407, "GainControl", .short),
        ExifTag(0xA408, "Contrast", .short), ExifTag(0xA409, "Saturation", .short),
        ExifTag(0xA40A, "Sharpness", .short), ExifTag(0xA40C, "SubjectDistRange", .short),
        ExifTag(0xA420, "ImageUniqueID", .text), ExifTag(0xA430, "CameraOwnerName", .text),
        ExifTag(0xA431, "BodySerialNumber", .text), ExifTag(0xA432, "LensSpecification", .rational, .list),
        ExifTag(0xA433, "LensMake", .text), ExifTag(0xA434, "LensModel", .text),
        ExifTag(0xA435, "LensSerialNumber", .text), ExifTag(0xA460, "CompositeImage", .short),
        ExifTag(0xA461, "SourceImageNumberOfCompositeImage", .short, .list), ExifTag(0xA500, "Gamma", .rational),
    ])

    static let location = ExifTagTable([
        ExifTag(0x00, "GPSVersion", .byte, .list), ExifTag(0x01, "LatitudeRef", .text),
        ExifTag(0x02, "Latitude", .rational, .degrees), ExifTag(0x03, "LongitudeRef", .text),
        ExifTag(0x04, "Longitude", .rational, .degrees), ExifTag(0x05, "AltitudeRef", .byte),
        ExifTag(0x06, "Altitude", .rational), ExifTag(0x07, "TimeStamp", .rational, .time),
        ExifTag(0x08, "Satellites", .text), ExifTag(0x09, "Status", .text), ExifTag(0x0A, "MeasureMode", .text),
        ExifTag(0x0B, "DOP", .rational), ExifTag(0x0C, "SpeedRef", .text), ExifTag(0x0D, "Speed", .rational),
        ExifTag(0x0E, "TrackRef", .text), ExifTag(0x0F, "Track", .rational), ExifTag(0x10, "ImgDirectionRef", .text),
        ExifTag(0x11, "ImgDirection", .rational), ExifTag(0x12, "MapDatum", .text),
        ExifTag(0x13, "DestLatitudeRef", .text), ExifTag(0x14, "DestLatitude", .rational, .degrees),
        ExifTag(0x15, "DestLongitudeRef", .text), ExifTag(0x16, "DestLongitude", .rational, .degrees),
        ExifTag(0x17, "DestBearingRef", .text), ExifTag(0x18, "DestBearing", .rational),
        ExifTag(0x19, "DestDistanceRef", .text), ExifTag(0x1A, "DestDistance", .rational),
        ExifTag(0x1B, "ProcessingMethod", .undefined, .comment),
        ExifTag(0x1C, "AreaInformation", .undefined, .comment), ExifTag(0x1D, "DateStamp", .text),
        ExifTag(0x1E, "Differential", .short), ExifTag(0x1F, "HPositioningError", .rational),
    ])
}
