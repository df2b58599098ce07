import AVFoundation
import AlbumenTestSupport
import Foundation
import Synchronization
import Testing

@Suite(.enabled(if: FFmpeg.isPresent, FFmpeg.absence)) struct AssetWriterTests {
    @Test(arguments: [AVVideoCodecType.h264, .hevc, .proRes422])
    func `the frames of a movie are those that were appended`(_ codec: AVVideoCodecType) async throws {
        let folder = try TemporaryFolder()
        let url = folder.file("out.mov")
        let (writer, adaptor) = try MovieMaking.started(url, .mov, MovieMaking.settings(codec: codec))
        for number in 0..<40 {
            let frame = try MovieMaking.frame(UInt8(MovieMaking.level(number)))
            #expect(adaptor.append(frame, withPresentationTime: MovieMaking.time(number)))
        }
        #expect(try folder.names().allSatisfy { $0.hasPrefix(".") })
        adaptor.assetWriterInput.markAsFinished()
        await writer.finishWriting()
        try #require(writer.status == .completed, "\(String(describing: writer.error))")
        #expect(try folder.names() == ["out.mov"])
        let frames = try MovieMaking.frames(of: url)
        #expect(frames.count == 40)
        for (number, frame) in frames.enumerated() {
            #expect(abs(frame.level - MovieMaking.level(number)) <= 3, "frame \(number)")
            #expect(abs(frame.time - Double(number)) < 0.01)
        }
        let facts = try MovieFacts.read(url)
        #expect(abs(facts.seconds - 40.0 / 30) < 0.002)
        let name = codec == .h264 ? "h264" : codec == .hevc ? "hevc" : "prores"
        #expect(try facts.picture.codecName == name)
        #expect(try facts.picture.width == 64)
    }

    @Test func `frames at uneven times keep them, and the session's end ends the last one`() async throws {
        let folder = try TemporaryFolder()
        let url = folder.file("out.mp4")
        let (writer, adaptor) = try MovieMaking.started(url, .mp4, at: MovieMaking.time(10))
        let numbers = [8, 10, 11, 15, 16, 30]
        for number in numbers {
            #expect(
                adaptor.append(
                    try MovieMaking.frame(UInt8(MovieMaking.level(number))),
                    withPresentationTime: MovieMaking.time(number))
            )
        }
        writer.endSession(atSourceTime: MovieMaking.time(40))
        await writer.finishWriting()
        try #require(writer.status == .completed, "\(String(describing: writer.error))")
        let frames = try MovieMaking.frames(of: url)
        // The first one ends where the session starts.
        #expect(frames.map { Int($0.time.rounded()) } == [0, 1, 5, 6, 20])
        #expect(abs(AVURLAsset(url: url).duration.seconds - 1) < 0.002)
    }

    @Test func `a track's transformation is the movie's`() async throws {
        let folder = try TemporaryFolder()
        let url = folder.file("out.mov")
        let (writer, adaptor) = try MovieMaking.started(url) { _, input in
            input.transform = CGAffineTransform(a: 0, b: 1, c: -1, d: 0, tx: 48, ty: 0)
        }
        #expect(adaptor.append(try MovieMaking.frame(90), withPresentationTime: .zero))
        await writer.finishWriting()
        #expect(writer.status == .completed)
        let track = try #require(AVURLAsset(url: url).tracks(withMediaType: .video).first)
        #expect(track.preferredTransform == CGAffineTransform(a: 0, b: 1, c: -1, d: 0, tx: 48, ty: 0))
        #expect(try MovieFacts.read(url).picture.rotation == -90)
    }

    @Test func `sound is encoded and stays with the picture`() async throws {
        let folder = try TemporaryFolder()
        let source = AVURLAsset(url: try SampleClip.common(in: folder))
        let url = folder.file("out.mp4")
        let sound = AVAssetWriterInput(
            mediaType: .audio,
            outputSettings: [
                AVFormatIDKey: kAudioFormatMPEG4AAC, AVSampleRateKey: 44_100, AVNumberOfChannelsKey: 2,
                AVEncoderBitRateKey: 96_000,
            ])
        let (writer, adaptor) = try MovieMaking.started(url, .mp4) { writer, _ in writer.add(sound) }
        for number in 0..<30 {
            #expect(adaptor.append(try MovieMaking.frame(90), withPresentationTime: MovieMaking.time(number)))
        }
        let reader = try AVAssetReader(asset: source)
        let output = AVAssetReaderTrackOutput(
            track: try #require(source.tracks(withMediaType: .audio).first),
            outputSettings: [AVFormatIDKey: kAudioFormatLinearPCM])
        reader.add(output)
        #expect(reader.startReading())
        while let sample = output.copyNextSampleBuffer() { #expect(sound.append(sample)) }
        await writer.finishWriting()
        try #require(writer.status == .completed, "\(String(describing: writer.error))")
        let facts = try MovieFacts.read(url)
        #expect(facts.sound?.codecName == "aac")
        #expect(facts.sound?.sampleRate == "44100")
        #expect(facts.sound?.channels == 2)
        #expect(abs((Double(facts.sound?.duration ?? "") ?? 0) - 1) < 0.06)
        let levels = try FFmpeg.output(of: url, ["-map", "0:a", "-ac", "1", "-f", "s16le"])
        let values = levels.withUnsafeBytes { Array($0.bindMemory(to: Int16.self)) }
        let crossings = zip(values, values.dropFirst()).count { ($0 < 0) != ($1 < 0) }
        #expect(abs(crossings - 880) < 60)
    }

    @Test func `samples that are passed through are the same bytes`() async throws {
        let folder = try TemporaryFolder()
        let source = AVURLAsset(url: try SampleClip.common(in: folder, seconds: 2))
        let url = folder.file("out.mov")
        let writer = try AVAssetWriter(outputURL: url, fileType: .mov)
        let reader = try AVAssetReader(asset: source)
        var pairs: [(AVAssetReaderTrackOutput, AVAssetWriterInput)] = []
        for type in [AVMediaType.video, .audio] {
            let track = try #require(source.tracks(withMediaType: type).first)
            let output = AVAssetReaderTrackOutput(track: track, outputSettings: nil)
            let input = AVAssetWriterInput(mediaType: type, outputSettings: nil)
            reader.add(output)
            writer.add(input)
            pairs.append((output, input))
        }
        #expect(reader.startReading())
        #expect(writer.startWriting())
        writer.startSession(atSourceTime: .zero)
        // All of one track and then of the other, so that the first ones wait for a format.
        for (output, input) in pairs {
            while let sample = output.copyNextSampleBuffer() { #expect(input.append(sample)) }
            input.markAsFinished()
        }
        await writer.finishWriting()
        try #require(writer.status == .completed, "\(String(describing: writer.error))")
        for map in ["0:v", "0:a"] {
            let arguments = ["-map", map, "-c", "copy", "-f", "md5"]
            let sums = try [source.url, url].map { try FFmpeg.output(of: $0, arguments) }
            #expect(sums[0] == sums[1], "\(map)")
        }
        let facts = try MovieFacts.read(url)
        #expect(abs((Double(try facts.picture.duration ?? "") ?? 0) - 2) < 0.01)
    }

    @Test func `a block gets calls until the input is finished`() async throws {
        let folder = try TemporaryFolder()
        let url = folder.file("out.mov")
        let (writer, adaptor) = try MovieMaking.started(url)
        let input = adaptor.assetWriterInput
        let appended = Mutex(0)
        let ended = Gate()
        let (sharedInput, sharedAdaptor) = (Unchecked(input), Unchecked(adaptor))
        input.requestMediaDataWhenReady(on: DispatchQueue(label: "frames")) {
            let (input, adaptor) = (sharedInput.value, sharedAdaptor.value)
            // One for each call, and some calls without a sample.
            let number = appended.withLock { $0 }
            guard number < 20 else {
                input.markAsFinished()
                ended.open()
                return
            }
            if Bool.random() { return }
            guard input.isReadyForMoreMediaData, let frame = try? MovieMaking.frame(90) else { return }
            #expect(adaptor.append(frame, withPresentationTime: MovieMaking.time(number)))
            appended.withLock { $0 += 1 }
        }
        try await waitUntil { ended.isOpen }
        await writer.finishWriting()
        #expect(writer.status == .completed)
        #expect(try MovieMaking.frames(of: url).count == 20)
    }

    @Test(arguments: [false, true])
    func `a request before the start gets calls when the session starts`(isAdded: Bool) async throws {
        let folder = try TemporaryFolder()
        let url = folder.file("out.mov")
        let writer = try AVAssetWriter(outputURL: url, fileType: .mov)
        let input = AVAssetWriterInput(mediaType: .video, outputSettings: MovieMaking.settings())
        let adaptor = AVAssetWriterInputPixelBufferAdaptor(assetWriterInput: input)
        let ended = Gate()
        let (sharedInput, sharedAdaptor) = (Unchecked(input), Unchecked(adaptor))
        if isAdded { writer.add(input) }
        input.requestMediaDataWhenReady(on: DispatchQueue(label: "frames")) {
            let (input, adaptor) = (sharedInput.value, sharedAdaptor.value)
            guard let frame = try? MovieMaking.frame(90) else { return }
            #expect(adaptor.append(frame, withPresentationTime: .zero))
            input.markAsFinished()
            ended.open()
        }
        if !isAdded { writer.add(input) }
        #expect(writer.startWriting())
        writer.startSession(atSourceTime: .zero)
        try await waitUntil { ended.isOpen }
        await writer.finishWriting()
        #expect(writer.status == .completed)
        #expect(try MovieMaking.frames(of: url).count == 1)
    }

    @Test func `few frames wait in memory`() async throws {
        let folder = try TemporaryFolder()
        let (writer, adaptor) = try MovieMaking.started(
            folder.file("out.mov"), .mov, MovieMaking.settings(1280, 720, codec: .hevc))
        var isBusy = false
        for number in 0..<60 {
            if !adaptor.assetWriterInput.isReadyForMoreMediaData { isBusy = true }
            let frame = try MovieMaking.frame(UInt8(number * 4), 1280, 720)
            #expect(adaptor.append(frame, withPresentationTime: MovieMaking.time(number)))
        }
        #expect(isBusy)
        writer.cancelWriting()
        #expect(try folder.names().isEmpty)
    }
}

/// A value that a test uses on one queue at a time.
struct Unchecked<Value>: @unchecked Sendable {
    let value: Value

    init(_ value: Value) {
        self.value = value
    }
}
