import Foundation
import Synchronization

/// The workers of one process: as many as there are cores, started when first needed and kept warm.
///
/// A call blocks its thread until a worker has answered; callers bring their own threads. A request whose worker dies
/// or is late is tried once more with a new one, then fails with the reason. One whose worker did what its sandbox forbids, or
/// used up its processor time, fails at once.
package final class WorkerPool: Sendable {
    private let executable: String
    private let patience: WorkerPatience
    private let vacancies: WorkerVacancies
    private let idle = Mutex<[WorkerProcess]>([])
    /// So many requests are a worker's life: should a file have taken it over unseen, that has an end.
    private static let requestLimit = 1000
    private let renders = Atomic(0)

    /// - Parameters:
    ///   - executable: the path of `albumen-media-worker`.
    ///   - limit: how many workers may run at once.
    ///   - patience: how long a worker may take over one request.
    package init(
        executable: String, limit: Int = Processors.usableCount,
        patience: WorkerPatience = WorkerPatience()
    ) {
        self.executable = executable
        self.patience = patience
        self.vacancies = WorkerVacancies(count: max(1, limit))
    }

    /// What the file behind `descriptor` is. The descriptor stays the caller's.
    package func probe(descriptor: Int32, filename: String) throws(MediaError) -> MediaProbe {
        try ask(.work(.probe(filename: filename)), descriptor, nil) { reply, _ in
            if case .probe(let probe) = reply, probe.isPlausible { probe } else { nil }
        }
    }

    /// The pictures of the file behind `descriptor`, decoded. The descriptor stays the caller's.
    ///
    /// - Throws: `notMedia`, `unreadable`, `unsupported`, `limitExceeded`; `noPreview` where a preview was asked for and
    ///   there is none; `cancelled` soon after the cancellation was given, whether the request waited for its turn or a
    ///   worker was at it. A worker that is not done in another moment is ended.
    package func render(
        descriptor: Int32, _ request: RenderRequest, cancellation: WorkCancellation? = nil
    ) throws(MediaError) -> Rendering {
        renders.add(1, ordering: .relaxed)
        return try ask(.work(.render(request)), descriptor, cancellation) { reply, memory throws(MediaError) in
            guard case .pictures(let layout) = reply, let memory else { return nil }
            let pictures = try SharedMemory.pictures(in: memory, layout, for: request.sizes)
            return Rendering(pictures: pictures, orientation: layout.orientation, damage: layout.damage)
        }
    }

    /// What holds the workers. Starts one where none waits for work.
    package func describe() throws(MediaError) -> WorkerState {
        try ask(.describe, nil, nil) { reply, _ in
            if case .worker(let state) = reply { state } else { nil }
        }
    }

    /// How many times pictures were asked for.
    package var renderCount: Int { renders.load(ordering: .relaxed) }

    /// The process identifiers of the workers that wait for work.
    package var idleProcessIdentifiers: [Int32] {
        idle.withLock { $0.map(\.identifier) }
    }

    /// - Parameter understand: makes the answer of what a worker says; nil, or an error, for what no sound one would say.
    private func ask<Answer>(
        _ request: MediaRequest, _ descriptor: Int32?, _ cancellation: WorkCancellation?,
        _ understand: (MediaReply, _ memory: Int32?) throws(MediaError) -> Answer?
    ) throws(MediaError) -> Answer {
        guard vacancies.take(unless: cancellation) else { throw .cancelled }
        defer { vacancies.giveBack() }
        var failures = 0
        while true {
            if cancellation?.isCancelled == true { throw .cancelled }
            // The second attempt has a new worker.
            let waiting = failures == 0 ? idle.withLock { $0.popLast() } : nil
            do {
                let worker = try waiting ?? WorkerProcess(executable: executable)
                let result = try ask(worker, request, descriptor, cancellation, understand)
                if cancellation?.isCancelled == true { throw MediaError.cancelled }
                return try result.get()
            } catch is WorkerProcess.Absent where waiting != nil {
                // An idle one may have been killed long before this request.
                continue
            } catch let error as MediaError {
                throw error
            } catch {
                failures += 1
                if failures == 2 { throw Self.reason(error) }
            }
        }
    }

    /// Why a request failed that was tried twice.
    private static func reason(_ error: any Error) -> MediaError {
        switch error {
        case let error as Retryable: error.reason
        case is WorkerProcess.Absent: crash
        default: MediaError(.protocolViolation, "The media worker could not be understood: \(error).")
        }
    }

    /// Why another worker may do better.
    private struct Retryable: Error {
        let reason: MediaError
    }

    /// Asks one worker, and keeps it when it answers as a sound one would.
    private func ask<Answer>(
        _ worker: WorkerProcess, _ request: MediaRequest, _ descriptor: Int32?, _ cancellation: WorkCancellation?,
        _ understand: (MediaReply, _ memory: Int32?) throws(MediaError) -> Answer?
    ) throws -> Result<Answer, MediaError> {
        do {
            let (reply, memory) = try worker.answer(
                to: request, descriptor: descriptor, within: patience, unless: cancellation)
            defer { if let memory { close(memory) } }
            // A worker that says what it cannot know of the file may no longer be itself: it ends here.
            if case .failure(let error) = reply, error.code.isOfFile {
                keep(worker)
                return .failure(error)
            }
            guard let answer = try understand(reply, memory) else {
                throw MediaError(.protocolViolation, "The media worker told what cannot be of this file.")
            }
            keep(worker)
            return .success(answer)
        } catch MessageChannel.Failure.timedOut {
            throw Retryable(
                reason: MediaError(
                    .timedOut,
                    "The media worker took longer than \(patience.timeInMilliseconds / 1000) s over this file, twice."))
        } catch MessageChannel.Failure.closed {
            throw failure(of: worker.end())
        }
    }

    private func keep(_ worker: WorkerProcess) {
        if worker.requestCount < Self.requestLimit { idle.withLock { $0.append(worker) } }
    }

    private static let crash = MediaError(.workerCrashed, "The media worker crashed on this file, twice.")

    /// Why a worker has gone in the middle of a request.
    private func failure(of ending: WorkerProcess.Ending) -> any Error {
        switch ending {
        case .signalled(SIGSYS):
            MediaError(
                .forbidden,
                "The media worker was stopped because this file made it try something that decoding never needs.")
        case .signalled(SIGALRM), .signalled(SIGXCPU):
            MediaError(.timedOut, "The media worker took too long over this file.")
        case .signalled, .exited: Retryable(reason: Self.crash)
        }
    }
}

extension MediaError.Code {
    /// What a worker can say of a file; the rest is the host's to find out.
    fileprivate var isOfFile: Bool {
        switch self {
        case .notMedia, .unreadable, .unsupported, .exhausted, .noPreview, .limitExceeded: true
        case .workerCrashed, .forbidden, .timedOut, .cancelled, .workerMissing, .protocolViolation: false
        }
    }
}
