import Cancellation
import Foundation
import MediaRequests
import MediaWork
import SystemPackage

/// One run of a session. It blocks its thread.
struct SessionExport: Sendable {
    let source: ExportSource
    let export: VideoExport
    let output: URL
    /// The editing of the frames, or `nil` to keep them.
    let frames: FrameEditing?
    let cancellation: WorkCancellation
    let progress: @Sendable (Double) -> Void

    /// Writes the output.
    ///
    /// - Returns: The complete file, under its final name.
    /// - Throws: An error that states the problem, the file and the next step. Nothing is left under the output's name
    ///   or a hidden one. Or the error of the app that edits the frames.
    func run() throws -> ExportOutput {
        let hidden: ExportOutput
        do throws(Errno) {
            hidden = try ExportOutput(output)
        } catch {
            throw AVError(writing: output, error)
        }
        let descriptor = hidden.descriptor
        var reason: (any Error)?
        let result = MovieFileReading.withDescriptors(of: source.files, to: "be exported") {
            files, pool throws(MediaError) in
            do {
                try write(VideoExporter(workers: pool), files, to: descriptor)
            } catch let error as MediaError {
                throw error
            } catch {
                reason = error
            }
        }
        try result.get()
        if let reason { throw reason }
        do throws(Errno) {
            try hidden.publish()
        } catch {
            throw AVError(writing: output, error)
        }
        return hidden
    }

    private func write(_ exporter: VideoExporter, _ files: [Int32], to descriptor: Int32) throws {
        let report: @Sendable (Double) -> Void = { share in
            if mayRead() { progress(share) } else { cancellation.cancel() }
        }
        if var frames {
            let process = frames.process
            frames.process = { frame in
                try MovieFileReading.check(source.files)
                return try process(frame)
            }
            _ = try exporter.run(
                export, from: files, to: descriptor, frames: frames, cancellation: cancellation, progress: report)
        } else {
            _ = try exporter.run(
                export, from: files, to: descriptor, cancellation: cancellation, progress: report)
        }
    }

    /// Whether all files may still be read.
    private func mayRead() -> Bool {
        do {
            try MovieFileReading.check(source.files)
            return true
        } catch {
            return false
        }
    }
}
