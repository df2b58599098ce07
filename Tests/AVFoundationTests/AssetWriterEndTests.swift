import AVFoundation
import AlbumenTestSupport
import Foundation
import Testing

@Suite(.enabled(if: FFmpeg.isPresent, FFmpeg.absence)) struct AssetWriterEndTests {
    @Test func `a cancelled writer leaves no file and no process`() throws {
        let folder = try TemporaryFolder()
        let (writer, adaptor) = try MovieMaking.started(folder.file("out.mov"))
        #expect(adaptor.append(try MovieMaking.frame(90), withPresentationTime: .zero))
        writer.cancelWriting()
        #expect(writer.status == .cancelled)
        #expect(try folder.names().isEmpty)
        #expect(WorkerProcesses.using(folder.path).isEmpty)
        #expect(try !adaptor.append(MovieMaking.frame(90), withPresentationTime: MovieMaking.time(1)))
    }

    @Test func `a writer that is cancelled during its end leaves no file`() async throws {
        let folder = try TemporaryFolder()
        for delay in stride(from: 0, to: 60, by: 3) {
            let (writer, adaptor) = try MovieMaking.started(folder.file("out.mov"))
            #expect(adaptor.append(try MovieMaking.frame(90), withPresentationTime: .zero))
            let ended = Gate()
            writer.finishWriting { ended.open() }
            usleep(UInt32(delay) * 1000)
            writer.cancelWriting()
            let status = writer.status
            let names = try folder.names()
            #expect(names == (status == .completed ? ["out.mov"] : []), "\(status) after \(delay) ms")
            try await waitUntil { ended.isOpen }
            #expect(writer.status == status)
            try? FileManager.default.removeItem(at: folder.file("out.mov"))
        }
    }

    @Test func `a writer that is cancelled during its start leaves no file`() throws {
        let folder = try TemporaryFolder()
        for _ in 0..<50 {
            let writer = try AVAssetWriter(outputURL: folder.file("out.mov"), fileType: .mov)
            writer.add(AVAssetWriterInput(mediaType: .video, outputSettings: MovieMaking.settings()))
            let shared = Unchecked(writer)
            let ended = DispatchGroup()
            DispatchQueue.global().async(group: ended) {
                while shared.value.status == .unknown {}
                shared.value.cancelWriting()
            }
            let isWriting = writer.startWriting()
            ended.wait()
            #expect(writer.status == .cancelled)
            #expect(try folder.names().isEmpty, "started: \(isWriting)")
        }
    }

    @Test func `a writer that is released leaves no file`() throws {
        let folder = try TemporaryFolder()
        do {
            let (writer, adaptor) = try MovieMaking.started(folder.file("out.mov"))
            #expect(adaptor.append(try MovieMaking.frame(90), withPresentationTime: .zero))
            withExtendedLifetime(writer) {}
        }
        try waitUntil { try folder.names().isEmpty && WorkerProcesses.using(folder.path).isEmpty }
    }

    /// As many clients do, the block owns the input.
    @Test(arguments: [true, false])
    func `a writer with a request that is cancelled or released frees the client's objects`(
        _ isCancelled: Bool
    ) throws {
        let folder = try TemporaryFolder()
        for number in 0..<40 {
            weak var input: AVAssetWriterInput?
            do {
                let (writer, adaptor) = try MovieMaking.started(folder.file("\(number).mov"))
                let shared = Unchecked(adaptor)
                input = adaptor.assetWriterInput
                input?.requestMediaDataWhenReady(on: DispatchQueue(label: "frames")) {
                    withExtendedLifetime(shared) {}
                }
                #expect(adaptor.append(try MovieMaking.frame(90), withPresentationTime: .zero))
                if isCancelled { writer.cancelWriting() }
                withExtendedLifetime(writer) {}
            }
            try waitUntil { input == nil }
        }
        try waitUntil { try folder.names().isEmpty && WorkerProcesses.using(folder.path).isEmpty }
    }

    @Test func `a writer that never starts frees the client's objects`() throws {
        let folder = try TemporaryFolder()
        weak var input: AVAssetWriterInput?
        do {
            let writer = try AVAssetWriter(outputURL: folder.file("out.mov"), fileType: .mov)
            let added = AVAssetWriterInput(mediaType: .video, outputSettings: MovieMaking.settings())
            input = added
            writer.add(added)
            let shared = Unchecked(added)
            added.requestMediaDataWhenReady(on: DispatchQueue(label: "frames")) { withExtendedLifetime(shared) {} }
            withExtendedLifetime(writer) {}
        }
        #expect(input == nil)
    }

    @Test func `an input that is never finished ends with the movie`() async throws {
        let folder = try TemporaryFolder()
        let url = folder.file("out.mov")
        let silent = AVAssetWriterInput(
            mediaType: .audio,
            outputSettings: [
                AVFormatIDKey: kAudioFormatMPEG4AAC, AVSampleRateKey: 44_100, AVNumberOfChannelsKey: 1,
            ])
        let passing = AVAssetWriterInput(mediaType: .audio, outputSettings: nil)
        let (writer, adaptor) = try MovieMaking.started(url) { writer, _ in
            writer.add(silent)
            writer.add(passing)
        }
        for number in 0..<5 {
            #expect(adaptor.append(try MovieMaking.frame(90), withPresentationTime: MovieMaking.time(number)))
        }
        await writer.finishWriting()
        try #require(writer.status == .completed, "\(String(describing: writer.error))")
        #expect(try MovieMaking.frames(of: url).count == 5)
    }

    @Test func `an existing file is an error and stays as it is`() throws {
        let folder = try TemporaryFolder()
        let url = try folder.write(Data("mine".utf8), to: "out.mov")
        let writer = try AVAssetWriter(outputURL: url, fileType: .mov)
        writer.add(AVAssetWriterInput(mediaType: .video, outputSettings: MovieMaking.settings()))
        #expect(!writer.startWriting())
        #expect(writer.status == .failed)
        #expect((writer.error as? AVError)?.code == .fileAlreadyExists)
        #expect(try Data(contentsOf: url) == Data("mine".utf8))
        #expect(try folder.names() == ["out.mov"])
    }

    @Test func `a file that appears meanwhile stays as it is`() async throws {
        let folder = try TemporaryFolder()
        let url = folder.file("out.mov")
        let (writer, adaptor) = try MovieMaking.started(url)
        #expect(adaptor.append(try MovieMaking.frame(90), withPresentationTime: .zero))
        try Data("mine".utf8).write(to: url)
        await writer.finishWriting()
        #expect((writer.error as? AVError)?.code == .fileAlreadyExists)
        #expect(try folder.names() == ["out.mov"])
        #expect(try Data(contentsOf: url) == Data("mine".utf8))
    }

    @Test func `a movie without samples fails and leaves no file`() async throws {
        let folder = try TemporaryFolder()
        let (writer, _) = try MovieMaking.started(folder.file("out.mov"))
        await writer.finishWriting()
        #expect(writer.status == .failed)
        #expect(writer.error?.localizedDescription.contains("out.mov") == true)
        try await waitUntil { try folder.names().isEmpty }
    }

    @Test func `misuse is an error that says what to do`() async throws {
        let folder = try TemporaryFolder()
        #expect(throws: AVError.self) { try AVAssetWriter(outputURL: folder.file("out.wav"), fileType: .wav) }
        let without = try AVAssetWriter(outputURL: folder.file("a.mov"), fileType: .mov)
        #expect(!without.startWriting())
        #expect(without.error?.localizedDescription.contains("no inputs") == true)

        let early = try AVAssetWriter(outputURL: folder.file("b.mov"), fileType: .mov)
        let input = AVAssetWriterInput(mediaType: .video, outputSettings: MovieMaking.settings())
        let adaptor = AVAssetWriterInputPixelBufferAdaptor(assetWriterInput: input)
        #expect(try !adaptor.append(MovieMaking.frame(9), withPresentationTime: .zero))
        early.add(input)
        #expect(!input.isReadyForMoreMediaData)
        #expect(early.startWriting())
        #expect(!input.isReadyForMoreMediaData)
        #expect(try !adaptor.append(MovieMaking.frame(9), withPresentationTime: .zero))
        let error = try #require(early.error as? AVError)
        #expect((error as NSError).localizedRecoverySuggestion?.contains("startSession") == true)

        let unordered = try MovieMaking.started(folder.file("c.mov"))
        for number in [1, 0] {
            _ = unordered.adaptor.append(
                try MovieMaking.frame(9), withPresentationTime: MovieMaking.time(number))
        }
        await unordered.writer.finishWriting()
        #expect(unordered.writer.status == .failed)
        #expect(unordered.writer.error?.localizedDescription.contains("order") == true)

        let never = try AVAssetWriter(outputURL: folder.file("d.mov"), fileType: .mov)
        await never.finishWriting()
        #expect(never.status == .failed)
        try await waitUntil { try folder.names().isEmpty }
    }

    @Test func `an input can be added once`() throws {
        let folder = try TemporaryFolder()
        let input = AVAssetWriterInput(mediaType: .video, outputSettings: MovieMaking.settings())
        let first = try AVAssetWriter(outputURL: folder.file("a.mov"), fileType: .mov)
        let second = try AVAssetWriter(outputURL: folder.file("b.mov"), fileType: .mov)
        for writer in [first, first, second] { writer.add(input) }
        #expect(first.inputs.count == 1)
        for writer in [first, second] {
            #expect(!writer.startWriting())
            #expect((writer.error as? AVError)?.code == .operationNotAllowed)
        }
        #expect(try folder.names().isEmpty)
    }

    @Test func `settings that can't be encoded are refused`() throws {
        let folder = try TemporaryFolder()
        let writer = try AVAssetWriter(outputURL: folder.file("out.mp4"), fileType: .mp4)
        func canAdd(_ type: AVMediaType, _ settings: [String: Any]) -> Bool {
            writer.canAdd(AVAssetWriterInput(mediaType: type, outputSettings: settings))
        }
        #expect(canAdd(.video, MovieMaking.settings()))
        #expect(!canAdd(.video, [AVVideoCodecKey: AVVideoCodecType.h264]))
        #expect(!canAdd(.video, MovieMaking.settings(codec: .proRes422)))
        #expect(!canAdd(.video, MovieMaking.settings(codec: AVVideoCodecType(rawValue: "jpeg"))))
        #expect(!canAdd(.video, MovieMaking.settings(1 << 20, 2)))
        var hdr = MovieMaking.settings(codec: .hevc)
        hdr[AVVideoColorPropertiesKey] = [AVVideoTransferFunctionKey: "ITU_R_2100_HLG"]
        #expect(!canAdd(.video, hdr))
        #expect(!canAdd(.audio, [AVFormatIDKey: kAudioFormatMPEG4AAC, AVNumberOfChannelsKey: 6]))
        #expect(!canAdd(.audio, [AVFormatIDKey: kAudioFormatLinearPCM]))
        #expect(!writer.canAdd(AVAssetWriterInput(mediaType: .metadata, outputSettings: nil)))
    }
}

