import CAlbumenSystem
import Cancellation
import Foundation
import MediaRequests
import SystemCalls
import SystemPackage

/// One export in its process.
struct ExportRun: Sendable {
    let export: VideoExport
    let sources: [Int32]
    let output: Int32
    let frames: FrameEditing?
    /// An event that is raised when the export is cancelled.
    let event: Int32
    let patience: ExportPatience

    /// - Throws: A `MediaError`, or the error of `FrameEditing.process`.
    func finished(
        _ workers: WorkerPool, unless cancellation: WorkCancellation?, progress: (Double) -> Void
    ) throws -> ExportedVideo {
        let limits = try limits(workers, cancellation)
        let worker = try workers.startedExporter(.export(limits), unless: cancellation)
        // Ends the process at once, also if it still computes.
        defer { worker.end() }
        // The closure for frames may take long, so a cancellation doesn't wait for this thread.
        let stop = { @Sendable [event] in
            albumen_raise_event(event)
            worker.stop()
        }
        let video: ExportedVideo
        if let cancellation {
            video = try cancellation.whileWaking(stop, while: { try finished(worker, limits, progress) })
        } else {
            video = try finished(worker, limits, progress)
        }
        var status = stat()
        guard fstat(output, &status) == 0, Int64(status.st_size) == video.byteCount, video.byteCount > 0,
            video.duration.isValid, video.duration.value >= 0
        else {
            throw MediaError(.protocolViolation, "The exported movie doesn't match its description.")
        }
        guard fsync(output) == 0 else { throw Self.unwritable(.current) }
        progress(1)
        return video
    }

    private func limits(_ workers: WorkerPool, _ cancellation: WorkCancellation?) throws(MediaError) -> ExportLimits {
        var files: [ExportLimits.File] = []
        for source in sources {
            let probe = try workers.probe(descriptor: source, filename: "", cancellation: cancellation)
            var status = stat()
            guard fstat(source, &status) == 0 else {
                throw MediaError(.unreadable, "The movie can't be read: \(Errno.current).")
            }
            files.append(ExportLimits.File(probe: probe, byteCount: Int(status.st_size)))
        }
        return ExportLimits(export, of: files, frames: frames?.settings)
    }

    private func finished(
        _ worker: WorkerProcess, _ limits: ExportLimits, _ progress: (Double) -> Void
    ) throws -> ExportedVideo {
        let dialog = ExportDialog(
            worker, limits, output: output, event: event,
            patienceInMilliseconds: frames == nil
                ? patience.timeWithoutProgressInMilliseconds : patience.timeWithoutFrameInMilliseconds)
        do {
            try worker.send(.export(export, frames: frames?.settings), descriptors: [output] + sources)
        } catch is WorkerProcess.Absent {
            throw MediaError(.workerCrashed, "The export's process ended before it started.")
        }
        let session = frames.map { FrameSession($0, dialog) }
        while true {
            switch try dialog.next() {
            case .exported(let video): return video
            case .progress: break
            case .editedFrame(let frame):
                guard let session else {
                    throw MediaError(.protocolViolation, "The export's process sent an impossible answer.")
                }
                try session.process(frame)
            default: throw MediaError(.protocolViolation, "The export's process sent an impossible answer.")
            }
            if let fraction = dialog.takeProgress() { progress(fraction) }
        }
    }

    private static func unwritable(_ reason: Errno) -> MediaError {
        let isFull = reason == .noSpace || reason == .diskQuotaExceeded
        return MediaError(
            isFull ? .diskFull : .unwritable,
            isFull
                ? "The disk is full. Free some space, or choose a smaller preset, and export again."
                : "The exported movie can't be written: \(reason).")
    }
}

extension FrameEditing {
    var settings: FrameSettings { FrameSettings(renderSize: renderSize, frameDuration: frameDuration) }
}
