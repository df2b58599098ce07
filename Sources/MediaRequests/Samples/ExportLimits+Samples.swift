import Pixels

extension ExportLimits {
    /// The processor time of a writer, whose client decides how much it writes.
    private static let processorTimeOfWriterInSeconds = 30 * 86_400
    private static let outputOfWriterInBytes = 1 << 42
    private static let memoryInBytes = 2.0 * 1_073_741_824
    private static let mostMemoryInBytes = 16.0 * 1_073_741_824
    private static let nanosecondsPerPixel = 400.0

    /// Computes the limits for reading samples. Claims of the file are only believed as far as its size allows.
    ///
    /// - Parameter memoryInBytes: The size of the memory for samples.
    package init(
        reading outputs: [SampleReading.Output], of movie: MovieDescription, byteCount: Int, memoryInBytes: Int
    ) {
        let bytes = Double(max(0, byteCount))
        let seconds = min(movie.duration.seconds > 0 ? movie.duration.seconds : .infinity, bytes / 100 + 60)
        var (time, memory) = (120.0, Self.memoryInBytes)
        for output in outputs {
            time += bytes / 5_000_000 + seconds / 10
            guard let track = movie.tracks.first(where: { $0.identifier == output.track }) else { continue }
            let pixels = Double(track.storedWidth) * Double(track.storedHeight)
            let frames = min(seconds * max(1, min(1000, track.frameRate > 0 ? track.frameRate : 60)), bytes / 16)
            time += frames * pixels * Self.nanosecondsPerPixel / 1e9
            memory += pixels * 100
        }
        self.init(
            processorTimeInSeconds: Int(min(Double(Self.processorTimeOfWriterInSeconds), time)),
            // The kernel counts the memory for samples as a file.
            outputInBytes: memoryInBytes + 1_048_576, memoryInBytes: Int(min(Self.mostMemoryInBytes, memory)))
    }

    /// The limits for writing samples. The host limits the time of each sample.
    package init(writing: MovieWriting) {
        var memory = Self.memoryInBytes
        for input in writing.inputs {
            guard case .pixels(let frames) = input.form else { continue }
            memory += Double(frames.size.width) * Double(frames.size.height) * 500
        }
        self.init(
            processorTimeInSeconds: Self.processorTimeOfWriterInSeconds, outputInBytes: Self.outputOfWriterInBytes,
            memoryInBytes: Int(min(Self.mostMemoryInBytes, memory)))
    }
}
