import CoreMedia
import CoreVideo
import Foundation
import MediaRequests
import MediaWork
import Pixels
import Synchronization

/// The samples of an output, which the media process sends in batches. Any thread can use it.
final class OutputSamples: Sendable {
    private struct State {
        var index = 0
        /// Has the session.
        var run: ReaderState?
        var sampleFormat: SampleFormat?
        var format: CMFormatDescription?
        var waiting: [CMSampleBuffer] = []
        var isLast = false
        /// The error to report after the last sample.
        var damage: AVError?
        var hasEnded = false
    }

    /// Held while a thread waits for the worker, so that samples stay in their order.
    private let state = Mutex(State())

    func start(_ source: OpenSamples, _ index: Int, _ run: ReaderState, _ stored: CMFormatDescription?) {
        state.withLock { state in
            state.index = index
            state.run = run
            state.sampleFormat = source.formats[index]
            state.format = Self.format(source.formats[index], stored)
        }
    }

    /// Returns the next sample. Blocks.
    func next() -> CMSampleBuffer? {
        state.withLock { state in
            guard let run = state.run, run.status == .reading, let source = run.samples,
                let sampleFormat = state.sampleFormat, !state.hasEnded
            else {
                state.waiting = []
                return nil
            }
            if state.waiting.isEmpty, !state.isLast {
                do throws(AVError) {
                    var received: [CMSampleBuffer] = []
                    let (index, format) = (state.index, state.format)
                    (state.isLast, state.damage) = try source.next(index) { sample, bytes throws(MediaError) in
                        received.append(try Self.buffer(sample, bytes, sampleFormat, format))
                    }
                    // In the reverse order, so that removing one costs little.
                    state.waiting = received.reversed()
                } catch {
                    run.fail(error)
                    return nil
                }
            }
            if let sample = state.waiting.popLast() { return sample }
            state.hasEnded = true
            if let damage = state.damage { run.fail(damage) } else { run.endOutput() }
            return nil
        }
    }

    private static func format(_ format: SampleFormat, _ stored: CMFormatDescription?) -> CMFormatDescription? {
        switch format {
        case .pixels(let pixels):
            CMFormatDescription(
                mediaType: kCMMediaType_Video, mediaSubType: pixels.format.code,
                dimensions: CMVideoDimensions(width: Int32(pixels.size.width), height: Int32(pixels.size.height)))
        case .sound(let sound):
            CMFormatDescription(
                mediaType: kCMMediaType_Audio, mediaSubType: kAudioFormatLinearPCM,
                sampleRate: Double(sound.sampleRate), channelCount: Int(sound.channelCount),
                uncompressedSound: .init(isFloat: sound.isFloat, bitCount: sound.isFloat ? 32 : 16))
        case .stored(let format):
            stored.map { stored in
                CMFormatDescription(
                    mediaType: stored.mediaType.rawValue, mediaSubType: stored.mediaSubType.rawValue,
                    dimensions: stored.dimensions, sampleRate: stored.sampleRate, channelCount: stored.channelCount,
                    codecDescription: try? JSONEncoder().encode(format))
            }
        }
    }

    private static func buffer(
        _ sample: SampleDescription, _ bytes: SampleReader.Bytes, _ format: SampleFormat,
        _ description: CMFormatDescription?
    ) throws(MediaError) -> CMSampleBuffer {
        let times = CMSampleTimingInfo(
            duration: sample.duration.map { CMTime($0) } ?? .invalid, presentationTimeStamp: CMTime(sample.time),
            decodeTimeStamp: sample.decodeTime.map { CMTime($0) } ?? .invalid)
        guard case .pixels(let pixels) = format else {
            let data = try CMBlockBuffer(byteCount: bytes.count) { target throws(MediaError) in
                try bytes.read(at: 0, into: target)
            }
            return CMSampleBuffer(
                data: data, format: description, count: sample.count, times: times, isKeyframe: sample.isKeyframe)
        }
        guard
            let image = CVPixelBuffer(
                width: pixels.size.width, height: pixels.size.height, format: pixels.format.code)
        else { throw MediaError(.exhausted, "There is too little memory for a frame.") }
        var offset = 0
        for (plane, source) in zip(image.planes, pixels.planes) {
            let isPacked = plane.bytesPerRow == source.bytesInRow
            let (step, count) = isPacked ? (source.bytesInRow * source.height, 1) : (source.bytesInRow, source.height)
            for row in 0..<count {
                let target = UnsafeMutableRawBufferPointer(start: plane.base + row * plane.bytesPerRow, count: step)
                try bytes.read(at: offset, into: target)
                offset += step
            }
        }
        return CMSampleBuffer(image: image, format: description, times: times)
    }
}
