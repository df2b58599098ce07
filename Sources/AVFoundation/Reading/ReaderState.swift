import Foundation
import MediaRequests
import Synchronization

/// The state of a reader. Any thread can use it.
final class ReaderState: Sendable {
    typealias Status = AVAssetReader.Status

    private struct State {
        var status = Status.unknown
        var error: NSError?
        var samples: OpenSamples?
        /// The number of outputs that have further samples.
        var openCount = 0
    }

    private let state = Mutex(State())

    var status: Status { state.withLock { $0.status } }
    var error: (any Error)? { state.withLock { $0.error } }

    /// The open session while the reader reads. Callers keep it only during a call, so that it ends with reading.
    var samples: OpenSamples? { state.withLock { $0.samples } }

    /// Opens the samples, once.
    func start(_ open: () throws(AVError) -> OpenSamples) -> Bool {
        let isFirst = state.withLock { state in
            guard state.status == .unknown else { return false }
            state.status = .reading
            return true
        }
        guard isFirst else { return false }
        do throws(AVError) {
            let samples = try open()
            let isReading = state.withLock { state in
                guard state.status == .reading else { return false }
                state.samples = samples
                state.openCount = samples.formats.count
                return true
            }
            if !isReading { samples.cancel() }
            return isReading
        } catch {
            fail(error)
            return false
        }
    }

    /// Notes that an output has no further samples.
    func endOutput() {
        // Releasing the session ends the process, which takes time. So it's released after the lock.
        _ = state.withLock { state in
            state.openCount -= 1
            guard state.openCount <= 0, state.status == .reading else { return nil as OpenSamples? }
            state.status = .completed
            return state.samples.take()
        }
    }

    func fail(_ error: AVError) {
        let samples = state.withLock { state in
            guard state.status == .reading else { return nil as OpenSamples? }
            state.status = .failed
            state.error = error._nsError
            return state.samples.take()
        }
        samples?.cancel()
    }

    func cancel() {
        let samples = state.withLock { state in
            guard state.status == .reading else { return nil as OpenSamples? }
            state.status = .cancelled
            return state.samples.take()
        }
        samples?.cancel()
    }
}
