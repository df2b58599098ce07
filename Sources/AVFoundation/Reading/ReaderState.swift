import Foundation
import MediaWork
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
            return state.withLock { state in
                guard state.status == .reading else { return false }
                state.samples = samples
                state.openCount = samples.formats.count
                return true
            }
        } catch {
            fail(error)
            return false
        }
    }

    /// Notes that an output has no further samples.
    func endOutput() {
        state.withLock { state in
            state.openCount -= 1
            guard state.openCount <= 0, state.status == .reading else { return }
            state.status = .completed
            // Ends the process.
            state.samples = nil
        }
    }

    func fail(_ error: AVError) {
        state.withLock { state in
            guard state.status == .reading else { return }
            state.status = .failed
            state.error = error._nsError
            state.samples = nil
        }
    }

    func cancel() {
        let samples = state.withLock { state in
            guard state.status == .reading else { return nil as OpenSamples? }
            state.status = .cancelled
            defer { state.samples = nil }
            return state.samples
        }
        samples?.cancel()
    }
}
