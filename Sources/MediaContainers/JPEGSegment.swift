/// A marker of a JPEG file and the bytes that belong to it (ITU-T T.81, B.1.1).
package struct JPEGSegment: Hashable, Sendable {
    package static let endOfImage: UInt8 = 0xD9
    package static let startOfScan: UInt8 = 0xDA

    package let marker: UInt8
    /// The bytes before the marker that belong to no segment: fill bytes, and bytes that decoders skip.
    package let stray: Range<Int>
    /// Where the content lies according to the segment's length. It can end past the file. The end of the image has no
    /// content. The content of a scan is its header, and the coded samples follow.
    package let content: Range<Int>
    /// Whether the length doesn't even count its own two bytes. Decoders treat the content as empty.
    package var isLengthTooSmall = false

    /// The bytes of the segment, with its marker and its length.
    package var range: Range<Int> { stray.upperBound..<content.upperBound }

    /// Whether the segment starts a frame, which states the size of the picture.
    package var isFrame: Bool {
        switch marker {
        case 0xC4, 0xC8, 0xCC: false
        case 0xC0...0xCF: true
        default: false
        }
    }
}

/// The data of applications in a JPEG file, which start with a mark.
package enum JPEGApplicationData: CaseIterable, Sendable {
    case jfif, exif, xmp, extendedXMP, colourProfile, multiPicture, gainMap, photoshop, adobe

    /// The marker of the segments.
    package var marker: UInt8 {
        switch self {
        case .jfif: 0xE0
        case .exif, .xmp, .extendedXMP: 0xE1
        case .colourProfile, .multiPicture, .gainMap: 0xE2
        case .photoshop: 0xED
        case .adobe: 0xEE
        }
    }

    /// The first bytes of the content.
    package var mark: StaticString {
        switch self {
        case .jfif: "JFIF\0"
        case .exif: "Exif\0\0"
        case .xmp: "http://ns.adobe.com/xap/1.0/\0"
        case .extendedXMP: "http://ns.adobe.com/xmp/extension/\0"
        case .colourProfile: "ICC_PROFILE\0"
        case .multiPicture: "MPF\0"
        case .gainMap: "urn:iso:std:iso:ts:21496"
        case .photoshop: "Photoshop 3.0\0"
        case .adobe: "Adobe"
        }
    }

    package var markLength: Int { mark.utf8CodeUnitCount }
    static let longestMark = 35
}
