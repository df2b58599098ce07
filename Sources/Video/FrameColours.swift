import CLibAV
import CLibSwscale

/// The meaning of a frame's samples: the matrix between luma and RGB, the primaries and the transfer curve.
///
/// Frames of standard range with the primaries of BT.709 or of older television count as sRGB, as in most players.
/// `WideColours` converts wider primaries and the two curves of HDR.
struct FrameColours: Equatable {
    enum Transfer { case standard, perceptualQuantizer, hybridLogGamma }
    enum Primaries { case standard, displayP3, bt2020 }

    /// libswscale's number for the matrix.
    var matrix: Int32
    var primaries = Primaries.standard
    var transfer = Transfer.standard

    /// The number of rows from which a frame without a declared matrix counts as high definition.
    private static let highDefinitionInRows: Int32 = 720

    init(_ frame: AVFrame) {
        self.init(
            space: frame.colorspace, transfer: frame.color_trc, primaries: frame.color_primaries,
            size: (frame.width, frame.height))
    }

    init(_ parameters: AVCodecParameters) {
        self.init(
            space: parameters.color_space, transfer: parameters.color_trc, primaries: parameters.color_primaries,
            size: (parameters.width, parameters.height))
    }

    private init(
        space: AVColorSpace, transfer curve: AVColorTransferCharacteristic, primaries: AVColorPrimaries,
        size: (width: Int32, height: Int32)
    ) {
        matrix =
            switch space {
            case AVCOL_SPC_BT709: SWS_CS_ITU709
            case AVCOL_SPC_FCC: SWS_CS_FCC
            case AVCOL_SPC_BT470BG, AVCOL_SPC_SMPTE170M: SWS_CS_ITU601
            case AVCOL_SPC_SMPTE240M: SWS_CS_SMPTE240M
            case AVCOL_SPC_BT2020_NCL, AVCOL_SPC_BT2020_CL: SWS_CS_BT2020
            default:
                max(size.height, size.width) >= 1280 || min(size.height, size.width) >= Self.highDefinitionInRows
                    ? SWS_CS_ITU709 : SWS_CS_ITU601
            }
        switch curve {
        case AVCOL_TRC_SMPTE2084: transfer = .perceptualQuantizer
        case AVCOL_TRC_ARIB_STD_B67: transfer = .hybridLogGamma
        default: break
        }
        switch primaries {
        case AVCOL_PRI_BT2020: self.primaries = .bt2020
        case AVCOL_PRI_SMPTE431, AVCOL_PRI_SMPTE432: self.primaries = .displayP3
        // HDR without declared primaries.
        case AVCOL_PRI_UNSPECIFIED where transfer != .standard: self.primaries = .bt2020
        default: break
        }
    }

    var isWide: Bool { primaries != .standard || transfer != .standard }
}
