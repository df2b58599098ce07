import AlbumenTestSupport
import Cancellation
import Foundation
import MediaRequests
import MediaWork
import Synchronization
import Testing
import Video

/// The processes of exports: their number, their end, and what they leave behind.
@Suite(.enabled(if: FFmpeg.isPresent, FFmpeg.absence), .serialized) struct ExportProcessTests {
    /// A clip whose export takes a while.
    private func slowClip(_ folder: TemporaryFolder) throws -> (source: URL, export: VideoExport) {
        let source = try SampleClip.common(in: folder, size: "1280x720", seconds: 20)
        var export = try Exported.preset("hevc1920x1080")
        export.indexComesFirst = true
        return (source, export)
    }

    @Test func `when a cancelled export returns, the process is gone and the file is empty`() throws {
        let folder = try TemporaryFolder()
        let (source, export) = try slowClip(folder)
        let cancellation = WorkCancellation()
        let process = Mutex<pid_t?>(nil)
        let error = #expect(throws: MediaError.self) {
            try Exported(export, of: source, in: folder, cancellation: cancellation) { _ in
                guard process.withLock({ $0 }) == nil else { return }
                process.withLock { $0 = WorkerProcesses.using(folder.path).first }
                DispatchQueue.global().async { cancellation.cancel() }
            }
        }
        #expect(error?.code == .cancelled)
        let identifier = try #require(process.withLock { $0 })
        #expect(kill(identifier, 0) != 0)
        #expect(try sizes(in: folder, besides: source).allSatisfy { $0 == 0 })
    }

    @Test func `a killed process is one clear error`() throws {
        let folder = try TemporaryFolder()
        let (source, export) = try slowClip(folder)
        let error = #expect(throws: MediaError.self) {
            try Exported(export, of: source, in: folder) { _ in
                for process in WorkerProcesses.using(folder.path) { kill(process, SIGKILL) }
            }
        }
        #expect(error?.code == .exhausted)
        #expect(error?.message.contains("was killed") == true)
        #expect(error?.message.contains("clip.mov") == true)
        #expect(try sizes(in: folder, besides: source).allSatisfy { $0 == 0 })
    }

    @Test func `at most half of the cores export, and a waiting export can be cancelled`() throws {
        let folder = try TemporaryFolder()
        let source = try SampleClip.common(in: folder, seconds: 0.5)
        let limit = max(1, Processors.usableCount / 2)
        let group = DispatchGroup()
        let codes = Mutex<[MediaError.Code?]>([])
        @Sendable func start(_ cancellation: WorkCancellation?, _ frames: FrameEditing) {
            DispatchQueue.global().async(group: group) {
                let code: MediaError.Code?
                do {
                    _ = try Exported(
                        Exported.preset("640x480"), of: [source], in: folder, frames: frames,
                        cancellation: cancellation)
                    code = nil
                } catch {
                    code = (error as? MediaError)?.code
                }
                codes.withLock { $0.append(code) }
            }
        }
        // These hold all places until the end.
        let released = Gate()
        let holding = (0..<limit).map { _ in Gate() }
        for gate in holding {
            start(
                nil,
                FrameEditing { _ in
                    gate.open()
                    #expect(released.wait())
                    return .unchanged
                })
        }
        for gate in holding { #expect(gate.wait()) }
        #expect(WorkerProcesses.using(folder.path).count == limit)
        // This one waits, so its frames never come.
        let waiting = WorkCancellation()
        let cancelled = Gate()
        let isStarted = Mutex(false)
        DispatchQueue.global().async(group: group) {
            let error = #expect(throws: MediaError.self) {
                try Exported(
                    Exported.preset("640x480"), of: [source], in: folder,
                    frames: FrameEditing { _ in
                        isStarted.withLock { $0 = true }
                        return .unchanged
                    }, cancellation: waiting)
            }
            #expect(error?.code == .cancelled)
            cancelled.open()
        }
        waiting.cancel()
        #expect(cancelled.wait())
        #expect(!isStarted.withLock { $0 })
        #expect(WorkerProcesses.using(folder.path).count == limit)
        released.open()
        group.wait()
        #expect(codes.withLock { $0 } == Array(repeating: nil, count: limit))
        #expect(WorkerProcesses.using(folder.path).isEmpty)
    }

    @Test func `an output that can't be read again is refused`() throws {
        let folder = try TemporaryFolder()
        let source = try SampleClip.common(in: folder, seconds: 0.2)
        let input = open(source.path, O_RDONLY)
        let output = open(folder.file("out").path, O_WRONLY | O_CREAT, 0o600)
        defer {
            close(input)
            close(output)
        }
        let error = #expect(throws: MediaError.self) {
            try VideoExporter(workers: Exported.pool.get()).run(
                Exported.preset("640x480"), from: input, to: output)
        }
        #expect(error?.code == .unwritable)
    }

    @Test func `a full disk is an error that says so`() throws {
        let folder = try TemporaryFolder()
        let source = try SampleClip.common(in: folder, size: "640x360", seconds: 2)
        let input = open(source.path, O_RDONLY)
        let output = open("/dev/full", O_RDWR)
        defer {
            close(input)
            close(output)
        }
        let error = #expect(throws: MediaError.self) {
            try VideoTranscoder.run(Exported.preset("640x480"), from: [input], to: output) { _ in }
        }
        #expect(error?.code == .diskFull)
        #expect(error?.message.contains("disk is full") == true)
    }

    private func sizes(in folder: TemporaryFolder, besides source: URL) throws -> [Int] {
        let directory = source.deletingLastPathComponent()
        return try FileManager.default.contentsOfDirectory(at: directory, includingPropertiesForKeys: [.fileSizeKey])
            .filter { $0.lastPathComponent.hasPrefix("export-") }
            .map { try $0.resourceValues(forKeys: [.fileSizeKey]).fileSize ?? 0 }
    }
}
