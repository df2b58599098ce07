import AVFoundation
import Cancellation
import Foundation
import MediaRequests
import MediaWork
import SystemCalls
import SystemPackage

/// Writes the files of a `LivePhotoPair`. Blocks its thread.
struct LivePhotoPairWriter: Sendable {
    let photo: URL
    let video: URL
    let photoTime: CMTime
    let pair: LivePhotoPair
    let cancellation = WorkCancellation()

    /// - Throws: `RequestFailure` or `MediaError`.
    func write() throws {
        var source = try LivePhotoSource(photo: photo, video: video, orientation: 1)
        if photoTime.isNumeric { source.photoTime = photoTime }
        let workers = try WorkerPool.shared()
        let marked = try FileDescriptor.withFile(photo) { descriptor in
            try workers.markedPhoto(
                descriptor: descriptor, contentIdentifier: pair.contentIdentifier, cancellation: cancellation)
        }
        let (photoOutput, videoOutput) = (try output(pair.photoURL), try output(pair.videoURL))
        let file = FileDescriptor(rawValue: photoOutput.descriptor)
        try marked.withUnsafeBytes { try file.write(all: $0) }
        guard fsync(file.rawValue) == 0 else { throw Self.unwritable(pair.photoURL, .current) }
        let export = source.export(
            copiesVideo: true, audioVolume: 1, contentIdentifier: pair.contentIdentifier)
        _ = try FileDescriptor.withFile(video) { descriptor in
            try VideoExporter(workers: workers).run(
                export, from: descriptor, to: videoOutput.descriptor, cancellation: cancellation,
                filename: video.lastPathComponent)
        }
        try publish(photoOutput, pair.photoURL)
        do {
            try publish(videoOutput, pair.videoURL)
        } catch {
            unlink(pair.photoURL.path(percentEncoded: false))
            throw error
        }
    }

    /// Creates a hidden file beside a new file.
    private func output(_ url: URL) throws -> ExportOutput {
        do throws(Errno) {
            return try ExportOutput(url)
        } catch {
            throw Self.unwritable(url, error)
        }
    }

    private func publish(_ output: ExportOutput, _ url: URL) throws {
        do throws(Errno) {
            try output.publish()
        } catch {
            throw Self.unwritable(url, error)
        }
    }

    private static func unwritable(_ url: URL, _ reason: Errno) -> RequestFailure {
        let isFull = reason == .noSpace || reason == .diskQuotaExceeded
        let next = reason == .fileExists ? " Remove the file or choose another folder." : ""
        return RequestFailure(
            code: isFull ? .notEnoughSpace : .internalError, message: "\(url.path) can't be written: \(reason).\(next)")
    }
}
