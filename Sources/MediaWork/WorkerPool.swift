import Foundation
import Synchronization

/// The workers of one process: as many as there are cores, started when first needed and kept warm, and beside them half as
/// many for pictures that take long.
///
/// A call blocks its thread until a worker has answered; callers bring their own threads. A request whose worker dies
/// or is late is tried once more with a new one, then fails with the reason. One whose worker did what its sandbox forbids, or
/// used up its processor time, fails at once.
package final class WorkerPool: Sendable {
    let executable: String
    private let patience: WorkerPatience
    private let policy: SandboxPolicy?
    private let quickVacancies: WorkerVacancies
    private let slowVacancies: WorkerVacancies
    private let idle = Mutex<[WorkerProcess]>([])
    /// So many requests are a worker's life: should a file have taken it over unseen, that has an end.
    private static let requestLimit = 1000
    /// What a worker may have been handed in its life. It could keep all of it, and half of it again is on its way.
    private static let lentMemoryLimitInBytes = 2 << 30
    private let renders = Atomic(0)
    private let lastState = Mutex<WorkerState?>(nil)

    /// - Parameters:
    ///   - executable: the path of `albumen-media-worker`.
    ///   - limit: how many workers of the quick lane may run at once; half as many run in the slow one.
    ///   - patience: how long a worker may take over one request.
    ///   - policy: what to do with workers whose sandbox is incomplete; `nil` uses them and says nothing.
    package init(
        executable: String, limit: Int = Processors.usableCount,
        patience: WorkerPatience = WorkerPatience(), policy: SandboxPolicy? = .current()
    ) {
        self.executable = executable
        self.patience = patience
        self.policy = policy
        self.quickVacancies = WorkerVacancies(count: max(1, limit))
        self.slowVacancies = WorkerVacancies(count: max(1, limit / 2))
    }

    /// What the file behind `descriptor` is. The descriptor stays the caller's.
    package func probe(descriptor: Int32, filename: String) throws(MediaError) -> MediaProbe {
        try inEitherLane { lane throws(MediaError) in
            try ask(.work(.probe(filename: filename)), descriptor, lane, nil) { reply, _ in
                if case .probe(let probe) = reply, probe.isPlausible { probe } else { nil }
            }
        }
    }

    /// The pictures of the file behind `descriptor`, decoded. The descriptor stays the caller's.
    ///
    /// - Parameter lane: `nil` tries the quick lane and then the slow one.
    /// - Throws: `notMedia`, `unreadable`, `unsupported`, `limitExceeded`; `noPreview` if a preview was asked for and
    ///   there is none; `takesLong` if the quick lane ends the decode; `cancelled` soon after the cancellation was given,
    ///   whether the request waited for its turn or a worker was at it. A worker that is not done in another moment is ended.
    package func render(
        descriptor: Int32, _ request: RenderRequest, lane: RenderLane? = nil, cancellation: WorkCancellation? = nil
    ) throws(MediaError) -> Rendering {
        renders.add(1, ordering: .relaxed)
        guard let lane else {
            return try inEitherLane { lane throws(MediaError) in
                try render(descriptor, request, lane, cancellation)
            }
        }
        return try render(descriptor, request, lane, cancellation)
    }

    private func render(
        _ descriptor: Int32, _ request: RenderRequest, _ lane: RenderLane, _ cancellation: WorkCancellation?
    ) throws(MediaError) -> Rendering {
        try ask(.work(.render(request)), descriptor, lane, cancellation) { reply, memory throws(MediaError) in
            guard case .pictures(let layout) = reply, let memory else { return nil }
            let pictures = try SharedMemory.pictures(in: memory, layout, for: request.sizes)
            return Rendering(pictures: pictures, orientation: layout.orientation, damage: layout.damage)
        }
    }

    /// What holds the workers. Starts one if none waits for work.
    package func describe() throws(MediaError) -> WorkerState {
        try ask(.describe, nil, .quick, nil) { reply, _ in
            if case .worker(let state) = reply { state } else { nil }
        }
    }

    /// The versions of the worker and its libraries. Starts a worker if none was started before.
    package func versions() throws(MediaError) -> String {
        if let state = lastState.withLock({ $0 }) { return state.versions }
        return try describe().versions
    }

    /// How many times pictures were asked for.
    package var renderCount: Int { renders.load(ordering: .relaxed) }

    /// The process identifiers of the workers that wait for work.
    package var idleProcessIdentifiers: [Int32] {
        idle.withLock { $0.map(\.identifier) }
    }

    /// How many requests wait for a worker of a lane.
    package func waitingCount(_ lane: RenderLane) -> Int { vacancies(of: lane).waitingCount }

    private func vacancies(of lane: RenderLane) -> WorkerVacancies {
        lane == .quick ? quickVacancies : slowVacancies
    }

    private func inEitherLane<Answer>(
        _ body: (RenderLane) throws(MediaError) -> Answer
    ) throws(MediaError) -> Answer {
        do throws(MediaError) {
            return try body(.quick)
        } catch {
            guard error.code == .takesLong else { throw error }
            return try body(.slow)
        }
    }

    /// - Parameter understand: makes the answer of what a worker says; nil, or an error, for what no sound one would say.
    private func ask<Answer>(
        _ request: MediaRequest, _ descriptor: Int32?, _ lane: RenderLane, _ cancellation: WorkCancellation?,
        _ understand: (MediaReply, _ memory: Int32?) throws(MediaError) -> Answer?
    ) throws(MediaError) -> Answer {
        guard vacancies(of: lane).take(unless: cancellation) else { throw .cancelled }
        defer { vacancies(of: lane).giveBack() }
        var failures: [any Error] = []
        while true {
            if cancellation?.isCancelled == true { throw .cancelled }
            // The second attempt has a new worker. One of the slow lane is always new, and ends with its request.
            let waiting = failures.isEmpty && lane == .quick ? idle.withLock { $0.popLast() } : nil
            do {
                let worker = try waiting ?? startedWorker(lane)
                let result = try ask(worker, request, descriptor, lane, cancellation, understand)
                if cancellation?.isCancelled == true { throw MediaError.cancelled }
                return try result.get()
            } catch is WorkerProcess.Absent where waiting != nil {
                // An idle one may have been killed long before this request.
                continue
            } catch let error as MediaError {
                throw error
            } catch {
                failures.append(error)
                if failures.count == 2 { throw Self.reason(failures) }
            }
        }
    }

    /// Starts a worker and asks what holds it, before it sees a file.
    private func startedWorker(_ lane: RenderLane) throws -> WorkerProcess {
        let worker = try WorkerProcess(executable: executable, isYielding: lane == .slow)
        let reply: MediaReply
        do {
            reply = try worker.answer(to: .describe, descriptors: [], within: patience, .slow, unless: nil)
        } catch is WorkerProcess.Absent {
            throw Retryable(reason: Self.noAnswer)
        } catch MessageChannel.Failure.closed {
            throw Retryable(reason: Self.noAnswer)
        } catch MessageChannel.Failure.timedOut {
            throw Retryable(reason: Self.late(patience))
        }
        guard case .worker(let state) = reply else { throw MessageChannel.Failure.malformed("it names no state") }
        try policy?.check(state, executable)
        if !state.isThreadCountLimited { WorkerThreadWatch.add(worker) }
        lastState.withLock { $0 = state }
        return worker
    }

    /// Why a request failed that was tried twice. Two crashes with different workers are believed to be the file's fault.
    private static func reason(_ failures: [any Error]) -> MediaError {
        if failures.allSatisfy({ ($0 as? Retryable)?.isOwnCrash == true }) {
            return .faultOfFile(.workerCrashed, crash.message)
        }
        switch failures.last {
        case let error as Retryable: return error.reason
        case is WorkerProcess.Absent: return noAnswer
        case let error: return MediaError(.protocolViolation, "The media worker could not be understood: \(error!).")
        }
    }

    /// Why another worker may do better.
    private struct Retryable: Error {
        let reason: MediaError
        var isOwnCrash = false
    }

    /// Asks one worker, and keeps it when it answers as a sound one would.
    private func ask<Answer>(
        _ worker: WorkerProcess, _ request: MediaRequest, _ file: Int32?, _ lane: RenderLane,
        _ cancellation: WorkCancellation?,
        _ understand: (MediaReply, _ memory: Int32?) throws(MediaError) -> Answer?
    ) throws -> Result<Answer, MediaError> {
        let memory = try memory(for: request)
        defer { if let memory { close(memory) } }
        do {
            let reply = try worker.answer(
                to: request, descriptors: [file, memory].compactMap { $0 }, within: patience, lane,
                unless: cancellation)
            if let file { worker.noteLentMemory(byteCount: SharedMemory.sealedByteCount(file)) }
            // A worker that says what it cannot know of the file may no longer be itself: it ends here.
            if case .failure(let error) = reply, error.code.isOfFile {
                if memory.map(SharedMemory.sealUnused) ?? true { keep(worker, lane) }
                return .failure(error)
            }
            guard let answer = try understand(reply, memory) else {
                throw MediaError(.protocolViolation, "The media worker told what cannot be of this file.")
            }
            if let memory { worker.noteLentMemory(byteCount: SharedMemory.byteCountInUse(memory)) }
            keep(worker, lane)
            return .success(answer)
        } catch MessageChannel.Failure.timedOut {
            throw Retryable(reason: Self.late(patience))
        } catch MessageChannel.Failure.closed {
            throw failure(of: worker)
        }
    }

    /// Where the worker puts pictures; `nil` for requests without any.
    private func memory(for request: MediaRequest) throws(MediaError) -> Int32? {
        guard case .work(.render(let render)) = request else { return nil }
        return try SharedMemory.make(for: render.sizes)
    }

    private func keep(_ worker: WorkerProcess, _ lane: RenderLane) {
        guard lane == .quick, worker.requestCount < Self.requestLimit,
            worker.lentMemoryInBytes < Self.lentMemoryLimitInBytes
        else { return }
        idle.withLock { $0.append(worker) }
    }

    private static let crash = MediaError(.workerCrashed, "The media worker crashed on this file, twice.")
    private static let noAnswer = MediaError(.workerCrashed, "The media worker ends without an answer, twice.")
    private static let killed = MediaError(
        .exhausted, "The media worker was killed over this file, twice; the machine may be short of memory.")

    private static func late(_ patience: WorkerPatience) -> MediaError {
        MediaError(
            .timedOut,
            "The media worker took longer than \(patience.timeInMilliseconds / 1000) s over this file, twice.")
    }

    /// Why a worker has gone in the middle of a request.
    private func failure(of worker: WorkerProcess) -> any Error {
        let ending = worker.end()
        switch ending {
        case .signalled(SIGSYS):
            return MediaError.faultOfFile(
                .forbidden,
                "The media worker was stopped because this file made it try something that decoding never needs.")
        case .signalled(SIGKILL) where worker.wasEndedForItsThreads:
            return MediaError.faultOfFile(
                .forbidden, "The media worker was stopped because this file made it start too many threads.")
        case .signalled(SIGALRM), .signalled(SIGXCPU):
            return MediaError(.timedOut, "The media worker took too long over this file.")
        case .signalled(SIGKILL): return Retryable(reason: Self.killed)
        case .signalled, .exited: return Retryable(reason: Self.crash, isOwnCrash: ending.isOwnCrash)
        }
    }
}

extension MediaError.Code {
    /// What a worker can say of a file; the rest is the host's to find out.
    fileprivate var isOfFile: Bool {
        switch self {
        case .notMedia, .unreadable, .unsupported, .encrypted, .exhausted, .noPreview, .limitExceeded: true
        case .workerCrashed, .forbidden, .timedOut, .takesLong, .cancelled, .workerMissing, .sandboxIncomplete,
            .protocolViolation:
            false
        }
    }
}
