import AVFoundation
import AlbumenTestSupport
import Foundation
import Photos
import Testing

/// §5.2.7: Live Photos that apps make with `AVAssetWriter` and `CGImageDestination`.
@Suite struct MadeLivePhotoTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    /// Writes a JPEG whose maker note has the content identifier.
    private func still(_ identifier: String) throws -> URL {
        let url = folder.file("IMG_1.JPG")
        let destination = try #require(
            CGImageDestinationCreateWithURL(url as CFURL, "public.jpeg" as CFString, 1, nil))
        let properties: [CFString: Any] = [kCGImagePropertyMakerAppleDictionary: ["17": identifier]]
        CGImageDestinationAddImage(
            destination, CGImage(SampleBitmap.gradient(width: 64, height: 48)), properties as CFDictionary)
        #expect(CGImageDestinationFinalize(destination))
        return url
    }

    /// Writes a second of frames with the content identifier and the time of the photo.
    private func movie(_ identifier: String, stillFrame: Int) async throws -> URL {
        let url = folder.file("IMG_1.MOV")
        let writer = try AVAssetWriter(outputURL: url, fileType: .mov)
        let item = AVMutableMetadataItem()
        item.identifier = .quickTimeMetadataContentIdentifier
        item.value = NSString(string: identifier)
        writer.metadata = [item]
        let input = AVAssetWriterInput(
            mediaType: .video,
            outputSettings: [AVVideoCodecKey: AVVideoCodecType.hevc, AVVideoWidthKey: 64, AVVideoHeightKey: 48])
        let frames = AVAssetWriterInputPixelBufferAdaptor(assetWriterInput: input)
        writer.add(input)
        let specification: NSDictionary = [
            kCMMetadataFormatDescriptionMetadataSpecificationKey_Identifier:
                "mdta/com.apple.quicktime.still-image-time",
            kCMMetadataFormatDescriptionMetadataSpecificationKey_DataType: kCMMetadataBaseDataType_SInt8,
        ]
        var format: CMFormatDescription?
        CMMetadataFormatDescriptionCreateWithMetadataSpecifications(
            allocator: kCFAllocatorDefault, metadataType: kCMMetadataFormatType_Boxed,
            metadataSpecifications: [specification] as CFArray, formatDescriptionOut: &format)
        let times = AVAssetWriterInputMetadataAdaptor(
            assetWriterInput: AVAssetWriterInput(mediaType: .metadata, outputSettings: nil, sourceFormatHint: format))
        writer.add(times.assetWriterInput)
        #expect(writer.startWriting(), "\(String(describing: writer.error))")
        writer.startSession(atSourceTime: .zero)
        let time = AVMutableMetadataItem()
        time.identifier = AVMetadataIdentifier(rawValue: "mdta/com.apple.quicktime.still-image-time")
        time.value = NSNumber(value: -1)
        time.dataType = kCMMetadataBaseDataType_SInt8
        let range = CMTimeRange(
            start: CMTime(value: CMTimeValue(stillFrame), timescale: 30), duration: CMTime(value: 1, timescale: 30))
        #expect(times.append(AVTimedMetadataGroup(items: [time], timeRange: range)))
        for number in 0..<30 {
            var buffer: CVPixelBuffer?
            CVPixelBufferPoolCreatePixelBuffer(nil, try #require(frames.pixelBufferPool), &buffer)
            let presentation = CMTime(value: CMTimeValue(number), timescale: 30)
            #expect(frames.append(try #require(buffer), withPresentationTime: presentation))
        }
        await writer.finishWriting()
        try #require(writer.status == .completed, "\(String(describing: writer.error))")
        return url
    }

    @Test func `§5.2.7: a still and a movie with the same identifier are one Live Photo`() async throws {
        let identifier = UUID().uuidString
        let files = [try still(identifier), try await movie(identifier, stillFrame: 12)]
        let fixture = try ResourceFixture()
        let assets = try fixture.importFiles(files)
        #expect(assets.map(\.playbackStyle) == [.livePhoto])
        #expect(assets.first?.mediaSubtypes.contains(.photoLive) == true)
        let resources = fixture.resources(of: try #require(assets.first))
        #expect(Set(resources.map(\.type)) == [.photo, .pairedVideo])
        let track = try #require(AVURLAsset(url: files[1]).tracks(withMediaType: .metadata).first)
        #expect(track.timeRange.start == CMTime(value: 12, timescale: 30))
    }

    @Test func `a movie with another identifier stays alone`() async throws {
        let files = [try still("A"), try await movie("B", stillFrame: 0)]
        let assets = try ResourceFixture().importFiles(files)
        #expect(Set(assets.map(\.playbackStyle)) == [.image, .video])
    }
}
