import AVFoundation
import AlbumenTestSupport
import Foundation
import Testing

/// A client that makes the movie of a Live Photo from a clip, as public generators of Live Photos do.
enum LivePhotoMovie {
    static let stillImageTime = "com.apple.quicktime.still-image-time"

    static func identifierItem(_ identifier: String) -> AVMetadataItem {
        let item = AVMutableMetadataItem()
        item.key = NSString(string: "com.apple.quicktime.content.identifier")
        item.keySpace = AVMetadataKeySpace.quickTimeMetadata
        item.value = NSString(string: identifier)
        item.dataType = "com.apple.metadata.datatype.UTF-8"
        return item
    }

    static func stillTimeItem() -> AVMetadataItem {
        let item = AVMutableMetadataItem()
        item.key = NSString(string: stillImageTime)
        item.keySpace = AVMetadataKeySpace(rawValue: "mdta")
        item.value = NSNumber(value: 0)
        item.dataType = "com.apple.metadata.datatype.int8"
        return item
    }

    static func stillTimeAdaptor() -> AVAssetWriterInputMetadataAdaptor {
        let specification: NSDictionary = [
            kCMMetadataFormatDescriptionMetadataSpecificationKey_Identifier: "mdta/\(stillImageTime)",
            kCMMetadataFormatDescriptionMetadataSpecificationKey_DataType: "com.apple.metadata.datatype.int8",
        ]
        var format: CMFormatDescription?
        CMMetadataFormatDescriptionCreateWithMetadataSpecifications(
            allocator: kCFAllocatorDefault, metadataType: kCMMetadataFormatType_Boxed,
            metadataSpecifications: [specification] as CFArray, formatDescriptionOut: &format)
        let input = AVAssetWriterInput(mediaType: .metadata, outputSettings: nil, sourceFormatHint: format)
        return AVAssetWriterInputMetadataAdaptor(assetWriterInput: input)
    }

    /// Decodes and encodes the frames of a movie, copies its sound, and adds the track with the photo's time.
    static func make(from source: URL, to output: URL, identifier: String, stillTime: CMTime) async throws {
        let asset = AVURLAsset(url: source)
        let writer = try AVAssetWriter(outputURL: output, fileType: .mov)
        let (frames, sound) = (try AVAssetReader(asset: asset), try AVAssetReader(asset: asset))
        let track = try #require(try await asset.loadTracks(withMediaType: .video).first)
        let frameOutput = AVAssetReaderTrackOutput(
            track: track,
            outputSettings: [
                kCVPixelBufferPixelFormatTypeKey as String: NSNumber(value: kCVPixelFormatType_32BGRA as UInt32)
            ])
        frames.add(frameOutput)
        let size = try await track.load(.naturalSize)
        let frameInput = AVAssetWriterInput(
            mediaType: .video,
            outputSettings: [
                AVVideoCodecKey: AVVideoCodecType.h264, AVVideoWidthKey: size.width, AVVideoHeightKey: size.height,
            ])
        frameInput.transform = try await track.load(.preferredTransform)
        frameInput.expectsMediaDataInRealTime = true
        writer.add(frameInput)
        var pairs = [(frames, frameOutput, frameInput)]
        if let soundTrack = try await asset.loadTracks(withMediaType: .audio).first {
            let output = AVAssetReaderTrackOutput(track: soundTrack, outputSettings: nil)
            sound.add(output)
            let input = AVAssetWriterInput(mediaType: .audio, outputSettings: nil)
            writer.add(input)
            pairs.append((sound, output, input))
        }
        let adaptor = stillTimeAdaptor()
        writer.metadata = [identifierItem(identifier)]
        writer.add(adaptor.assetWriterInput)
        #expect(writer.startWriting(), "\(String(describing: writer.error))")
        writer.startSession(atSourceTime: .zero)
        let still = CMTimeRange(start: stillTime, duration: CMTime(value: 1, timescale: 30))
        #expect(adaptor.append(AVTimedMetadataGroup(items: [stillTimeItem()], timeRange: still)))
        await withTaskGroup(of: Void.self) { group in
            for (number, pair) in pairs.enumerated() {
                let pair = Unchecked(pair)
                group.addTask {
                    await withCheckedContinuation { continuation in
                        let (reader, output, input) = pair.value
                        #expect(reader.startReading())
                        input.requestMediaDataWhenReady(on: DispatchQueue(label: "track \(number)")) {
                            let (reader, output, input) = pair.value
                            while input.isReadyForMoreMediaData {
                                if let sample = output.copyNextSampleBuffer() {
                                    if !input.append(sample) { reader.cancelReading() }
                                } else {
                                    input.markAsFinished()
                                    continuation.resume()
                                    return
                                }
                            }
                        }
                        _ = (reader, output)
                    }
                }
            }
        }
        await writer.finishWriting()
        try #require(writer.status == .completed, "\(String(describing: writer.error))")
    }
}

