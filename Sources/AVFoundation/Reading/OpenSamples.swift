import Foundation
import MediaRequests
import MediaWork

/// The open session of a reader. Any thread can use it.
final class OpenSamples: Sendable {
    private let reader: SampleReader
    private let file: MovieFile

    init(_ file: MovieFile, _ outputs: [SampleReading.Output], _ range: MediaTimeRange?) throws(AVError) {
        self.file = file
        let result = MovieFileReading.withDescriptors(of: [file], to: "be read") { files, pool throws(MediaError) in
            try SampleReader(
                workers: pool, source: files[0], filename: file.url.lastPathComponent, outputs: outputs,
                timeRange: range)
        }
        reader = try result.get()
    }

    var formats: [SampleFormat] { reader.formats }

    /// Reads the next samples of an output.
    ///
    /// - Returns: Whether the output has no further samples, and the error to report after the last one if the file is
    ///   damaged.
    func next(
        _ output: Int, _ receive: (SampleDescription, SampleReader.Bytes) throws(MediaError) -> Void
    ) throws(AVError) -> (isLast: Bool, damage: AVError?) {
        try MovieFileReading.check([file])
        do throws(MediaError) {
            let (isLast, damage) = try reader.next(output, receive)
            return (isLast, damage == nil ? nil : damaged)
        } catch {
            throw AVError(error, "“\(file.url.lastPathComponent)”", action: "be read", url: file.url)
        }
    }

    private var damaged: AVError {
        AVError(
            .undecodableMediaData,
            "“\(file.url.lastPathComponent)” is damaged or ends early. Some of its samples are missing.",
            remedy: "Copy or download the file again.", url: file.url)
    }

    func cancel() {
        reader.cancel()
    }
}
