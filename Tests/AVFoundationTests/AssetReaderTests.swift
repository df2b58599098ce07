import AVFoundation
import AlbumenTestSupport
import Foundation
import Testing

@Suite(.enabled(if: FFmpeg.isPresent, FFmpeg.absence)) struct AssetReaderTests {
    private static let bgra = [kCVPixelBufferPixelFormatTypeKey: kCVPixelFormatType_32BGRA]

    private func opened(
        _ url: URL, _ mediaType: AVMediaType, _ settings: [String: Any]?
    ) throws -> (reader: AVAssetReader, output: AVAssetReaderTrackOutput) {
        let asset = AVURLAsset(url: url)
        let reader = try AVAssetReader(asset: asset)
        let track = try #require(asset.tracks(withMediaType: mediaType).first)
        let output = AVAssetReaderTrackOutput(track: track, outputSettings: settings)
        #expect(reader.canAdd(output))
        reader.add(output)
        return (reader, output)
    }

    private func all(_ output: AVAssetReaderOutput) -> [CMSampleBuffer] {
        var samples: [CMSampleBuffer] = []
        while let sample = output.copyNextSampleBuffer() { samples.append(sample) }
        return samples
    }

    /// The blue sample of a frame's first pixel.
    private func level(_ sample: CMSampleBuffer) throws -> Int {
        let image = try #require(CMSampleBufferGetImageBuffer(sample))
        CVPixelBufferLockBaseAddress(image, .readOnly)
        defer { CVPixelBufferUnlockBaseAddress(image, .readOnly) }
        let base = try #require(CVPixelBufferGetBaseAddress(image))
        return Int(base.load(as: UInt8.self))
    }

    @Test func `the frames are the clip's, in their order and with their times`() throws {
        let folder = try TemporaryFolder()
        let (reader, output) = try opened(try SampleClip.ramp(in: folder), .video, Self.bgra)
        #expect(reader.startReading())
        #expect(reader.status == .reading)
        let samples = all(output)
        #expect(reader.status == .completed)
        #expect(samples.count == 45)
        for (number, sample) in samples.enumerated() {
            #expect(CMSampleBufferGetPresentationTimeStamp(sample) == CMTime(value: CMTimeValue(number), timescale: 30))
            #expect(CMSampleBufferGetDuration(sample) == CMTime(value: 1, timescale: 30))
            // Luma from 16 to 235 becomes a grey from 0 to 255.
            #expect(abs(try level(sample) - Int((Double(number * 4) * 255 / 219).rounded())) <= 2, "frame \(number)")
        }
        let image = try #require(samples[0].imageBuffer)
        #expect(CVPixelBufferGetWidth(image) == 64)
        #expect(CVPixelBufferGetHeight(image) == 48)
        #expect(CVPixelBufferGetPixelFormatType(image) == kCVPixelFormatType_32BGRA)
        #expect(CVPixelBufferGetPlaneCount(image) == 0)
        #expect(output.copyNextSampleBuffer() == nil)
    }

    @Test func `a time range has the frames that play in it`() throws {
        let folder = try TemporaryFolder()
        let (reader, output) = try opened(try SampleClip.ramp(in: folder), .video, Self.bgra)
        reader.timeRange = CMTimeRange(
            start: CMTime(value: 14, timescale: 30), duration: CMTime(value: 5, timescale: 30))
        #expect(reader.startReading())
        #expect(all(output).map { Int(($0.presentationTimeStamp.seconds * 30).rounded()) } == [14, 15, 16, 17, 18])
    }

    @Test func `frames of two planes keep the video's luma`() throws {
        let folder = try TemporaryFolder()
        let (reader, output) = try opened(
            try SampleClip.ramp(in: folder, seconds: 0.5), .video,
            [kCVPixelBufferPixelFormatTypeKey: NSNumber(value: kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange)])
        #expect(reader.startReading())
        let samples = all(output)
        #expect(samples.count == 15)
        let image = try #require(samples[5].imageBuffer)
        #expect(CVPixelBufferIsPlanar(image))
        #expect(CVPixelBufferGetPlaneCount(image) == 2)
        #expect(CVPixelBufferGetWidthOfPlane(image, 1) == 32)
        #expect(CVPixelBufferGetHeightOfPlane(image, 1) == 24)
        let luma = try #require(CVPixelBufferGetBaseAddressOfPlane(image, 0)).load(as: UInt8.self)
        let chroma = try #require(CVPixelBufferGetBaseAddressOfPlane(image, 1)).load(as: UInt8.self)
        #expect(abs(Int(luma) - 36) <= 1)
        #expect(abs(Int(chroma) - 128) <= 1)
    }

    @Test func `frames have the size of the settings`() throws {
        let folder = try TemporaryFolder()
        let (reader, output) = try opened(
            try SampleClip.ramp(in: folder, seconds: 0.2), .video,
            [
                kCVPixelBufferPixelFormatTypeKey: kCVPixelFormatType_32RGBA, kCVPixelBufferWidthKey: 30,
                kCVPixelBufferHeightKey: 20,
            ])
        #expect(reader.startReading())
        let image = try #require(output.copyNextSampleBuffer()?.imageBuffer)
        #expect(CVPixelBufferGetWidth(image) == 30)
        #expect(CVPixelBufferGetHeight(image) == 20)
        #expect(CVPixelBufferGetBytesPerRow(image) == 128)
    }

    @Test func `stored samples are counted and have their formats`() throws {
        let folder = try TemporaryFolder()
        let (reader, output) = try opened(try SampleClip.ramp(in: folder), .video, nil)
        #expect(reader.startReading())
        let samples = all(output)
        #expect(samples.count == 45)
        #expect(samples.allSatisfy { CMSampleBufferGetNumSamples($0) == 1 && $0.imageBuffer == nil })
        #expect(samples.allSatisfy { ($0.dataBuffer?.dataLength ?? 0) > 0 })
        let format = try #require(CMSampleBufferGetFormatDescription(samples[0]))
        #expect(CMFormatDescriptionGetMediaSubType(format) == kCMVideoCodecType_H264)
        // In the order of decoding, so that times of frames jump.
        let times = samples.map(\.presentationTimeStamp.seconds)
        #expect(times != times.sorted())
        #expect(Set(times).count == 45)
    }

    @Test(arguments: [false, true]) func `sound is a tone of its duration`(isFloat: Bool) throws {
        let folder = try TemporaryFolder()
        let (reader, output) = try opened(
            try SampleClip.common(in: folder), .audio,
            [
                AVFormatIDKey: kAudioFormatLinearPCM, AVSampleRateKey: 24_000, AVNumberOfChannelsKey: 1,
                AVLinearPCMBitDepthKey: isFloat ? 32 : 16, AVLinearPCMIsFloatKey: isFloat,
            ])
        #expect(reader.startReading())
        let samples = all(output)
        let count = samples.reduce(0) { $0 + CMSampleBufferGetNumSamples($1) }
        #expect(abs(count - 24_000) < 1500)
        let format = try #require(samples[0].formatDescription)
        let description = try #require(CMAudioFormatDescriptionGetStreamBasicDescription(format)?.pointee)
        #expect(description.mSampleRate == 24_000)
        #expect(description.mBytesPerFrame == (isFloat ? 4 : 2))
        var place = samples[0].presentationTimeStamp
        var values: [Double] = []
        for sample in samples {
            #expect(sample.presentationTimeStamp == place)
            place = place + sample.duration
            let data = try #require(sample.dataBuffer)
            data.withUnsafeMutableBytes { bytes in
                values +=
                    isFloat
                    ? bytes.bindMemory(to: Float.self).map(Double.init)
                    : bytes.bindMemory(to: Int16.self).map { Double($0) / 32_768 }
            }
        }
        // A tone of 440 Hz crosses zero 880 times per second.
        let crossings = zip(values, values.dropFirst()).count { ($0 < 0) != ($1 < 0) }
        #expect(abs(crossings - 880) < 60)
    }

    @Test func `outputs are read one after another in any order`() throws {
        let folder = try TemporaryFolder()
        let asset = AVURLAsset(url: try SampleClip.common(in: folder, seconds: 2))
        let reader = try AVAssetReader(asset: asset)
        let outputs = try [AVMediaType.video, .audio].map { type in
            AVAssetReaderTrackOutput(track: try #require(asset.tracks(withMediaType: type).first), outputSettings: nil)
        }
        for output in outputs { reader.add(output) }
        #expect(reader.startReading())
        #expect(all(outputs[1]).count > 80)
        #expect(reader.status == .reading)
        #expect(all(outputs[0]).count == 60)
        #expect(reader.status == .completed)
        try waitUntil { WorkerProcesses.using(folder.path).isEmpty }
    }

    @Test func `a cancelled reader returns nothing and its process is gone`() throws {
        let folder = try TemporaryFolder()
        let (reader, output) = try opened(
            try SampleClip.common(in: folder, size: "1280x720", seconds: 5), .video, Self.bgra)
        #expect(reader.startReading())
        #expect(output.copyNextSampleBuffer() != nil)
        #expect(WorkerProcesses.using(folder.path).count == 1)
        reader.cancelReading()
        #expect(reader.status == .cancelled)
        #expect(output.copyNextSampleBuffer() == nil)
        try waitUntil { WorkerProcesses.using(folder.path).isEmpty }
    }

    @Test func `a cancelled reader that is kept has no session`() throws {
        let folder = try TemporaryFolder()
        let clip = try SampleClip.ramp(in: folder, seconds: 0.2)
        // A process has at most 32 sessions.
        var kept: [(AVAssetReader, AVAssetReaderTrackOutput)] = []
        for _ in 0..<40 {
            let (reader, output) = try opened(clip, .video, Self.bgra)
            kept.append((reader, output))
            try #require(reader.startReading(), "\(String(describing: reader.error))")
            #expect(output.copyNextSampleBuffer() != nil)
            reader.cancelReading()
        }
    }

    @Test func `an asset or an output that can't be read is an error that says what to do`() throws {
        let folder = try TemporaryFolder()
        let clip = try SampleClip.ramp(in: folder, seconds: 0.2)
        let asset = AVURLAsset(url: clip)
        let track = try #require(asset.tracks.first)
        let deep = AVAssetReaderTrackOutput(
            track: track, outputSettings: [kCVPixelBufferPixelFormatTypeKey: 0x7834_3230 as UInt32])
        let reader = try AVAssetReader(asset: asset)
        #expect(!reader.canAdd(deep))
        reader.add(deep)
        #expect(!reader.startReading())
        #expect(reader.status == .failed)
        let error = try #require(reader.error as? AVError)
        #expect(error.code == .operationNotSupportedForAsset)
        #expect((error as NSError).localizedRecoverySuggestion?.contains("32BGRA") == true)
        #expect(deep.copyNextSampleBuffer() == nil)
        let narrow = AVAssetReaderTrackOutput(track: track, outputSettings: [kCVPixelBufferWidthKey: 30])
        #expect(try !AVAssetReader(asset: asset).canAdd(narrow))

        let text = try AVAssetReader(asset: AVURLAsset(url: try folder.write(Data("text".utf8), to: "text.mov")))
        #expect(!text.startReading())
        #expect(text.error?.localizedDescription.contains("text.mov") == true)
        #expect(throws: AVError.self) { try AVAssetReader(asset: AVMutableComposition()) }

        let empty = try AVAssetReader(asset: asset)
        #expect(!empty.startReading())
        #expect((empty.error as? AVError)?.code == .operationNotAllowed)
    }

    @Test func `an output can be added once`() throws {
        let folder = try TemporaryFolder()
        let clip = try SampleClip.ramp(in: folder, seconds: 0.2)
        let (first, output) = try opened(clip, .video, Self.bgra)
        first.add(output)
        let second = try AVAssetReader(asset: AVURLAsset(url: clip))
        #expect(!second.canAdd(output))
        second.add(output)
        for reader in [first, second] {
            #expect(!reader.startReading())
            #expect((reader.error as? AVError)?.code == .operationNotAllowed)
        }
    }

    @Test(arguments: [true, false])
    func `a truncated movie fails after its last sample`(isDecoded: Bool) throws {
        let folder = try TemporaryFolder()
        let clip = try SampleClip.common(in: folder, seconds: 2, ["-movflags", "+faststart"])
        let bytes = try Data(contentsOf: clip)
        let short = try folder.write(bytes.prefix(bytes.count / 2), to: "short.mov")
        let (reader, output) = try opened(short, .video, isDecoded ? Self.bgra : nil)
        #expect(reader.startReading())
        let count = all(output).count
        #expect(count > 5 && count < 60)
        #expect(reader.status == .failed)
        let error = try #require(reader.error as? AVError)
        #expect(error.code == .undecodableMediaData)
        #expect(error.localizedDescription.contains("short.mov") && error.localizedDescription.contains("ends early"))
        try waitUntil { WorkerProcesses.using(folder.path).isEmpty }
    }

    @Test(arguments: [
        ["-colorspace", "bt709", "-color_primaries", "bt709", "-color_trc", "bt709"],
        ["-colorspace", "bt709", "-color_primaries", "smpte432", "-color_trc", "bt709"],
        ["-colorspace", "bt2020nc", "-color_primaries", "bt2020", "-color_trc", "smpte2084"],
    ])
    func `frames have the colours of a generator's images, also those of HDR`(_ colours: [String]) throws {
        let folder = try TemporaryFolder()
        let clip = try SampleClip.make(
            "colours.mov", in: folder,
            ["-f", "lavfi", "-i", "testsrc2=size=128x96:rate=10:duration=0.3", "-pix_fmt", "yuv420p10le"] + [
                "-c:v", "libx265", "-x265-params", "log-level=none", "-tag:v", "hvc1",
            ] + colours)
        let generator = AVAssetImageGenerator(asset: AVURLAsset(url: clip))
        let image = try generator.copyCGImage(at: .zero, actualTime: nil)
        let (reader, output) = try opened(
            clip, .video, [kCVPixelBufferPixelFormatTypeKey: kCVPixelFormatType_32RGBA])
        #expect(reader.startReading())
        let frame = try #require(output.copyNextSampleBuffer()?.imageBuffer)
        #expect(CVPixelBufferGetBytesPerRow(frame) == 512)
        let base = try #require(CVPixelBufferGetBaseAddress(frame))
        let pixels = Array(UnsafeRawBufferPointer(start: base, count: 512 * 96))
        let expected = image.dataProvider?.data.map { Data(bytes: $0.bytes, count: $0.length) }
        let differences = zip(pixels, try #require(expected)).map { abs(Int($0) - Int($1)) }
        // The generator scales chroma more smoothly.
        #expect(Double(differences.reduce(0, +)) / Double(differences.count) < 4)
    }
}
