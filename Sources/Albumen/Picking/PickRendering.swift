import BlobStore
package import Cancellation
package import Foundation
package import MediaRequests
import MediaWork
package import PhotoLibrary
package import Records
import SystemCalls
import SystemPackage

/// Makes the files of a chosen asset that the library doesn't store: JPEGs, and movies with H.264. The methods block.
package struct PickRendering: Sendable {
    private static let audioBitRate = 192_000

    private let library: Library
    private let cancellation: WorkCancellation
    private let progress: @Sendable (Double) -> Void

    /// - Parameters:
    ///   - cancellation: Ends the work early.
    ///   - progress: Receives the finished share, from 0 to 1.
    package init(
        in view: LibraryView, cancellation: WorkCancellation, progress: @escaping @Sendable (Double) -> Void
    ) {
        library = view.library
        self.cancellation = cancellation
        self.progress = progress
    }

    /// Writes a photo as JPEG, as `JPEGConversion` makes it.
    package func writeJPEG(of resource: ResourceRecord, to file: URL) throws {
        try JPEGConversion(in: library, cancellation: cancellation).bytes(of: resource).write(to: file)
    }

    /// Writes a movie with H.264 in 8 bits, unless its file already has H.264.
    ///
    /// - Parameter isQuickTime: Whether the result is a QuickTime movie, and not an MP4.
    /// - Returns: `false` if the movie's own file has H.264, so that nothing was written.
    /// - Throws: `MediaError` if the movie can't be converted. `LibraryError` or `BlobStoreError` if its bytes are missing.
    package func writeMovie(of resource: ResourceRecord, to file: URL, isQuickTime: Bool) throws -> Bool {
        let workers = try library.workers()
        return try library.originals.open(resource.sha256).withDescriptor { descriptor in
            let movie = try workers.describeMovie(descriptor: descriptor, filename: resource.originalFilename)
            let hasContainer = isQuickTime || resource.uniformTypeIdentifier == "public.mpeg-4"
            if hasContainer, movie.tracks.first(where: { $0.kind == .video })?.codec == "h264" { return false }
            let output = try newFile(file)
            defer { close(output) }
            var export = VideoExport(
                video: .h264(VideoLimits(quality: .highest)), audio: .aac(bitsPerSecond: Self.audioBitRate),
                container: isQuickTime ? .mov : .mp4)
            export.indexComesFirst = true
            let exported = try VideoExporter(workers: workers).run(
                export, from: descriptor, to: output, cancellation: cancellation,
                filename: resource.originalFilename, progress: progress)
            if let damage = exported.damage {
                throw MediaError(.unreadable, "Only a part of \(resource.originalFilename) can be converted: \(damage)")
            }
            return true
        }
    }

    /// Writes a copy of a photo or video without some of its metadata. Pixels and frames stay.
    ///
    /// - Throws: `MediaError` if the metadata can't be removed, or the copy can't be written.
    package func writeCopy(
        of source: URL, named filename: String, without removed: RemovedMetadata, to file: URL
    ) throws {
        let input = open(source.path, O_RDONLY | O_CLOEXEC)
        guard input >= 0 else {
            throw LibraryError(.missingBytes, "\(filename) can't be opened: \(Errno.current).")
        }
        defer { close(input) }
        let output = try newFile(file)
        defer { close(output) }
        try library.workers().copy(
            input, filename: filename, without: removed, to: output, cancellation: cancellation)
    }

    private func newFile(_ file: URL) throws -> Int32 {
        let output = open(file.path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard output >= 0 else {
            throw MediaError(.unwritable, "The file can't be written to \(file.path): \(Errno.current).")
        }
        return output
    }
}
