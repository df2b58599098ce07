import CLibAV

/// The codecs whose copied packets can follow encoded ones, and the types of their NAL units.
enum SplicedCodec {
    case h264, hevc

    /// Returns `nil` for other codecs.
    init?(_ identifier: AVCodecID) {
        switch identifier {
        case AV_CODEC_ID_H264: self = .h264
        case AV_CODEC_ID_HEVC: self = .hevc
        default: return nil
        }
    }

    /// Returns the type of a unit that starts with a byte.
    func type(_ first: UInt8) -> UInt8 {
        switch self {
        case .h264: first & 0x1F
        case .hevc: first >> 1 & 0x3F
        }
    }

    /// The bytes before a unit's payload.
    var headerSize: Int { self == .h264 ? 1 : 2 }

    func isPicture(_ type: UInt8) -> Bool {
        switch self {
        case .h264: (1...5).contains(type)
        case .hevc: type < 32
        }
    }

    /// Whether a picture resets the decoder, or does so in HEVC without the pictures that are shown before it. Pictures
    /// of H.264 that start an open group don't, because they can't choose other parameter sets.
    func resets(_ type: UInt8) -> Bool {
        switch self {
        case .h264: type == 5
        case .hevc: (16...21).contains(type)
        }
    }

    func isParameterSet(_ type: UInt8) -> Bool {
        switch self {
        case .h264: type == 7 || type == 8
        case .hevc: (32...34).contains(type)
        }
    }

    /// HEVC's clean random access pictures, which may be followed by pictures that can't be decoded after a splice.
    static let cleanRandomAccess: UInt8 = 21
    /// The type of such a picture after which no other one is shown before it.
    static let brokenLink: UInt8 = 18
    /// The metadata and the enhancement layer of Dolby Vision.
    static let dolbyVision: ClosedRange<UInt8> = 62...63
}
