import BlobStore
import Foundation
import MediaWork
import SystemPackage

/// Exports the video of one asset with a preset. The result is made once, also if the asset is exported to several
/// folders. Used by one thread.
final class VideoConversion {
    private let library: Library
    private let shouldStop: () -> Bool
    private let progress: (ExportedParts.Part, Double) -> Void
    private var result: Result<ExportedParts.Part, ExportError>?
    /// Holds the result, which has no final name. It's deleted with this object.
    private var hidden: HiddenFile?

    /// - Parameters:
    ///   - shouldStop: Called while the conversion progresses.
    ///   - progress: Called with the original's part and the finished share, at most 20 times per second.
    init(
        in library: Library, shouldStop: @escaping () -> Bool,
        progress: @escaping (ExportedParts.Part, Double) -> Void
    ) {
        self.library = library
        self.shouldStop = shouldStop
        self.progress = progress
    }

    /// Returns the part with the size, digest and file of its conversion. Writes the result to the folder, without a
    /// final name.
    ///
    /// - Throws: `ExportError`, or `CancellationError` if the export should stop.
    func converted(
        _ part: ExportedParts.Part, _ conversion: ExportedParts.Conversion, from source: OpenFile,
        in folder: ExportFolder
    ) throws -> ExportedParts.Part {
        if let result { return try result.get() }
        do {
            let hidden = try folder.makeHiddenFile()
            try convert(part, conversion.export, from: source, to: hidden, in: folder)
            self.hidden = hidden
            var converted = part
            converted.converted = hidden.file
            (converted.size, converted.digest) = try hidden.file.withDescriptor { descriptor in
                (try Self.size(of: descriptor), try BlobDigest(hashing: descriptor, named: part.originalFilename))
            }
            result = .success(converted)
            return converted
        } catch let error as ExportError where error.code == .file {
            result = .failure(error)
            throw error
        }
    }

    private func convert(
        _ part: ExportedParts.Part, _ export: VideoExport, from source: OpenFile, to hidden: HiddenFile,
        in folder: ExportFolder
    ) throws {
        let workers = try library.workers()
        let cancellation = WorkCancellation()
        // The exporter calls it on this thread.
        nonisolated(unsafe) let (shouldStop, progress) = (shouldStop, progress)
        do throws(MediaError) {
            let made = try source.withDescriptor { source throws(MediaError) in
                try hidden.file.withDescriptor { output throws(MediaError) in
                    try VideoExporter(workers: workers).run(
                        export, from: source, to: output, cancellation: cancellation
                    ) { share in
                        if shouldStop() { cancellation.cancel() }
                        progress(part, share)
                    }
                }
            }
            guard made.damage == nil else {
                throw MediaError(
                    .unreadable,
                    "Only a part of it can be converted: \(made.damage ?? ""). Export it without a preset.")
            }
        } catch {
            throw Self.exportError(error, folder)
        }
    }

    private static func size(of descriptor: Int32) throws -> Int64 {
        let size = lseek(descriptor, 0, SEEK_END)
        lseek(descriptor, 0, SEEK_SET)
        return Int64(size)
    }

    private static func exportError(_ error: MediaError, _ folder: ExportFolder) -> any Error {
        switch error.code {
        case .cancelled: CancellationError()
        case .diskFull: ExportError(.noSpace, path: folder.path)
        case .unwritable, .workerMissing, .sandboxIncomplete: ExportError(.folder, error.message)
        default: ExportError(.file, error.message)
        }
    }
}
