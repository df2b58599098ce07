import Foundation
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
            throw failure(error)
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
            throw failure(error)
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

    private func failure(_ reason: Errno) -> AVError {
        let name = "“\(output.lastPathComponent)”"
        switch reason {
        case .fileExists:
            return AVError(
                .fileAlreadyExists, "\(name) already exists. The export didn't change it.",
                remedy: "Remove the file or choose another outputURL.", url: output)
        case .noSpace:
            return AVError(
                .diskFull, "\(name) can't be written: the disk is full.", remedy: "Free some space.", url: output)
        case .noSuchFileOrDirectory:
            return AVError(
                .exportFailed, "\(name) can't be written: its folder doesn't exist.",
                remedy: "Create the folder “\(output.deletingLastPathComponent().path(percentEncoded: false))”.",
                url: output)
        default:
            return AVError(
                .exportFailed, "\(name) can't be written: \(reason).",
                remedy: "Choose a folder in which you may create files.", url: output)
        }
    }
}
