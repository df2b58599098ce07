import CoreMedia
import CoreVideo
import Foundation
import MediaRequests
import MediaWork
import Pixels

/// A sample that waits for the worker.
// Unchecked because clients don't change the pixels while a sample waits.
struct PendingSample: @unchecked Sendable {
    private enum Content {
        case image(CVPixelBuffer)
        case bytes(CMBlockBuffer)
    }

    let sample: AppendedSample
    private let content: Content

    /// - Throws: An error if the sample has no content or no time.
    init(_ buffer: CMSampleBuffer, _ input: Int) throws(AVError) {
        guard let time = MediaTime(buffer.presentationTimeStamp) else { throw Self.timeless }
        if let image = buffer.imageBuffer {
            self = try PendingSample(image, at: time, input, duration: MediaTime(buffer.duration))
            return
        }
        guard let bytes = buffer.dataBuffer else {
            throw AVError(.operationNotAllowed, "A sample has neither an image nor bytes.")
        }
        let kind: AppendedSample.Content
        if let sound = buffer.formatDescription?.uncompressedSound, let format = buffer.formatDescription {
            kind = .sound(
                SampleSound(
                    sampleRate: Int32(clamping: Int64(rounding: format.sampleRate)),
                    channelCount: Int32(clamping: format.channelCount), isFloat: sound.isFloat))
        } else {
            kind = .stored(Self.storedFormat(buffer.formatDescription), isKeyframe: buffer.isKeyframe)
        }
        var sample = AppendedSample(input: input, content: kind, byteCount: bytes.dataLength, time: time)
        sample.decodeTime = MediaTime(buffer.decodeTimeStamp)
        sample.duration = MediaTime(buffer.duration)
        self = PendingSample(sample, .bytes(bytes))
    }

    private init(_ sample: AppendedSample, _ content: Content) {
        (self.sample, self.content) = (sample, content)
    }

    init(_ image: CVPixelBuffer, at time: MediaTime, _ input: Int, duration: MediaTime? = nil) throws(AVError) {
        guard let format = SamplePixels.Format(image.format) else {
            throw AVError(.operationNotAllowed, "A frame has a format that can't be encoded.")
        }
        let pixels = SamplePixels(format: format, size: PixelSize(width: image.width, height: image.height))
        guard pixels.isValid else {
            throw AVError(.operationNotAllowed, "A frame of \(image.width) by \(image.height) pixels is too large.")
        }
        var sample = AppendedSample(input: input, content: .pixels(pixels), byteCount: pixels.byteCount, time: time)
        sample.duration = duration
        self = PendingSample(sample, .image(image))
    }

    /// Creates a sample of metadata.
    init(metadata: Data, at time: MediaTime, _ input: Int, duration: MediaTime?) {
        var sample = AppendedSample(input: input, content: .metadata, byteCount: metadata.count, time: time)
        sample.duration = duration
        self = PendingSample(sample, .bytes(CMBlockBuffer(metadata)))
    }

    static let timeless = AVError(
        .operationNotAllowed, "A sample has no time.", remedy: "Append samples with a valid presentation time.")

    /// The format of compressed samples that an ``AVAssetReader`` read, or `nil` for other formats.
    static func storedFormat(_ format: CMFormatDescription?) -> StoredFormat? {
        format?.codecDescription.flatMap { try? JSONDecoder().decode(StoredFormat.self, from: $0) }
    }

    /// Copies the content into the memory for the worker.
    func write(to memory: SampleWriter.Bytes) throws(MediaError) {
        switch content {
        case .bytes(let bytes): try memory.write(bytes.bytes, at: 0)
        case .image(let image):
            guard case .pixels(let pixels) = sample.content else { return }
            var offset = 0
            for (plane, target) in zip(image.planes, pixels.planes) {
                let isPacked = plane.bytesPerRow == target.bytesInRow
                let (step, count) =
                    isPacked ? (target.bytesInRow * target.height, 1) : (target.bytesInRow, target.height)
                for row in 0..<count {
                    let source = UnsafeRawBufferPointer(start: plane.base + row * plane.bytesPerRow, count: step)
                    try memory.write(source, at: offset)
                    offset += step
                }
            }
        }
    }
}