// As with Apple's classes, subclasses can override these properties.

private final class OtherReader: AVAssetReader {
    override var asset: AVAsset { super.asset }
}

private final class OtherOutput: AVAssetReaderTrackOutput {
    override var track: AVAssetTrack { super.track }
    override var outputSettings: [String: Any]? { super.outputSettings }
}

private final class OtherWriter: AVAssetWriter {
    override var outputURL: URL { super.outputURL }
    override var outputFileType: AVFileType { super.outputFileType }
}

private final class OtherInput: AVAssetWriterInput {
    override var mediaType: AVMediaType { super.mediaType }
    override var outputSettings: [String: Any]? { super.outputSettings }
    override var sourceFormatHint: CMFormatDescription? { super.sourceFormatHint }
}

private final class OtherMetadataAdaptor: AVAssetWriterInputMetadataAdaptor {
    override var assetWriterInput: AVAssetWriterInput { super.assetWriterInput }
}

private final class OtherPixelBufferAdaptor: AVAssetWriterInputPixelBufferAdaptor {
    override var assetWriterInput: AVAssetWriterInput { super.assetWriterInput }
    override var pixelBufferPool: CVPixelBufferPool? { super.pixelBufferPool }
    override var sourcePixelBufferAttributes: [String: Any]? { super.sourcePixelBufferAttributes }
}
