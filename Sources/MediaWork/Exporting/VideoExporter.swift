import CAlbumenSystem
package import Cancellation
import Foundation
package import MediaRequests
import SystemCalls
import SystemPackage

/// Exports movies. Each export runs in a worker process of its own, which ends with the export.
///
/// At most half of the cores run exports of this process, and at least one. Other exports wait for their turn.
package struct VideoExporter: Sendable {
    static let vacancies = WorkerVacancies(count: max(1, Processors.usableCount / 2))

    private let workers: WorkerPool
    private let patience: ExportPatience

    /// - Parameter workers: The pool that probes the sources. Exports use its worker program, but not its workers.
    package init(workers: WorkerPool, patience: ExportPatience = ExportPatience()) {
        self.workers = workers
        self.patience = patience
    }

    /// Exports a movie and makes the output durable. Blocks the calling thread.
    ///
    /// - Parameters:
    ///   - source: A descriptor of the movie. The caller keeps and closes it.
    ///   - output: A descriptor of an empty regular file, open for reading and writing. The caller keeps and closes it,
    ///     and gives the file its final name. After an error, the file is empty.
    ///   - cancellation: Ends the export's process at once.
    ///   - progress: Receives the finished share on the calling thread, from 0 to 1, each larger than the one before. A
    ///     finished export ends with 1.
    ///   - filename: The source's name, for messages.
    /// - Throws: `notMedia`, `unreadable`, `unsupported`, `encrypted` or `limitExceeded` for a source that can't be
    ///   exported. `diskFull` or `unwritable` if the output can't be written. `cancelled` if the request was cancelled.
    ///   `exhausted`, `workerCrashed`, `forbidden` or `timedOut` if the process ended without a result.
    package func run(
        _ export: VideoExport, from source: Int32, to output: Int32, cancellation: WorkCancellation? = nil,
        filename: String? = nil, progress: @escaping @Sendable (Double) -> Void = { _ in }
    ) throws(MediaError) -> ExportedVideo {
        try run(
            export, from: [source], to: output, cancellation: cancellation, filename: filename, progress: progress)
    }

    /// Exports segments of several movies.
    ///
    /// The first movie decides the size of the frames, their colours and the metadata. Frames of other sizes are fitted
    /// into it. The first movie with sound decides the format of the sound. Movies without sound are silent.
    ///
    /// - Parameter sources: Descriptors of the movies, in the order of `VideoExport.Segment.file`.
    package func run(
        _ export: VideoExport, from sources: [Int32], to output: Int32, cancellation: WorkCancellation? = nil,
        filename: String? = nil, progress: @escaping @Sendable (Double) -> Void = { _ in }
    ) throws(MediaError) -> ExportedVideo {
        do {
            return try run(export, sources, output, nil, cancellation, filename, progress)
        } catch let error as MediaError {
            throw error
        } catch {
            throw MediaError(.protocolViolation, "The export failed: \(error).")
        }
    }

    /// Edits the frames of movies and exports the result.
    ///
    /// The process of the export stops at each frame until `FrameEditing.process` has returned its graph. It decodes the
    /// next frame and encodes the previous one meanwhile. Frames have 8 bits per component in sRGB. HDR and wide colours
    /// become sRGB, also in HEVC. A copy of the video can't be edited.
    ///
    /// - Throws: The error that `FrameEditing.process` throws, or a `MediaError` as the other methods.
    package func run(
        _ export: VideoExport, from sources: [Int32], to output: Int32, frames: FrameEditing,
        cancellation: WorkCancellation? = nil, filename: String? = nil,
        progress: @escaping @Sendable (Double) -> Void = { _ in }
    ) throws -> ExportedVideo {
        try run(export, sources, output, frames, cancellation, filename, progress)
    }

    private func run(
        _ export: VideoExport, _ sources: [Int32], _ output: Int32, _ frames: FrameEditing?,
        _ cancellation: WorkCancellation?, _ filename: String?, _ progress: @escaping @Sendable (Double) -> Void
    ) throws -> ExportedVideo {
        guard Self.vacancies.take(unless: cancellation) else { throw MediaError.cancelled }
        defer { Self.vacancies.giveBack() }
        do {
            try Self.checkOutput(output)
            try export.check(sourceCount: sources.count)
            try frames?.settings.check()
            let event = albumen_make_event()
            guard event >= 0 else {
                throw MediaError(.exhausted, "The export can't be waited for: \(Errno(rawValue: -event)).")
            }
            defer { close(event) }
            let run = ExportRun(
                export: export, sources: sources, output: output, frames: frames, event: event, patience: patience)
            let body = { () throws -> ExportedVideo in
                try run.finished(workers, unless: cancellation, progress: progress)
            }
            guard let cancellation else { return try body() }
            return try cancellation.whileWaking({ albumen_raise_event(event) }, while: body)
        } catch {
            ftruncate(output, 0)
            guard let filename, let error = error as? MediaError, error.code != .cancelled else { throw error }
            throw error.about(filename)
        }
    }

    /// The number of exports that wait for their turn.
    package static var waitingCount: Int { vacancies.waitingCount }

    private static func checkOutput(_ output: Int32) throws(MediaError) {
        var status = stat()
        let flags = fcntl(output, F_GETFL)
        guard fstat(output, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_size == 0,
            flags & O_ACCMODE == O_RDWR, flags & O_APPEND == 0
        else {
            throw MediaError(
                .unwritable, "An export needs an empty file that is open for reading and writing as its output.")
        }
    }
}
