public import CoreVideo
import Foundation

/// A frame of a video, a part of a sound, or a metadata sample, with its times and its format.
///
/// A sample buffer has either an image (``imageBuffer``) or bytes (``dataBuffer``).
///
/// Apple's class can contain several compressed samples with different times. A sample buffer here has one frame, one
/// metadata sample, or consecutive samples of uncompressed sound.
// Unchecked because the pixels and bytes are changeable. All other properties are constant.
public final class CMSampleBuffer: @unchecked Sendable {
    /// The image of an uncompressed frame.
    public let imageBuffer: CVImageBuffer?
    /// The bytes of a compressed frame, of sound or of metadata.
    public let dataBuffer: CMBlockBuffer?
    public let formatDescription: CMFormatDescription?
    /// The number of frames, or of samples of uncompressed sound.
    public let numSamples: CMItemCount
    /// The time of the first sample, and the duration of all of them.
    package let times: CMSampleTimingInfo
    /// Whether the sample can be decoded without others.
    package let isKeyframe: Bool

    package init(
        image: CVImageBuffer? = nil, data: CMBlockBuffer? = nil, format: CMFormatDescription?, count: Int = 1,
        times: CMSampleTimingInfo, isKeyframe: Bool = true
    ) {
        imageBuffer = image
        dataBuffer = data
        formatDescription = format
        numSamples = count
        self.times = times
        self.isKeyframe = isKeyframe
    }

    /// Creates a sample buffer for an image.
    public convenience init(
        imageBuffer: CVImageBuffer, formatDescription: CMVideoFormatDescription, sampleTiming: CMSampleTimingInfo
    ) throws {
        self.init(image: imageBuffer, format: formatDescription, times: sampleTiming)
    }

    /// Creates a sample buffer with the same content and other times.
    public convenience init(copying sampleBuffer: CMSampleBuffer, withNewTiming timing: [CMSampleTimingInfo]) throws {
        self.init(
            image: sampleBuffer.imageBuffer, data: sampleBuffer.dataBuffer, format: sampleBuffer.formatDescription,
            count: sampleBuffer.numSamples, times: sampleBuffer.times(from: timing.first ?? .invalid),
            isKeyframe: sampleBuffer.isKeyframe)
    }

    /// The time of the first sample.
    public var presentationTimeStamp: CMTime { times.presentationTimeStamp }
    /// The time at which the first sample is decoded, or an invalid time if it's the same.
    public var decodeTimeStamp: CMTime { times.decodeTimeStamp }
    /// The duration of all samples, or an invalid time if it's unknown.
    public var duration: CMTime { times.duration }
    public var outputPresentationTimeStamp: CMTime { times.presentationTimeStamp }
    public var outputDuration: CMTime { times.duration }
    public var isValid: Bool { true }
    public var dataReadiness: DataReadiness { .ready }
    /// The number of bytes of the ``dataBuffer``, or 0 for an image.
    public var totalSampleSize: Int { dataBuffer?.dataLength ?? 0 }

    /// Whether the content can be used.
    public enum DataReadiness: Hashable, Sendable {
        case ready
    }

    /// Returns the times of each sample. All samples of sound have the same duration, so there's one entry.
    public func sampleTimingInfos() throws -> [CMSampleTimingInfo] { [timeOfOneSample] }

    /// Returns the times of a sample.
    public func sampleTimingInfo(at index: Int) throws -> CMSampleTimingInfo {
        var times = timeOfOneSample
        guard index > 0, times.duration.isNumeric else { return times }
        times.presentationTimeStamp =
            times.presentationTimeStamp + CMTimeMultiply(times.duration, multiplier: Int32(clamping: index))
        return times
    }

    /// The times of the first sample, with the duration of one sample.
    package var timeOfOneSample: CMSampleTimingInfo {
        guard numSamples > 1, let format = formatDescription, format.sampleRate > 0 else { return times }
        var one = times
        one.duration = CMTime(value: 1, timescale: CMTimeScale(format.sampleRate))
        return one
    }

    /// Converts the times of one sample to those of all samples.
    private func times(from one: CMSampleTimingInfo) -> CMSampleTimingInfo {
        guard numSamples > 1, one.duration.isNumeric else { return one }
        var all = one
        all.duration = CMTimeMultiply(one.duration, multiplier: Int32(clamping: numSamples))
        return all
    }
}
