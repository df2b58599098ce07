import CoreMedia
import CoreVideo
import Foundation
import MediaRequests
import Pixels

/// The settings of an output, as values.
struct ReaderSettings: Sendable {
    private let result: Result<SampleReading.Output.Form, AVError>

    init(_ settings: [String: Any]?, _ mediaType: AVMediaType) {
        result = Result { () throws(AVError) in
            guard let settings else { return .stored }
            switch mediaType {
            case .video: return try Self.pixels(settings)
            case .audio: return try Self.sound(settings)
            default:
                throw Self.unsupported(
                    "Samples of the type \(mediaType.rawValue) can't be converted.", "Pass nil as outputSettings.")
            }
        }
    }

    func form() throws(AVError) -> SampleReading.Output.Form { try result.get() }

    private static func pixels(_ settings: [String: Any]) throws(AVError) -> SampleReading.Output.Form {
        let attributes = CVPixelBufferAttributes(settings)
        let code = attributes.format ?? kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange
        guard let format = SamplePixels.Format(code), settings[AVVideoCodecKey] == nil else {
            throw unsupported(
                "A reader can't convert frames to this format.",
                "Set kCVPixelBufferPixelFormatTypeKey to kCVPixelFormatType_32BGRA, or to another format with 8 bits.")
        }
        guard (attributes.width == nil) == (attributes.height == nil) else {
            throw unsupported(
                "A size of frames has only a width or only a height.",
                "Set both kCVPixelBufferWidthKey and kCVPixelBufferHeightKey, or neither.")
        }
        guard let width = attributes.width, let height = attributes.height else {
            return .pixels(format, size: nil)
        }
        return .pixels(format, size: PixelSize(width: width, height: height))
    }

    private static func sound(_ settings: [String: Any]) throws(AVError) -> SampleReading.Output.Form {
        let numbers = SettingNumbers(settings)
        let isFloat = numbers[AVLinearPCMIsFloatKey] ?? 0 != 0
        let bitCount = numbers[AVLinearPCMBitDepthKey] ?? (isFloat ? 32 : 16)
        guard numbers[AVFormatIDKey].map({ $0 == Double(kAudioFormatLinearPCM) }) ?? true,
            bitCount == (isFloat ? 32 : 16), numbers[AVLinearPCMIsBigEndianKey] ?? 0 == 0,
            numbers[AVLinearPCMIsNonInterleaved] ?? 0 == 0
        else {
            throw unsupported(
                "A reader can't convert sound to this format.",
                "Use kAudioFormatLinearPCM with interleaved integers of 16 bits or floating-point numbers of 32 bits.")
        }
        let sound = SampleSound(
            sampleRate: Int32(clamping: Int64(rounding: numbers[AVSampleRateKey] ?? 0)),
            channelCount: Int32(clamping: Int64(rounding: numbers[AVNumberOfChannelsKey] ?? 0)), isFloat: isFloat)
        guard sound.sampleRate == 0 || SampleSound.sampleRates.contains(sound.sampleRate),
            (0...2).contains(sound.channelCount)
        else {
            throw unsupported(
                "A reader can't convert sound to this format.",
                "Use one or two channels, and 8,000 to 192,000 samples per second.")
        }
        return .sound(sound)
    }

    private static func unsupported(_ problem: String, _ remedy: String) -> AVError {
        AVError(.operationNotSupportedForAsset, problem, remedy: remedy)
    }
}

/// The numbers in a client's settings, which can have any numeric type.
struct SettingNumbers {
    private let settings: [String: Any]

    init(_ settings: [String: Any]) {
        self.settings = settings
    }

    subscript(key: String) -> Double? {
        switch settings[key] {
        case let flag as Bool: flag ? 1 : 0
        case let number as NSNumber: number.doubleValue
        case let number as any BinaryInteger: Double(number)
        case let number as any BinaryFloatingPoint: Double(number)
        default: nil
        }
    }
}

extension SamplePixels.Format {
    /// - Returns: `nil` for a format that frames can't have.
    init?(_ code: OSType) {
        switch code {
        case kCVPixelFormatType_32BGRA: self = .bgra
        case kCVPixelFormatType_32ARGB: self = .argb
        case kCVPixelFormatType_32RGBA: self = .rgba
        case kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange: self = .biplanar
        case kCVPixelFormatType_420YpCbCr8BiPlanarFullRange: self = .fullRangeBiplanar
        default: return nil
        }
    }

    var code: OSType {
        switch self {
        case .bgra: kCVPixelFormatType_32BGRA
        case .argb: kCVPixelFormatType_32ARGB
        case .rgba: kCVPixelFormatType_32RGBA
        case .biplanar: kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange
        case .fullRangeBiplanar: kCVPixelFormatType_420YpCbCr8BiPlanarFullRange
        }
    }
}
