import CoreMedia
import Foundation
import MediaRequests
import Pixels

/// Converts the settings of an input.
struct WriterSettings {
    private let settings: [String: Any]?
    private let mediaType: AVMediaType
    private let fileType: AVFileType

    init(_ settings: [String: Any]?, _ mediaType: AVMediaType, _ fileType: AVFileType) {
        self.settings = settings
        self.mediaType = mediaType
        self.fileType = fileType
    }

    /// - Throws: An error that states the setting to change.
    func get() throws(AVError) -> MovieWriting.Input.Form {
        guard let settings else { return .stored(nil) }
        switch mediaType {
        case .video: return .pixels(try frames(settings))
        case .audio: return .sound(try sound(settings))
        default:
            throw Self.unsupported(
                "Samples of the type \(mediaType.rawValue) can't be encoded.", "Pass nil as outputSettings.")
        }
    }

    private func frames(_ settings: [String: Any]) throws(AVError) -> MovieWriting.EncodedFrames {
        let name = (settings[AVVideoCodecKey] as? AVVideoCodecType)?.rawValue ?? settings[AVVideoCodecKey] as? String
        let codec: MovieWriting.EncodedFrames.Codec
        switch name {
        case "avc1": codec = .h264
        case "hvc1": codec = .hevc
        case "apcn" where fileType == .mov: codec = .proRes422
        default:
            throw Self.unsupported(
                "A video can't be encoded with the codec \(name ?? "that is missing").",
                "Set AVVideoCodecKey to AVVideoCodecType.h264 or hevc, or to proRes422 in a mov file.")
        }
        let numbers = SettingNumbers(settings)
        guard let width = numbers[AVVideoWidthKey], let height = numbers[AVVideoHeightKey],
            (2...Double(SamplePixels.sideLimitInPixels)).contains(width),
            (2...Double(SamplePixels.sideLimitInPixels)).contains(height)
        else {
            throw Self.unsupported(
                "The settings of a video have no size of 2 to \(SamplePixels.sideLimitInPixels) pixels.",
                "Set AVVideoWidthKey and AVVideoHeightKey.")
        }
        try checkColours(settings[AVVideoColorPropertiesKey] as? [String: Any] ?? [:])
        if let mode = settings[AVVideoScalingModeKey] as? String, mode != AVVideoScalingModeResize {
            throw Self.unsupported(
                "Frames can't be fitted with the scaling mode \(mode).", "Use AVVideoScalingModeResize.")
        }
        var frames = MovieWriting.EncodedFrames(
            codec: codec, size: PixelSize(width: Int(width.rounded()), height: Int(height.rounded())))
        let properties = SettingNumbers(settings[AVVideoCompressionPropertiesKey] as? [String: Any] ?? [:])
        frames.bitsPerSecond = properties[AVVideoAverageBitRateKey].map { Int(Int64(rounding: $0)) }
        frames.keyframeInterval = properties[AVVideoMaxKeyFrameIntervalKey].map { Int(Int64(rounding: $0)) }
        frames.frameRate = properties[AVVideoExpectedSourceFrameRateKey]
        guard frames.bitsPerSecond ?? 1 > 0, frames.keyframeInterval ?? 1 >= 0, frames.frameRate ?? 1 >= 0 else {
            throw Self.unsupported("A compression property of a video is negative.", "Use positive numbers.")
        }
        // As for Apple's encoders, 0 means that there is no limit.
        if frames.keyframeInterval == 0 { frames.keyframeInterval = nil }
        if frames.frameRate == 0 { frames.frameRate = nil }
        return frames
    }

    private func checkColours(_ colours: [String: Any]) throws(AVError) {
        let standard = [
            AVVideoColorPrimariesKey: AVVideoColorPrimaries_ITU_R_709_2,
            AVVideoTransferFunctionKey: AVVideoTransferFunction_ITU_R_709_2,
            AVVideoYCbCrMatrixKey: AVVideoYCbCrMatrix_ITU_R_709_2,
        ]
        for (key, value) in colours where standard[key].map({ $0 != value as? String }) ?? false {
            throw Self.unsupported(
                "A writer can't encode the colours \(value).", "Leave out AVVideoColorPropertiesKey for BT.709.")
        }
    }

    private func sound(_ settings: [String: Any]) throws(AVError) -> MovieWriting.EncodedSound {
        let numbers = SettingNumbers(settings)
        let rate = Int32(clamping: Int64(rounding: numbers[AVSampleRateKey] ?? 44_100))
        let channels = Int32(clamping: Int64(rounding: numbers[AVNumberOfChannelsKey] ?? 2))
        switch numbers[AVFormatIDKey] {
        case Double(kAudioFormatMPEG4AAC):
            guard (1...2).contains(channels), MovieWriting.EncodedSound.ratesOfAAC.contains(rate) else { break }
            let bitRate = numbers[AVEncoderBitRateKey] ?? 128_000 * Double(channels) / 2
            guard bitRate > 0 else { break }
            return MovieWriting.EncodedSound(
                bitsPerSecond: Int(Int64(rounding: bitRate * 2 / Double(channels))), sampleRate: rate,
                channelCount: channels)
        case Double(kAudioFormatLinearPCM):
            guard (1...2).contains(channels), SampleSound.sampleRates.contains(rate), fileType == .mov,
                numbers[AVLinearPCMBitDepthKey] ?? 16 == 16, numbers[AVLinearPCMIsFloatKey] ?? 0 == 0,
                numbers[AVLinearPCMIsBigEndianKey] ?? 0 == 0, numbers[AVLinearPCMIsNonInterleaved] ?? 0 == 0
            else { break }
            return MovieWriting.EncodedSound(bitsPerSecond: nil, sampleRate: rate, channelCount: channels)
        default: break
        }
        throw Self.unsupported(
            "A writer can't encode sound with these settings.",
            "Use kAudioFormatMPEG4AAC with one or two channels and a rate of up to 48,000, or kAudioFormatLinearPCM "
                + "with 16 bits in a mov file.")
    }

    private static func unsupported(_ problem: String, _ remedy: String) -> AVError {
        AVError(.operationNotSupportedForAsset, problem, remedy: remedy)
    }
}
