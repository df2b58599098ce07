import CAlbumenSystem
import Foundation
package import MediaRequests
import Synchronization
import SystemCalls
import SystemPackage

/// Writes a movie from samples. A worker process encodes them, and ends with this object.
///
/// All methods block. Any thread can use an object. Threads that write at the same time take turns.
package final class SampleWriter: Sendable {
    /// The memory for the bytes of a sample.
    package struct Bytes {
        let descriptor: Int32
        let count: Int

        /// Copies bytes to an offset.
        package func write(_ bytes: UnsafeRawBufferPointer, at offset: Int) throws(MediaError) {
            guard offset >= 0, offset + bytes.count <= count else {
                throw MediaError(.unsupported, "The sample has more bytes than its format says.")
            }
            var done = 0
            while done < bytes.count {
                let written = pwrite(descriptor, bytes.baseAddress! + done, bytes.count - done, off_t(offset + done))
                if written < 0, errno == EINTR { continue }
                guard written > 0 else { throw MediaError(.exhausted, "A sample can't be stored: \(Errno.current).") }
                done += written
            }
        }
    }

    private let session: SampleSession
    private let output: Int32
    /// The memory for samples, with its size. Held while a thread waits for the worker.
    private let memory = Mutex<(descriptor: Int32, byteCount: Int)?>(nil)

    /// Starts a movie.
    ///
    /// - Parameter output: A descriptor of an empty regular file, open for reading and writing. The caller closes it
    ///   after this object is released.
    /// - Throws: `unsupported` or `limitExceeded` for a movie that can't be written. `exhausted` if the process has too
    ///   many sessions.
    package init(workers: WorkerPool, output: Int32, _ writing: MovieWriting) throws(MediaError) {
        try writing.check()
        self.output = output
        session = try SampleSession(workers, ExportLimits(writing: writing), .writing)
        guard case .appended = try session.start(.writeMovie(writing), descriptors: [output]) else {
            throw Self.impossible
        }
    }

    deinit {
        memory.withLock { if let memory = $0 { close(memory.descriptor) } }
    }

    /// Appends a sample to a track.
    ///
    /// - Parameter fill: Writes the bytes of the sample.
    /// - Throws: The error of the session or of `fill`. Later calls throw the same error.
    package func append(
        _ sample: AppendedSample, _ fill: (Bytes) throws(MediaError) -> Void
    ) throws(MediaError) {
        try session.remembering { () throws(MediaError) in
            try memory.withLock { (memory) throws(MediaError) in try append(sample, fill, &memory) }
        }
    }

    private func append(
        _ sample: AppendedSample, _ fill: (Bytes) throws(MediaError) -> Void,
        _ memory: inout (descriptor: Int32, byteCount: Int)?
    ) throws(MediaError) {
        guard (0...AppendedSample.limitInBytes).contains(sample.byteCount) else {
            throw MediaError(.limitExceeded, "A sample of \(sample.byteCount) bytes is larger than albumen writes.")
        }
        if memory.map({ $0.byteCount < sample.byteCount }) ?? true {
            // All samples share the memory, so that a worker can't keep more of it.
            let byteCount = max(sample.byteCount, Self.leastMemoryInBytes)
            let made = try SharedMemory.make(byteCount: byteCount)
            if let memory { close(memory.descriptor) }
            memory = (made, byteCount)
        }
        guard let memory else { return }
        try fill(Bytes(descriptor: memory.descriptor, count: sample.byteCount))
        try confirm(.append(sample), descriptors: [memory.descriptor])
    }

    /// Ends a track, which gets no further samples.
    package func finish(input: Int) throws(MediaError) {
        try session.remembering { () throws(MediaError) in
            try memory.withLock { _ throws(MediaError) in try confirm(.finishInput(input)) }
        }
    }

    /// Completes the movie, ends the process, and makes the bytes durable.
    ///
    /// - Parameter end: The end of the last frames, or `nil` for their own durations.
    package func finish(end: MediaTime?) throws(MediaError) -> ExportedVideo {
        try session.remembering { () throws(MediaError) in
            try memory.withLock { _ throws(MediaError) in try complete(end) }
        }
    }

    private func complete(_ end: MediaTime?) throws(MediaError) -> ExportedVideo {
        guard case .exported(let movie) = try session.ask(.finishMovie(end: end)) else { throw Self.impossible }
        // The process has no further work, and can't change the file after the checks.
        session.end()
        var status = stat()
        guard fstat(output, &status) == 0, Int64(status.st_size) == movie.byteCount, movie.byteCount > 0 else {
            throw MediaError(.protocolViolation, "The written movie doesn't match its description.")
        }
        guard fsync(output) == 0 else {
            let reason = Errno.current
            let isFull = reason == .noSpace || reason == .diskQuotaExceeded
            throw MediaError(isFull ? .diskFull : .unwritable, "The movie can't be written: \(reason).")
        }
        return movie
    }

    /// Ends the process at once. Waiting and later calls fail with `cancelled`.
    package func cancel() {
        session.cancel()
    }

    private func confirm(_ message: SampleRequest, descriptors: [Int32] = []) throws(MediaError) {
        guard case .appended = try session.ask(message, descriptors: descriptors) else { throw Self.impossible }
    }

    private static let leastMemoryInBytes = 1 << 20
    private static let impossible = MediaError(.protocolViolation, "The media worker sent an impossible answer.")
}
