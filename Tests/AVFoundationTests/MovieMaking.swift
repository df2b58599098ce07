import AVFoundation
import AlbumenTestSupport
import Foundation
import Testing

/// Makes frames, and writes them as clients do.
enum MovieMaking {
    static let frameDuration = CMTime(value: 1, timescale: 30)

    /// The settings of a small H.264 video.
    static func settings(_ width: Int = 64, _ height: Int = 48, codec: AVVideoCodecType = .h264) -> [String: Any] {
        [AVVideoCodecKey: codec, AVVideoWidthKey: width, AVVideoHeightKey: height]
    }

    /// A frame of one grey.
    static func frame(_ level: UInt8, _ width: Int = 64, _ height: Int = 48) throws -> CVPixelBuffer {
        var made: CVPixelBuffer?
        #expect(
            CVPixelBufferCreate(nil, width, height, kCVPixelFormatType_32BGRA, nil, &made) == kCVReturnSuccess)
        let buffer = try #require(made)
        let base = try #require(CVPixelBufferGetBaseAddress(buffer))
        memset(base, Int32(level), CVPixelBufferGetDataSize(buffer))
        return buffer
    }

    static func time(_ frame: Int) -> CMTime { CMTime(value: CMTimeValue(frame), timescale: 30) }

    /// The level of frame `number` in `frames(_:)`.
    static func level(_ number: Int) -> Int { 20 + number * 5 }

    /// Starts a writer with an input for frames.
    static func started(
        _ url: URL, _ type: AVFileType = .mov, _ settings: [String: Any] = settings(), at start: CMTime = .zero,
        _ configure: (AVAssetWriter, AVAssetWriterInput) -> Void = { _, _ in }
    ) throws -> (writer: AVAssetWriter, adaptor: AVAssetWriterInputPixelBufferAdaptor) {
        let writer = try AVAssetWriter(outputURL: url, fileType: type)
        let input = AVAssetWriterInput(mediaType: .video, outputSettings: settings)
        let adaptor = AVAssetWriterInputPixelBufferAdaptor(assetWriterInput: input)
        #expect(writer.canAdd(input))
        writer.add(input)
        configure(writer, input)
        #expect(writer.startWriting(), "\(String(describing: writer.error))")
        writer.startSession(atSourceTime: start)
        return (writer, adaptor)
    }

    /// The grey of each frame, and its time in frames.
    static func frames(of url: URL) throws -> [(level: Int, time: Double)] {
        let asset = AVURLAsset(url: url)
        let reader = try AVAssetReader(asset: asset)
        let output = AVAssetReaderTrackOutput(
            track: try #require(asset.tracks(withMediaType: .video).first),
            outputSettings: [kCVPixelBufferPixelFormatTypeKey: kCVPixelFormatType_32BGRA])
        reader.add(output)
        #expect(reader.startReading(), "\(String(describing: reader.error))")
        var frames: [(Int, Double)] = []
        while let sample = output.copyNextSampleBuffer() {
            let image = try #require(sample.imageBuffer)
            let row = CVPixelBufferGetBytesPerRow(image)
            let base = try #require(CVPixelBufferGetBaseAddress(image))
            let middle = base.load(
                fromByteOffset: CVPixelBufferGetHeight(image) / 2 * row + CVPixelBufferGetWidth(image) / 2 * 4,
                as: UInt8.self)
            frames.append((Int(middle), sample.presentationTimeStamp.seconds * 30))
        }
        #expect(reader.status == .completed)
        return frames
    }
}
