import AVFoundation
import Photos
import UniformTypeIdentifiers

/// Makes a Live Photo of a video, as apps do: its middle frame as the photo, and its frames and sound as the movie.
final class LivePhotoMaker {
    typealias Resources = (photo: URL, pairedVideo: URL)

    enum Failure: Error {
        case noVideo
        case noPhoto
        case writer(Error?)
    }

    private let identifier = UUID().uuidString
    private let folder: URL

    private var writer: AVAssetWriter?
    private var frameReader: AVAssetReader?
    private var soundReader: AVAssetReader?

    init(folder: URL) {
        self.folder = folder
    }

    func make(from video: URL, completion: @escaping (Result<Resources, Error>) -> Void) {
        let asset = AVURLAsset(url: video, options: [AVURLAssetPreferPreciseDurationAndTimingKey: true])
        do {
            let photo = try writePhoto(of: asset)
            try writeMovie(of: asset) { result in
                completion(result.map { Resources(photo: photo, pairedVideo: $0) })
            }
        } catch {
            completion(.failure(error))
        }
    }

    static func save(_ resources: Resources, completion: @escaping (Bool, Error?) -> Void) {
        PHPhotoLibrary.shared().performChanges {
            let request = PHAssetCreationRequest.forAsset()
            request.addResource(with: .photo, fileURL: resources.photo, options: nil)
            request.addResource(with: .pairedVideo, fileURL: resources.pairedVideo, options: nil)
        } completionHandler: { isDone, error in
            completion(isDone, error)
        }
    }

    // MARK: The photo

    private func writePhoto(of asset: AVAsset) throws -> URL {
        let generator = AVAssetImageGenerator(asset: asset)
        generator.appliesPreferredTrackTransform = true
        generator.requestedTimeToleranceBefore = .zero
        generator.requestedTimeToleranceAfter = .zero
        let middle = CMTimeMultiplyByFloat64(asset.duration, multiplier: 0.5)
        let image = try generator.copyCGImage(at: middle, actualTime: nil)
        let url = folder.appendingPathComponent("live.jpg")
        guard
            let destination = CGImageDestinationCreateWithURL(
                url as CFURL, UTType.jpeg.identifier as CFString, 1, nil)
        else { throw Failure.noPhoto }
        let properties: [CFString: Any] = [kCGImagePropertyMakerAppleDictionary: ["17": identifier]]
        CGImageDestinationAddImage(destination, image, properties as CFDictionary)
        guard CGImageDestinationFinalize(destination) else { throw Failure.noPhoto }
        return url
    }

    // MARK: The movie

    private func writeMovie(of asset: AVAsset, completion: @escaping (Result<URL, Error>) -> Void) throws {
        guard let track = asset.tracks(withMediaType: .video).first else { throw Failure.noVideo }
        let url = folder.appendingPathComponent("live.mov")
        let writer = try AVAssetWriter(outputURL: url, fileType: .mov)
        self.writer = writer

        let frameReader = try AVAssetReader(asset: asset)
        self.frameReader = frameReader
        let frameOutput = AVAssetReaderTrackOutput(
            track: track,
            outputSettings: [
                kCVPixelBufferPixelFormatTypeKey as String: NSNumber(value: kCVPixelFormatType_32BGRA as UInt32)
            ])
        frameReader.add(frameOutput)
        let frameInput = AVAssetWriterInput(
            mediaType: .video,
            outputSettings: [
                AVVideoCodecKey: AVVideoCodecType.h264,
                AVVideoWidthKey: track.naturalSize.width,
                AVVideoHeightKey: track.naturalSize.height,
                AVVideoCompressionPropertiesKey: [AVVideoAverageBitRateKey: 2_000_000],
            ])
        frameInput.transform = track.preferredTransform
        frameInput.expectsMediaDataInRealTime = false
        if writer.canAdd(frameInput) { writer.add(frameInput) }

        var sound: (output: AVAssetReaderTrackOutput, input: AVAssetWriterInput)?
        if let soundTrack = asset.tracks(withMediaType: .audio).first {
            let reader = try AVAssetReader(asset: asset)
            soundReader = reader
            let output = AVAssetReaderTrackOutput(track: soundTrack, outputSettings: nil)
            reader.add(output)
            let input = AVAssetWriterInput(mediaType: .audio, outputSettings: nil)
            if writer.canAdd(input) { writer.add(input) }
            sound = (output, input)
        }

        let adaptor = Self.stillTimeAdaptor()
        writer.metadata = [Self.item("com.apple.quicktime.content.identifier", identifier as NSString, "UTF-8")]
        writer.add(adaptor.assetWriterInput)
        guard writer.startWriting() else { throw Failure.writer(writer.error) }
        writer.startSession(atSourceTime: .zero)
        let middle = CMTimeMultiplyByFloat64(asset.duration, multiplier: 0.5)
        let duration = CMTime(value: 1, timescale: CMTimeScale(max(1, track.nominalFrameRate)))
        _ = adaptor.append(
            AVTimedMetadataGroup(
                items: [Self.item("com.apple.quicktime.still-image-time", NSNumber(value: 0), "int8")],
                timeRange: CMTimeRange(start: middle, duration: duration)))

        let group = DispatchGroup()
        Self.copy(frameOutput, of: frameReader, to: frameInput, group, "frames")
        if let sound, let soundReader { Self.copy(sound.output, of: soundReader, to: sound.input, group, "sound") }
        group.notify(queue: .global()) {
            writer.finishWriting {
                completion(
                    writer.status == .completed ? .success(url) : .failure(Failure.writer(writer.error)))
            }
        }
    }

    private static func copy(
        _ output: AVAssetReaderTrackOutput, of reader: AVAssetReader, to input: AVAssetWriterInput,
        _ group: DispatchGroup, _ label: String
    ) {
        group.enter()
        guard reader.startReading() else {
            input.markAsFinished()
            group.leave()
            return
        }
        input.requestMediaDataWhenReady(on: DispatchQueue(label: label)) {
            while input.isReadyForMoreMediaData {
                guard let sample = output.copyNextSampleBuffer() else {
                    input.markAsFinished()
                    group.leave()
                    return
                }
                if !input.append(sample) { reader.cancelReading() }
            }
        }
    }

    // MARK: Metadata

    private static func item(
        _ key: String, _ value: (NSCopying & NSObjectProtocol)?, _ type: String
    ) -> AVMetadataItem {
        let item = AVMutableMetadataItem()
        item.key = key as NSString
        item.keySpace = AVMetadataKeySpace("mdta")
        item.value = value
        item.dataType = "com.apple.metadata.datatype.\(type)"
        return item
    }

    private static func stillTimeAdaptor() -> AVAssetWriterInputMetadataAdaptor {
        let specification: NSDictionary = [
            kCMMetadataFormatDescriptionMetadataSpecificationKey_Identifier as NSString:
                "mdta/com.apple.quicktime.still-image-time",
            kCMMetadataFormatDescriptionMetadataSpecificationKey_DataType as NSString:
                "com.apple.metadata.datatype.int8",
        ]
        var format: CMFormatDescription?
        CMMetadataFormatDescriptionCreateWithMetadataSpecifications(
            allocator: kCFAllocatorDefault, metadataType: kCMMetadataFormatType_Boxed,
            metadataSpecifications: [specification] as CFArray, formatDescriptionOut: &format)
        let input = AVAssetWriterInput(mediaType: .metadata, outputSettings: nil, sourceFormatHint: format)
        return AVAssetWriterInputMetadataAdaptor(assetWriterInput: input)
    }
}
