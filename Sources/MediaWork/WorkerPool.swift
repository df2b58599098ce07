import Dispatch
import Foundation
import Synchronization

/// The workers of one process: as many as there are cores, started when first needed and kept warm.
///
/// A call blocks its thread until a worker has answered; callers bring their own threads. A request whose worker dies
/// or is late is tried once more with a new one, then fails with the reason.
package final class WorkerPool: Sendable {
    private let executable: String
    private let timeoutInMilliseconds: Int32
    private let vacancies: DispatchSemaphore
    private let idle = Mutex<[WorkerProcess]>([])

    /// - Parameters:
    ///   - executable: the path of `albumen-media-worker`.
    ///   - limit: how many workers may run at once.
    ///   - timeoutInSeconds: how long a worker may take over one request.
    package init(
        executable: String, limit: Int = ProcessInfo.processInfo.activeProcessorCount, timeoutInSeconds: Int = 60
    ) {
        self.executable = executable
        self.timeoutInMilliseconds = Int32(clamping: timeoutInSeconds * 1000)
        self.vacancies = DispatchSemaphore(value: max(1, limit))
    }

    /// What the file behind `descriptor` is. The descriptor stays the caller's.
    package func probe(descriptor: Int32, filename: String) throws(MediaError) -> MediaProbe {
        switch try answer(to: .probe(filename: filename), descriptor: descriptor) {
        case .probe(let probe):
            guard probe.isPlausible else {
                throw MediaError(.protocolViolation, "The media worker told what cannot be of this file.")
            }
            return probe
        case .failure(let error): throw error
        }
    }

    /// The process identifiers of the workers that wait for work.
    package var idleProcessIdentifiers: [Int32] {
        idle.withLock { $0.map(\.identifier) }
    }

    private func answer(to request: MediaRequest, descriptor: Int32) throws(MediaError) -> MediaReply {
        vacancies.wait()
        defer { vacancies.signal() }
        var lastFailure = MediaError(.workerCrashed, "")
        for attempt in 1...2 {
            do {
                // The second attempt has a new worker: an idle one may have been killed long before this request.
                let waiting = attempt == 1 ? idle.withLock { $0.popLast() } : nil
                let worker = try waiting ?? WorkerProcess(executable: executable)
                let reply = try worker.answer(
                    to: request, descriptor: descriptor, timeoutInMilliseconds: timeoutInMilliseconds)
                idle.withLock { $0.append(worker) }
                return reply
            } catch let error as MediaError {
                throw error
            } catch MessageChannel.Failure.timedOut {
                lastFailure = MediaError(
                    .timedOut,
                    "The media worker took longer than \(timeoutInMilliseconds / 1000) s over this file, twice.")
            } catch MessageChannel.Failure.closed {
                lastFailure = MediaError(.workerCrashed, "The media worker crashed on this file, twice.")
            } catch {
                lastFailure = MediaError(.protocolViolation, "The media worker could not be understood: \(error).")
            }
        }
        throw lastFailure
    }
}
