import BlobStore
import Cancellation
import Foundation
import MediaRequests
import MediaWork
import PhotoLibrary
import Records
import SystemPackage

/// Converts files of one asset: videos with a preset, and photos to JPEG. Each result is made once, also if the asset is
/// exported to several folders. Used by one thread.
final class FileConversion {
    private let library: Library
    private let shouldStop: () -> Bool
    private let progress: (ExportedFiles.Part, Double) -> Void
    /// The results by the marks of their conversions.
    private var results: [String: Result<Converted, ExportError>] = [:]

    private struct Converted {
        /// Holds the result, which has no final name. It's deleted with this object.
        let hidden: HiddenFile
        let size: Int64
        let digest: BlobDigest
    }

    /// - Parameters:
    ///   - shouldStop: Called while a video is converted, and before a photo is.
    ///   - progress: Called with the original's part and the finished share, at most 20 times per second.
    init(
        in library: Library, shouldStop: @escaping () -> Bool,
        progress: @escaping (ExportedFiles.Part, Double) -> Void
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
        _ part: ExportedFiles.Part, _ conversion: ExportedFiles.Conversion, from source: OpenFile,
        in folder: ExportFolder
    ) throws -> ExportedFiles.Part {
        let result: Converted
        do {
            result = try results[conversion.mark]?.get() ?? convert(part, conversion, from: source, in: folder)
        } catch let error as ExportError where error.code == .file {
            results[conversion.mark] = .failure(error)
            throw error
        }
        results[conversion.mark] = .success(result)
        var converted = part
        converted.converted = result.hidden.file
        (converted.size, converted.digest) = (result.size, result.digest)
        return converted
    }

    private func convert(
        _ part: ExportedFiles.Part, _ conversion: ExportedFiles.Conversion, from source: OpenFile,
        in folder: ExportFolder
    ) throws -> Converted {
        let hidden: HiddenFile
        do {
            switch conversion.form {
            case .video(let export):
                hidden = try folder.makeHiddenFile()
                try convert(part, export, from: source, to: hidden)
            case .jpeg(let size):
                if shouldStop() { throw CancellationError() }
                let bytes = try JPEGConversion(in: library)
                    .bytes(of: source, named: part.originalFilename, size: size)
                hidden = try folder.begin(bytes, as: part.name.numbered(1))
            }
        } catch let error as MediaError {
            throw Self.exportError(error, conversion, folder)
        }
        return try hidden.file.withDescriptor { descriptor in
            Converted(
                hidden: hidden, size: Self.size(of: descriptor),
                digest: try BlobDigest(hashing: descriptor, named: part.originalFilename))
        }
    }

    private func convert(
        _ part: ExportedFiles.Part, _ export: VideoExport, from source: OpenFile, to hidden: HiddenFile
    ) throws {
        let workers = try library.workers()
        let cancellation = WorkCancellation()
        // The exporter calls it on this thread.
        nonisolated(unsafe) let (shouldStop, progress) = (shouldStop, progress)
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
                .unreadable, "Only a part of it can be converted: \(made.damage ?? ""). Export it without a preset.")
        }
    }

    private static func size(of descriptor: Int32) -> Int64 {
        let size = lseek(descriptor, 0, SEEK_END)
        lseek(descriptor, 0, SEEK_SET)
        return Int64(size)
    }

    private static func exportError(
        _ error: MediaError, _ conversion: ExportedFiles.Conversion, _ folder: ExportFolder
    ) -> any Error {
        switch (error.code, conversion.form) {
        case (.cancelled, _): CancellationError()
        case (.diskFull, _): ExportError(.noSpace, path: folder.path)
        case (.unwritable, _), (.workerMissing, _), (.sandboxIncomplete, _): ExportError(.folder, error.message)
        case (_, .video): ExportError(.file, error.message)
        case (_, .jpeg):
            ExportError(.file, "it can't be converted to JPEG: \(error.message) Export it without --as-shown.")
        }
    }
}
