// swift-format-ignore-file: AlwaysUseLowerCamelCase
// The names are Apple's.

/// A video codec.
public struct AVVideoCodecType: RawRepresentable, Hashable, Sendable {
    public let rawValue: String

    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    public static let h264 = AVVideoCodecType(rawValue: "avc1")
    public static let hevc = AVVideoCodecType(rawValue: "hvc1")
    public static let proRes422 = AVVideoCodecType(rawValue: "apcn")
}

/// The codec of H.264, as a text.
public let AVVideoCodecH264 = "avc1"
/// The codec: an ``AVVideoCodecType`` or its raw value.
public let AVVideoCodecKey = "AVVideoCodecKey"
/// The width in pixels.
public let AVVideoWidthKey = "AVVideoWidthKey"
/// The height in pixels.
public let AVVideoHeightKey = "AVVideoHeightKey"
/// A dictionary with settings of the encoder.
public let AVVideoCompressionPropertiesKey = "AVVideoCompressionPropertiesKey"
/// The average number of bits per second.
public let AVVideoAverageBitRateKey = "AverageBitRate"
/// The largest number of frames from one keyframe to the next.
public let AVVideoMaxKeyFrameIntervalKey = "MaxKeyFrameInterval"
/// The number of frames per second.
public let AVVideoExpectedSourceFrameRateKey = "ExpectedFrameRate"
/// The profile of the codec. Has no effect: the encoder chooses it.
public let AVVideoProfileLevelKey = "ProfileLevel"
public let AVVideoProfileLevelH264BaselineAutoLevel = "H264_Baseline_AutoLevel"
public let AVVideoProfileLevelH264MainAutoLevel = "H264_Main_AutoLevel"
public let AVVideoProfileLevelH264HighAutoLevel = "H264_High_AutoLevel"
/// Whether frames can be stored in another order. Has no effect: the encoder chooses it.
public let AVVideoAllowFrameReorderingKey = "AllowFrameReordering"
/// How frames of another size are fitted. Only ``AVVideoScalingModeResize`` has an effect, and it's the default.
public let AVVideoScalingModeKey = "AVVideoScalingModeKey"
/// Scales both sides of a frame independently.
public let AVVideoScalingModeResize = "AVVideoScalingModeResize"
/// A dictionary with the colours of the video.
public let AVVideoColorPropertiesKey = "AVVideoColorPropertiesKey"
public let AVVideoColorPrimariesKey = "ColorPrimaries"
public let AVVideoTransferFunctionKey = "TransferFunction"
public let AVVideoYCbCrMatrixKey = "YCbCrMatrix"
public let AVVideoColorPrimaries_ITU_R_709_2 = "ITU_R_709_2"
public let AVVideoTransferFunction_ITU_R_709_2 = "ITU_R_709_2"
public let AVVideoYCbCrMatrix_ITU_R_709_2 = "ITU_R_709_2"

/// The codec of sound: an `AudioFormatID`.
public let AVFormatIDKey = "AVFormatIDKey"
/// The number of samples per second.
public let AVSampleRateKey = "AVSampleRateKey"
/// The number of channels.
public let AVNumberOfChannelsKey = "AVNumberOfChannelsKey"
/// The number of bits per second.
public let AVEncoderBitRateKey = "AVEncoderBitRateKey"
/// The number of bits of a sample of uncompressed sound.
public let AVLinearPCMBitDepthKey = "AVLinearPCMBitDepthKey"
public let AVLinearPCMIsBigEndianKey = "AVLinearPCMIsBigEndianKey"
public let AVLinearPCMIsFloatKey = "AVLinearPCMIsFloatKey"
public let AVLinearPCMIsNonInterleaved = "AVLinearPCMIsNonInterleaved"
