extension SampleMedia.Exif {
    /// A valid or invalid tag of an EXIF block.
    package struct Tag: Sendable {
        /// The directory of a tag.
        package enum Directory: Sendable {
            case main, camera, place
        }

        package enum Value: Sendable {
            case text(String)
            case short(UInt16)
            case byte(UInt8)
            case undefined([UInt8])
            case rationals([(numerator: Int, denominator: Int)])
            case signedRational(numerator: Int, denominator: Int)
            case long(Int)
            /// The offset of another directory.
            case offset(Int)
        }

        package var directory: Directory
        package var number: Int
        package var value: Value

        package init(_ directory: Directory, _ number: Int, _ value: Value) {
            self.directory = directory
            self.number = number
            self.value = value
        }
    }
}

// Tags with the names of the EXIF standard.
extension SampleMedia.Exif.Tag {
    package static func imageDescription(_ text: String) -> Self { Self(.main, 0x010E, .text(text)) }
    package static func dateTime(_ text: String) -> Self { Self(.main, 0x0132, .text(text)) }
    package static func rating(_ stars: UInt16) -> Self { Self(.main, 0x4746, .short(stars)) }

    package static func dateTimeDigitized(_ text: String) -> Self { Self(.camera, 0x9004, .text(text)) }
    package static func offsetTime(_ text: String) -> Self { Self(.camera, 0x9010, .text(text)) }
    package static func offsetTimeDigitized(_ text: String) -> Self { Self(.camera, 0x9012, .text(text)) }
    package static func subSecTime(_ text: String) -> Self { Self(.camera, 0x9290, .text(text)) }
    package static func subSecTimeDigitized(_ text: String) -> Self { Self(.camera, 0x9292, .text(text)) }
    package static func customRendered(_ kind: UInt16) -> Self { Self(.camera, 0xA401, .short(kind)) }
    package static func lensModel(_ text: String) -> Self { Self(.camera, 0xA434, .text(text)) }

    /// In seconds.
    package static func exposureTime(_ seconds: (Int, Int)) -> Self { Self(.camera, 0x829A, .rationals([seconds])) }
    package static func fNumber(_ number: (Int, Int)) -> Self { Self(.camera, 0x829D, .rationals([number])) }
    package static func isoSpeedRatings(_ speed: UInt16) -> Self { Self(.camera, 0x8827, .short(speed)) }
    package static func standardOutputSensitivity(_ speed: Int) -> Self { Self(.camera, 0x8831, .long(speed)) }
    package static func recommendedExposureIndex(_ speed: Int) -> Self { Self(.camera, 0x8832, .long(speed)) }
    package static func shutterSpeedValue(_ apex: (Int, Int)) -> Self {
        Self(.camera, 0x9201, .signedRational(numerator: apex.0, denominator: apex.1))
    }
    package static func apertureValue(_ apex: (Int, Int)) -> Self { Self(.camera, 0x9202, .rationals([apex])) }
    /// In millimetres.
    package static func focalLength(_ length: (Int, Int)) -> Self { Self(.camera, 0x920A, .rationals([length])) }
    package static func focalLengthIn35mmFilm(_ length: UInt16) -> Self { Self(.camera, 0xA405, .short(length)) }

    package static func userComment(_ text: String) -> Self {
        Self(.camera, 0x9286, .undefined(Array("ASCII\0\0\0".utf8) + Array(text.utf8)))
    }

    package static func latitudeReference(_ text: String) -> Self { Self(.place, 1, .text(text)) }
    package static func latitude(_ parts: [(Int, Int)]) -> Self { Self(.place, 2, .rationals(parts.map { $0 })) }
    package static func longitudeReference(_ text: String) -> Self { Self(.place, 3, .text(text)) }
    package static func longitude(_ parts: [(Int, Int)]) -> Self { Self(.place, 4, .rationals(parts.map { $0 })) }
    /// 0 above sea level, 1 below.
    package static func altitudeReference(_ side: UInt8) -> Self { Self(.place, 5, .byte(side)) }
    package static func altitude(_ metres: (Int, Int)) -> Self { Self(.place, 6, .rationals([metres])) }
    package static func gpsTimeStamp(_ parts: [(Int, Int)]) -> Self { Self(.place, 7, .rationals(parts.map { $0 })) }
    package static func gpsDateStamp(_ text: String) -> Self { Self(.place, 0x1D, .text(text)) }
    package static func horizontalPositioningError(_ metres: (Int, Int)) -> Self {
        Self(.place, 0x1F, .rationals([metres]))
    }
}

// Values as the block's entries store them.
extension SampleMedia.Exif.Tag.Value {
    var type: Int {
        switch self {
        case .byte: 1
        case .text: 2
        case .short: 3
        case .offset, .long: 4
        case .rationals: 5
        case .signedRational: 10
        case .undefined: 7
        }
    }

    var count: Int {
        switch self {
        case .text(let text): text.utf8.count + 1
        case .byte, .short, .offset, .long, .signedRational: 1
        case .undefined(let bytes): bytes.count
        case .rationals(let values): values.count
        }
    }

    var bytes: [UInt8] {
        switch self {
        case .byte(let number): [number]
        case .undefined(let bytes): bytes
        case .text(let text): Array(text.utf8) + [0]
        case .short(let number): SampleMedia.littleEndian16(Int(number))
        case .offset(let number), .long(let number): SampleMedia.littleEndian32(number)
        case .signedRational(let numerator, let denominator):
            SampleMedia.littleEndian32(numerator) + SampleMedia.littleEndian32(denominator)
        case .rationals(let values):
            values.flatMap {
                SampleMedia.littleEndian32($0.numerator) + SampleMedia.littleEndian32($0.denominator)
            }
        }
    }
}
