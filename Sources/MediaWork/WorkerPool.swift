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
        try ask(.probe(filename: filename), descriptor) { reply, _ in
            if case .probe(let probe) = reply, probe.isPlausible { probe } else { nil }
        }
    }

    /// The pictures of the file behind `descriptor`, decoded. The descriptor stays the caller's.
    ///
    /// - Throws: `notMedia`, `unreadable`, `unsupported`, `limitExceeded`; `noPreview` where a preview was asked for and
    ///   there is none.
    package func render(descriptor: Int32, _ request: RenderRequest) throws(MediaError) -> Rendering {
        try ask(.render(request), descriptor) { reply, memory throws(MediaError) in
            guard case .pictures(let layout) = reply, let memory else { return nil }
            let pictures = try SharedMemory.pictures(in: memory, layout, for: request.sizes)
            return Rendering(pictures: pictures, orientation: layout.orientation, damage: layout.damage)
        }
    }

    /// The process identifiers of the workers that wait for work.
    package var idleProcessIdentifiers: [Int32] {
        idle.withLock { $0.map(\.identifier) }
    }

    /// - Parameter understand: makes the answer of what a worker says; nil, or an error, for what no sound one would say.
    private func ask<Answer>(
        _ request: MediaRequest, _ descriptor: Int32,
        _ understand: (MediaReply, _ memory: Int32?) throws(MediaError) -> Answer?
    ) throws(MediaError) -> Answer {
        vacancies.wait()
        defer { vacancies.signal() }
        var lastFailure = MediaError(.workerCrashed, "")
        for attempt in 1...2 {
            do {
                // The second attempt has a new worker: an idle one may have been killed long before this request.
                let waiting = attempt == 1 ? idle.withLock { $0.popLast() } : nil
                let worker = try waiting ?? WorkerProcess(executable: executable)
                let (reply, memory) = try worker.answer(
                    to: request, descriptor: descriptor, timeoutInMilliseconds: timeoutInMilliseconds)
                defer { if let memory { close(memory) } }
                // A worker that says what it cannot know of the file may no longer be itself: it ends here.
                if case .failure(let error) = reply, error.code.isOfFile {
                    idle.withLock { $0.append(worker) }
                    throw error
                }
                guard let answer = try understand(reply, memory) else {
                    throw MediaError(.protocolViolation, "The media worker told what cannot be of this file.")
                }
                idle.withLock { $0.append(worker) }
                return answer
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

extension MediaError.Code {
    /// What a worker can say of a file; the rest is the host's to find out.
    fileprivate var isOfFile: Bool {
        switch self {
        case .notMedia, .unreadable, .unsupported, .exhausted, .noPreview, .limitExceeded: true
        case .workerCrashed, .timedOut, .workerMissing, .protocolViolation: false
        }
    }
}
