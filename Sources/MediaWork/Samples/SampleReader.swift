import CAlbumenSystem
import Foundation
package import MediaRequests
import Pixels
import Synchronization
import SystemCalls
import SystemPackage

/// Reads the samples of a movie's tracks. A worker process decodes them, and ends with this object.
///
/// The tracks are read independently of one another, each as fast as its reader asks. All methods block. Any thread can
/// use an object. Threads that read at the same time take turns.
package final class SampleReader: Sendable {
    /// The bytes of a sample, which can be read until the closure that received them returns.
    package struct Bytes {
        let descriptor: Int32
        let start: Int
        package let count: Int

        /// Copies bytes from an offset on.
        package func read(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) throws(MediaError) {
            guard offset >= 0, offset + buffer.count <= count else {
                throw MediaError(.protocolViolation, "A sample is shorter than its format says.")
            }
            var done = 0
            while done < buffer.count {
                let read = pread(
                    descriptor, buffer.baseAddress! + done, buffer.count - done, off_t(start + offset + done))
                if read < 0, errno == EINTR { continue }
                guard read > 0 else { throw MediaError(.exhausted, "A sample can't be read: \(Errno.current).") }
                done += read
            }
        }
    }

    private let session: SampleSession
    private let memory: Int32
    private let memoryInBytes: Int
    /// Held while a thread waits for the worker, so that another thread doesn't overwrite its samples.
    private let turn = Mutex(())
    /// The formats of the outputs.
    package let formats: [SampleFormat]

    /// Opens a movie.
    ///
    /// - Parameters:
    ///   - source: A descriptor of the movie. The caller keeps and closes it.
    ///   - outputs: The tracks to read.
    /// - Throws: `notMedia`, `unreadable`, `unsupported`, `encrypted` or `limitExceeded` if a track can't be read.
    ///   `exhausted` if the process has too many sessions.
    package init(
        workers: WorkerPool, source: Int32, filename: String, outputs: [SampleReading.Output],
        timeRange: MediaTimeRange?
    ) throws(MediaError) {
        let movie = try workers.describeMovie(descriptor: source, filename: filename)
        guard (1...SampleReading.outputLimit).contains(outputs.count) else {
            throw MediaError(.unsupported, "A reader needs between 1 and \(SampleReading.outputLimit) outputs.")
        }
        var status = stat()
        guard fstat(source, &status) == 0 else {
            throw MediaError(.unreadable, "The movie can't be read: \(Errno.current).")
        }
        memoryInBytes = try Self.memoryInBytes(outputs, movie)
        let limits = ExportLimits(
            reading: outputs, of: movie, byteCount: Int(status.st_size), memoryInBytes: memoryInBytes)
        session = try SampleSession(workers, limits, .reading)
        let reading = SampleReading(outputs: outputs, timeRange: timeRange, memoryInBytes: memoryInBytes)
        memory = try SharedMemory.make(byteCount: memoryInBytes)
        do throws(MediaError) {
            let answer = try session.start(.readSamples(reading), descriptors: [source, memory])
            guard case .sampleFormats(let formats) = answer, formats.count == outputs.count,
                zip(formats, outputs).allSatisfy({ $0.fits($1, memoryInBytes: reading.memoryInBytes) })
            else { throw Self.impossible }
            self.formats = formats
        } catch {
            close(memory)
            throw error
        }
    }

    deinit {
        close(memory)
    }

    /// The memory for the largest frame, or for several small ones.
    private static func memoryInBytes(
        _ outputs: [SampleReading.Output], _ movie: MovieDescription
    ) throws(MediaError) -> Int {
        var count = SampleReading.leastMemoryInBytes
        for output in outputs {
            guard case .pixels(let format, let size) = output.form,
                let track = movie.tracks.first(where: { $0.identifier == output.track })
            else { continue }
            let pixels = SamplePixels(
                format: format, size: size ?? PixelSize(width: track.storedWidth, height: track.storedHeight))
            guard pixels.isValid else {
                throw MediaError(.limitExceeded, "The movie's frames are larger than albumen decodes.")
            }
            count = max(count, pixels.byteCount)
        }
        return count
    }

    /// Reads the next samples of an output.
    ///
    /// - Parameter receive: Receives each sample in its order.
    /// - Returns: Whether the output has no further samples, and a description of damage.
    /// - Throws: The error of the session or of `receive`. Later calls throw the same error.
    package func next(
        _ output: Int, _ receive: (SampleDescription, Bytes) throws(MediaError) -> Void
    ) throws(MediaError) -> (isLast: Bool, damage: String?) {
        try turn.withLock { _ throws(MediaError) in
            try session.remembering { () throws(MediaError) in
                guard case .samples(let batch) = try session.ask(.next(output: output)),
                    batch.isPlausible(formats[output], memoryInBytes: memoryInBytes)
                else { throw Self.impossible }
                var start = 0
                for sample in batch.samples {
                    try receive(sample, Bytes(descriptor: memory, start: start, count: sample.byteCount))
                    start += sample.byteCount
                }
                return (batch.isLast, batch.damage)
            }
        }
    }

    /// Ends the process at once. Waiting and later calls fail with `cancelled`.
    package func cancel() {
        session.cancel()
    }

    private static let impossible = MediaError(.protocolViolation, "The media worker sent impossible samples.")
}

extension SampleFormat {
    /// Whether a sound worker could answer with this format.
    fileprivate func fits(_ output: SampleReading.Output, memoryInBytes: Int) -> Bool {
        switch (self, output.form) {
        case (.stored(let format), .stored): format.isPlausible
        case (.pixels(let pixels), .pixels(let format, let size)):
            pixels.format == format && pixels.isValid && (size ?? pixels.size) == pixels.size
                && pixels.byteCount <= memoryInBytes
        case (.sound(let sound), .sound(let wanted)): sound.isValid && sound.isFloat == wanted.isFloat
        default: false
        }
    }
}
