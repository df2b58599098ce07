import AlbumenTestSupport
import Cancellation
import Foundation
import MediaRequests
import Testing

/// The ends of an editing session: errors, cancellation at each stage, and a killed process.
@Suite(.enabled(if: FFmpeg.isPresent, FFmpeg.absence)) struct FrameSessionEndTests {
    private struct Refusal: Error {}

    /// Exports a clip whose frames are edited by a closure, and checks that nothing remains.
    private func ending<Failure: Error>(
        _ type: Failure.Type, cancellation: WorkCancellation? = nil,
        _ process: @escaping @Sendable (EditedFrame, TemporaryFolder) throws -> FrameGraph
    ) throws -> Failure? {
        let folder = try TemporaryFolder()
        let source = try SampleClip.common(in: folder, rate: 10)
        let error = #expect(throws: type) {
            try Exported(
                Exported.preset("640x480"), of: [source], in: folder,
                frames: FrameEditing { frame in try process(frame, folder) }, cancellation: cancellation)
        }
        #expect(WorkerProcesses.using(folder.path).isEmpty)
        let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        for file in files where file.hasPrefix("export-") {
            #expect(try Data(contentsOf: folder.file(file)).isEmpty)
        }
        return error
    }

    @Test(arguments: [0, 4, 9]) func `an error of the closure ends the session with it`(_ last: Int) throws {
        let log = FrameLog()
        _ = try ending(Refusal.self) { frame, _ in
            log.append(frame)
            if frame.number == last { throw Refusal() }
            return FrameGraphs.darkened(frame, stops: 1)
        }
        #expect(log.all.count == last + 1)
    }

    @Test(arguments: [0, 4, 9], [false, true])
    func `a cancellation while the closure runs ends the process at once`(_ last: Int, _ asksForPixels: Bool) throws {
        let cancellation = WorkCancellation()
        let error = try ending(MediaError.self, cancellation: cancellation) { frame, folder in
            guard frame.number == last else { return FrameGraphs.darkened(frame, stops: 1) }
            cancellation.cancel()
            // The process doesn't wait for the closure.
            try waitUntil { WorkerProcesses.using(folder.path).isEmpty }
            if asksForPixels {
                let error = #expect(throws: MediaError.self) { try frame.pixels() }
                #expect(error?.code == .cancelled)
            }
            return .unchanged
        }
        #expect(error?.code == .cancelled)
    }

    @Test(arguments: [false, true])
    func `a process that is killed fails the session with a reason`(_ asksForPixels: Bool) throws {
        let error = try ending(MediaError.self) { frame, folder in
            guard frame.number == 5 else { return FrameGraphs.darkened(frame, stops: 1) }
            let processes = WorkerProcesses.using(folder.path)
            #expect(processes.count == 1)
            for process in processes { kill(process, SIGKILL) }
            if asksForPixels { _ = try frame.pixels() }
            return .unchanged
        }
        #expect(error?.code == .exhausted)
        #expect(error?.message.contains("was killed") == true)
        #expect(error?.message.contains("clip.mov") == true)
    }

    @Test func `a graph that the worker can't render ends the session with its error`() throws {
        let log = FrameLog()
        let error = try ending(MediaError.self) { frame, _ in
            log.append(frame)
            return .graph(
                ImageGraph(nodes: [.source(0)]),
                sources: [.data(Data("no picture".utf8), filename: "broken.jpg", appliesOrientation: true)])
        }
        #expect([.notMedia, .unreadable].contains(error?.code), "\(String(describing: error))")
        #expect(log.all.count <= 2)
    }
}
