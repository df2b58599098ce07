import Foundation
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
    /// - Returns: Whether the output has no further samples.
    func next(
        _ output: Int, _ receive: (SampleDescription, SampleReader.Bytes) throws(MediaError) -> Void
    ) throws(AVError) -> Bool {
        try MovieFileReading.check([file])
        do throws(MediaError) {
            return try reader.next(output, receive).isLast
        } catch {
            throw AVError(error, "“\(file.url.lastPathComponent)”", action: "be read", url: file.url)
        }
    }

    func cancel() {
        reader.cancel()
    }
}
