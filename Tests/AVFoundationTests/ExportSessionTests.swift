import AlbumenTestSupport
import Foundation
import Synchronization
import Testing

@testable import AVFoundation

@Suite(.enabled(if: FFmpeg.isPresent, FFmpeg.absence)) struct ExportSessionTests {
    func seconds(_ time: Double) -> CMTime { CMTime(seconds: time, preferredTimescale: 600) }

    func session(_ source: URL, _ preset: String, to output: URL, _ type: AVFileType = .mp4) throws
        -> AVAssetExportSession
    {
        let session = try #require(AVAssetExportSession(asset: AVURLAsset(url: source), presetName: preset))
        session.outputURL = output
        session.outputFileType = type
        return session
    }

    /// Calls a closure when a session has made progress. Waits on a thread of its own, because an export can end before
    /// a busy pool of tasks notices its progress.
    private func afterProgress<Answer: Sendable>(
        of session: AVAssetExportSession, _ body: @escaping @Sendable () throws -> Answer
    ) async throws -> Answer {
        return try await withCheckedThrowingContinuation { continuation in
            Thread.detachNewThread {
                continuation.resume(
                    with: Result {
                        try Self.waitForProgress(of: session)
                        return try body()
                    })
            }
        }
    }

    private static func waitForProgress(of session: AVAssetExportSession) throws {
        try waitUntil { session.progress > 0 || session.error != nil }
    }

    /// Exports, and calls a closure when the session has made progress. Returns when it has ended.
    private func exporting(
        _ session: AVAssetExportSession, afterProgress body: @escaping @Sendable () -> Void,
        atEnd: @escaping @Sendable () -> Void = {}
    ) async {
        await withCheckedContinuation { continuation in
            let group = DispatchGroup()
            group.enter()
            group.enter()
            Thread.detachNewThread {
                #expect(throws: Never.self) { try Self.waitForProgress(of: session) }
                body()
                group.leave()
            }
            session.exportAsynchronously {
                atEnd()
                group.leave()
            }
            group.notify(queue: .global()) { continuation.resume() }
        }
    }

    func exported(_ session: AVAssetExportSession) async throws -> MovieFacts {
        await session.export()
        try #require(session.status == .completed, "\(String(describing: session.error))")
        #expect(session.error == nil)
        #expect(session.progress == 1)
        return try MovieFacts.read(try #require(session.outputURL))
    }

    @Test func `a seed's export for the network has its size, type and index`() async throws {
        let folder = try TemporaryFolder()
        let source = try SampleClip.common(in: folder, size: "1600x900")
        let output = folder.file("out.mp4")
        let session = try session(source, AVAssetExportPreset1280x720, to: output)
        session.shouldOptimizeForNetworkUse = true
        let progress = Mutex<[Float]>([])
        let ended = Gate()
        session.exportAsynchronously { ended.open() }
        try await waitUntil {
            progress.withLock { $0.append(session.progress) }
            return ended.isOpen
        }
        #expect(session.status == .completed)
        #expect(session.progress == 1)
        let all = progress.withLock { $0 }
        #expect(all == all.sorted())
        let facts = try MovieFacts.read(output)
        #expect(try facts.picture.width == 1280)
        #expect(try facts.picture.height == 720)
        #expect(try facts.picture.codecName == "h264")
        #expect(facts.sound?.codecName == "aac")
        let boxes = try MovieFacts.boxes(of: output)
        #expect(try #require(boxes.firstIndex(of: "moov")) < #require(boxes.firstIndex(of: "mdat")))
        #expect(try folder.names().sorted() == ["clip.mov", "out.mp4"])
    }

    @Test(arguments: AVAssetExportSession.allExportPresets())
    func `each preset exports a small clip without enlarging it`(_ preset: String) async throws {
        let folder = try TemporaryFolder()
        let source = try SampleClip.common(in: folder, size: "160x90", seconds: 0.4)
        let session = try session(source, preset, to: folder.file("out.mov"), .mov)
        #expect(await session.compatibleFileTypes.contains(.mov))
        let facts = try await exported(session)
        #expect(try facts.picture.width == 160)
        #expect(try facts.picture.height == 90)
        let codec = preset.contains("HEVC") ? "hevc" : preset.contains("ProRes") ? "prores" : "h264"
        #expect(try facts.picture.codecName == codec)
        #expect(AVURLAsset(url: folder.file("out.mov")).isPlayable)
    }

    @Test func `presets and file types that fit an asset`() async throws {
        let folder = try TemporaryFolder()
        let asset = AVURLAsset(url: try SampleClip.common(in: folder, seconds: 0.2))
        #expect(AVAssetExportSession.allExportPresets().contains(AVAssetExportPresetMediumQuality))
        #expect(AVAssetExportSession.exportPresets(compatibleWith: asset) == AVAssetExportSession.allExportPresets())
        #expect(AVAssetExportSession.exportPresets(compatibleWith: AVAsset()).isEmpty)
        #expect(AVAssetExportSession(asset: asset, presetName: "none") == nil)
        let prores = try #require(
            AVAssetExportSession(asset: asset, presetName: AVAssetExportPresetAppleProRes422LPCM))
        #expect(prores.supportedFileTypes == [.mov])
        #expect(
            await AVAssetExportSession.compatibility(
                ofExportPreset: AVAssetExportPresetPassthrough, with: asset, outputFileType: .mp4))
        #expect(
            await !AVAssetExportSession.compatibility(
                ofExportPreset: AVAssetExportPresetAppleProRes422LPCM, with: asset, outputFileType: .mp4))
    }

    @Test func `an existing file is an error and stays as it is`() async throws {
        let folder = try TemporaryFolder()
        let source = try SampleClip.common(in: folder, seconds: 0.2)
        let output = try folder.write(Data("mine".utf8), to: "out.mp4")
        let session = try session(source, AVAssetExportPresetLowQuality, to: output)
        await session.export()
        #expect(session.status == .failed)
        let error = try #require(session.error as? AVError)
        #expect(error.code == .fileAlreadyExists)
        #expect(error.localizedDescription.contains("out.mp4"))
        #expect((error as NSError).localizedRecoverySuggestion != nil)
        #expect(try Data(contentsOf: output) == Data("mine".utf8))
        #expect(try folder.names() == ["clip.mov", "out.mp4"])
    }

    @Test func `settings that don't work are errors that say what to do`() async throws {
        let folder = try TemporaryFolder()
        let source = try SampleClip.common(in: folder, seconds: 0.2)
        func failure(_ change: (AVAssetExportSession) -> Void) async throws -> AVError {
            let session = try session(source, AVAssetExportPresetLowQuality, to: folder.file("out.mp4"))
            change(session)
            await session.export()
            #expect(session.status == .failed)
            let error = try #require(session.error as? AVError)
            #expect((error as NSError).localizedRecoverySuggestion != nil, "\(error)")
            return error
        }
        #expect(try await failure { $0.outputURL = nil }.code == .exportFailed)
        #expect(try await failure { $0.outputFileType = nil }.code == .exportFailed)
        #expect(try await failure { $0.outputFileType = .wav }.code == .operationNotSupportedForAsset)
        let missing = try await failure { $0.outputURL = folder.file("no/out.mp4") }
        #expect(missing.localizedDescription.contains("folder doesn't exist"))
        let range = CMTimeRange(start: seconds(10), duration: seconds(1))
        #expect(try await failure { $0.timeRange = range }.code == .exportFailed)
        #expect(try folder.names() == ["clip.mov"])
    }

    @Test func `a source that isn't a movie fails with its name`() async throws {
        let folder = try TemporaryFolder()
        let source = try folder.write(Data("text".utf8), to: "text.mov")
        let session = try session(source, AVAssetExportPresetLowQuality, to: folder.file("out.mp4"))
        await session.export()
        #expect(session.status == .failed)
        #expect(session.error?.localizedDescription.contains("text.mov") == true)
        #expect(session.supportedFileTypes.isEmpty)
    }

    @Test func `when a cancelled session ends, process and file are gone`() async throws {
        let folder = try TemporaryFolder()
        let source = try SampleClip.common(in: folder, size: "1280x720", seconds: 20)
        let session = try session(source, AVAssetExportPresetHEVCHighestQuality, to: folder.file("out.mp4"))
        let end = Mutex<(processes: Int, names: [String]?)?>(nil)
        await exporting(session) {
            #expect(session.status == .exporting)
            #expect((try? folder.names().count) == 2)
            session.cancelExport()
        } atEnd: {
            end.withLock { $0 = (WorkerProcesses.using(folder.path).count, try? folder.names()) }
        }
        let (processes, names) = try #require(end.withLock { $0 })
        #expect(processes == 0)
        #expect(names == ["clip.mov"])
        #expect(session.status == .cancelled)
        #expect((session.error as? AVError)?.code == .operationCancelled)
        #expect(session.progress < 1)
    }

    @Test func `a session that is cancelled when its file is complete ends as cancelled, without a file`() throws {
        let state = ExportState()
        let isEnded = Gate()
        #expect(state.start { isEnded.open() } && state.begin())
        var isWithdrawn = false
        state.cancel()
        state.complete {
            isWithdrawn = true
            #expect(state.status == .exporting)
        }
        #expect(isWithdrawn && state.status == .cancelled && isEnded.wait())
        // Without a cancellation, the file stays. A later one changes nothing.
        let complete = ExportState()
        #expect(complete.start {} && complete.begin())
        complete.complete { Issue.record("The file was removed.") }
        complete.cancel()
        #expect(complete.status == .completed)
    }

    @Test func `a complete file is withdrawn, and another one under its name isn't`() throws {
        let folder = try TemporaryFolder()
        for isReplaced in [false, true] {
            let output = try ExportOutput(folder.file("out.mp4"))
            try output.publish()
            // Otherwise, the other file would have the identity of the output.
            if isReplaced { try Data("other".utf8).write(to: folder.file("out.mp4"), options: .atomic) }
            output.withdraw()
            #expect(try folder.names() == (isReplaced ? ["out.mp4"] : []))
        }
    }

    @Test func `a killed process is one clear error, and leaves no file`() async throws {
        let folder = try TemporaryFolder()
        let source = try SampleClip.common(in: folder, size: "1280x720", seconds: 20)
        let session = try session(source, AVAssetExportPresetHEVCHighestQuality, to: folder.file("out.mp4"))
        await exporting(session) {
            let processes = WorkerProcesses.using(folder.path)
            #expect(processes.count == 1)
            for process in processes { kill(process, SIGKILL) }
        }
        #expect(session.status == .failed)
        #expect(session.error?.localizedDescription.contains("clip.mov") == true)
        #expect(try folder.names() == ["clip.mov"])
        #expect(WorkerProcesses.using(folder.path).isEmpty)
    }

    @Test func `a waiting session is cancelled at once`() async throws {
        let folder = try TemporaryFolder()
        let source = try SampleClip.common(in: folder, size: "640x360", seconds: 5)
        let count = 12
        let sessions = try (0..<count).map {
            try session(source, AVAssetExportPresetHEVCHighestQuality, to: folder.file("\($0).mp4"))
        }
        await withCheckedContinuation { continuation in
            let ended = Mutex(0)
            for session in sessions {
                session.exportAsynchronously {
                    let number = ended.withLock { ended in
                        ended += 1
                        return ended
                    }
                    if number == count { continuation.resume() }
                }
            }
            #expect(sessions.contains { $0.status == .waiting })
            for session in sessions.reversed() { session.cancelExport() }
        }
        #expect(sessions.allSatisfy { $0.status == .cancelled })
        #expect(try folder.names() == ["clip.mov"])
    }

    @Test func `a cancelled task cancels its export`() async throws {
        let folder = try TemporaryFolder()
        let source = try SampleClip.common(in: folder, size: "1280x720", seconds: 20)
        let asset = AVURLAsset(url: source)
        let session = try #require(
            AVAssetExportSession(asset: asset, presetName: AVAssetExportPresetHEVCHighestQuality))
        let output = folder.file("out.mp4")
        let task = Task { try await session.export(to: output, as: .mp4) }
        try await afterProgress(of: session) { task.cancel() }
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(session.status == .cancelled)
        #expect(try folder.names() == ["clip.mov"])
    }

    @Test func `a time range is exact`() async throws {
        let folder = try TemporaryFolder()
        let source = try SampleClip.common(in: folder, seconds: 2)
        let session = try session(source, AVAssetExportPresetHighestQuality, to: folder.file("out.mp4"))
        session.timeRange = CMTimeRange(start: seconds(0.5), end: seconds(1.2))
        let facts = try await exported(session)
        #expect(abs(facts.seconds - 0.7) < 0.08)
    }

    @Test func `passthrough copies the packets`() async throws {
        let folder = try TemporaryFolder()
        let source = try SampleClip.common(in: folder)
        let session = try session(source, AVAssetExportPresetPassthrough, to: folder.file("out.mov"), .mov)
        _ = try await exported(session)
        func packets(_ url: URL) throws -> String {
            let text = String(
                decoding: try FFmpeg.output(of: url, ["-map", "0:v", "-c", "copy", "-f", "framemd5"]), as: UTF8.self)
            return text.split(separator: "\n").filter { !$0.hasPrefix("#") }
                .compactMap { $0.split(separator: ",").last }.joined(separator: "\n")
        }
        let expected = try packets(source)
        #expect(!expected.isEmpty)
        #expect(try packets(folder.file("out.mov")) == expected)
    }

    @Test func `a length limit holds`() async throws {
        let folder = try TemporaryFolder()
        let source = try SampleClip.common(in: folder, size: "640x480", seconds: 3)
        let session = try session(source, AVAssetExportPresetHighestQuality, to: folder.file("out.mp4"))
        session.fileLengthLimit = 200_000
        _ = try await exported(session)
        let size = try FileManager.default.attributesOfItem(atPath: folder.file("out.mp4").path)[.size] as? Int
        #expect(try #require(size) <= 200_000)
    }

    @Test func `metadata survives, is filtered, or is replaced`() async throws {
        let folder = try TemporaryFolder()
        let source = try SampleClip.common(
            in: folder, seconds: 0.3,
            [
                "-movflags", "use_metadata_tags", "-metadata", "com.apple.quicktime.make=Apple", "-metadata",
                "com.apple.quicktime.title=Sea", "-metadata", "com.apple.quicktime.location.ISO6709=+10.0000+020.0000/",
                "-metadata", "com.apple.quicktime.creationdate=2022-08-02T05:00:00+0200",
            ])
        func texts(_ change: (AVAssetExportSession) -> Void) async throws -> Set<String> {
            let session = try session(
                source, AVAssetExportPresetLowQuality, to: folder.file("\(UUID().uuidString).mov"), .mov)
            change(session)
            _ = try await exported(session)
            let asset = AVURLAsset(url: try #require(session.outputURL))
            return Set(asset.metadata.compactMap(\.stringValue))
        }
        let kept = try await texts { _ in }
        for text in ["Apple", "Sea", "+10.0000+020.0000/", "2022-08-02T05:00:00+0200"] {
            #expect(kept.contains(text), "\(text) is missing in \(kept)")
        }
        let filtered = try await texts { $0.metadataItemFilter = .forSharing() }
        #expect(filtered.contains("Sea"))
        #expect(filtered.isDisjoint(with: ["Apple", "+10.0000+020.0000/", "2022-08-02T05:00:00+0200"]))
        let title = AVMutableMetadataItem()
        title.identifier = .commonIdentifierTitle
        title.value = "Waves" as NSString
        let replaced = try await texts { $0.metadata = [title] }
        #expect(replaced.contains("Waves"))
        #expect(replaced.isDisjoint(with: ["Apple", "Sea"]))
    }
}