@Suite(.enabled(if: FFmpeg.isPresent, FFmpeg.absence)) struct LivePhotoMakerTests {
    @Test func `a movie of a Live Photo has its identifier, its photo's time and the clip's tracks`() async throws {
        let folder = try TemporaryFolder()
        let clip = try SampleClip.common(in: folder, seconds: 2)
        let turned = try SampleClip.make(
            "turned.mov", in: folder, ["-i", clip.path, "-c", "copy", "-metadata:s:v", "rotate=90"])
        let identifier = UUID().uuidString
        let movie = folder.file("live.mov")
        let stillTime = CMTime(value: 30, timescale: 30)
        try await LivePhotoMovie.make(from: turned, to: movie, identifier: identifier, stillTime: stillTime)

        let asset = AVURLAsset(url: movie)
        let item = try #require(
            AVMetadataItem.metadataItems(
                from: asset.metadata, filteredByIdentifier: .quickTimeMetadataContentIdentifier
            )
            .first)
        #expect(item.stringValue == identifier)
        #expect(asset.tracks.map(\.mediaType) == [.video, .audio, .metadata])
        #expect(asset.tracks[0].preferredTransform == AVURLAsset(url: turned).tracks[0].preferredTransform)
        #expect(asset.tracks[0].preferredTransform != .identity)
        let track = try #require(asset.tracks(withMediaType: .metadata).first)
        #expect(track.timeRange.start == stillTime)
        #expect(track.timeRange.duration == CMTime(value: 1, timescale: 30))
        #expect(try MovieMaking.frames(of: movie).count == 60)
        #expect(abs(asset.duration.seconds - 2) < 0.05)
        #expect(try MovieFacts.read(movie).sound?.codecName == "aac")
    }

    @Test func `groups of metadata have their own times`() async throws {
        let folder = try TemporaryFolder()
        let url = folder.file("out.mov")
        let adaptor = LivePhotoMovie.stillTimeAdaptor()
        let (writer, frames) = try MovieMaking.started(url) { writer, _ in writer.add(adaptor.assetWriterInput) }
        for number in 0..<30 {
            #expect(frames.append(try MovieMaking.frame(90), withPresentationTime: MovieMaking.time(number)))
        }
        for (start, count) in [(3, 1), (4, 2), (20, 5)] {
            let range = CMTimeRange(start: MovieMaking.time(start), duration: MovieMaking.time(count))
            #expect(adaptor.append(AVTimedMetadataGroup(items: [LivePhotoMovie.stillTimeItem()], timeRange: range)))
        }
        await writer.finishWriting()
        try #require(writer.status == .completed, "\(String(describing: writer.error))")
        let track = try #require(AVURLAsset(url: url).tracks(withMediaType: .metadata).first)
        // A pause, two groups, a pause, and a group.
        #expect(track.segments.map(\.isEmpty) == [true, false, true, false])
        #expect(track.segments.map { Int(($0.timeMapping.target.duration.seconds * 30).rounded()) } == [3, 3, 14, 5])
        #expect(try MovieFacts.read(url).streams.count == 2)
    }

    @Test func `items that the format doesn't have are errors`() async throws {
        let folder = try TemporaryFolder()
        let adaptor = LivePhotoMovie.stillTimeAdaptor()
        let (writer, _) = try MovieMaking.started(folder.file("out.mov")) { writer, _ in
            writer.add(adaptor.assetWriterInput)
        }
        let range = CMTimeRange(start: .zero, duration: MovieMaking.time(1))
        let group = AVTimedMetadataGroup(items: [LivePhotoMovie.identifierItem("a")], timeRange: range)
        #expect(!adaptor.append(group))
        #expect(writer.status == .failed)
        #expect((writer.error as? AVError)?.code == .operationNotAllowed)
        try await waitUntil { try folder.names().isEmpty }
    }
}
