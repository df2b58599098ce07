package import Cancellation
import Foundation
package import MediaRequests
import Synchronization

/// The workers of a process: one per core, half as many for images that take long, and half as many for parts of
/// videos. The pool starts them on first use and keeps them running.
///
/// A call blocks its thread until a worker has answered. If a worker crashes or is late, the pool tries the request
/// once more with a new worker, and then fails with the reason. If the sandbox forbade a call or the worker used up
/// its processor time, the request fails at once.
package final class WorkerPool: Sendable {
    let executable: String
    private let patience: WorkerPatience
    private let policy: SandboxPolicy?
    private let quickVacancies: WorkerVacancies
    private let slowVacancies: WorkerVacancies
    private let videoVacancies: WorkerVacancies
    private let yielding = YieldingWorkers()
    private let idle = Mutex<[WorkerProcess]>([])
    /// The number of requests after which a worker is replaced. This ends a worker that a file has taken over
    /// unnoticed.
    private static let requestLimit = 1000
    /// The amount of memory for images after which a worker is replaced. A hostile worker could keep all of it. Half
    /// as much again may be in flight.
    private static let lentMemoryLimitInBytes = 2 << 30
    private let renders = Atomic(0)
    private let lastState = Mutex<WorkerState?>(nil)

    /// - Parameters:
    ///   - executable: The path of `albumen-media-worker`.
    ///   - limit: The number of workers of the quick lane. The slow lane and the lane of videos have half as many.
    ///   - patience: The time limits of a request.
    ///   - policy: What to do with a worker whose sandbox is incomplete. `nil` uses it without a warning.
    package init(
        executable: String, limit: Int = Processors.usableCount,
        patience: WorkerPatience = WorkerPatience(), policy: SandboxPolicy? = .current()
    ) {
        self.executable = executable
        self.patience = patience
        self.policy = policy
        self.quickVacancies = WorkerVacancies(count: max(1, limit))
        self.slowVacancies = WorkerVacancies(count: max(1, limit / 2))
        self.videoVacancies = WorkerVacancies(count: max(1, limit / 2))
    }

    /// Probes the file behind `descriptor`. The caller keeps and closes the descriptor.
    ///
    /// - Parameter isAlone: Whether a new worker probes the file, and reads no other file before or afterwards.
    package func probe(
        descriptor: Int32, filename: String, isAlone: Bool = false, cancellation: WorkCancellation? = nil
    ) throws(MediaError) -> MediaProbe {
        try inEitherLane { lane throws(MediaError) in
            try ask(.work(.probe(filename: filename)), descriptor, isAlone: isAlone, lane, cancellation) { reply, _ in
                if case .probe(let probe) = reply, probe.isPlausible { probe } else { nil }
            }
        }
    }

    /// Decodes images of the file behind `descriptor`. The caller keeps and closes the descriptor.
    ///
    /// If the request is cancelled, a waiting request ends at once. A worker that runs the request has a moment to
    /// finish before the pool ends it.
    ///
    /// - Parameter lane: The lane to use. `nil` tries the quick lane and then the slow one.
    /// - Throws: `MediaError` with one of the codes `notMedia`, `unreadable`, `unsupported` and `limitExceeded`.
    ///   `noPreview` if the request is for a preview and there is none. `takesLong` if the quick lane ended the
    ///   decode. `cancelled` if the request was cancelled.
    package func render(
        descriptor: Int32, present: PresentBytes? = nil, _ request: RenderRequest, lane: RenderLane? = nil,
        cancellation: WorkCancellation? = nil
    ) throws(MediaError) -> Rendering {
        renders.add(1, ordering: .relaxed)
        let work = MediaRequest.work(.render(request), present)
        guard let lane else {
            return try inEitherLane { lane throws(MediaError) in
                try render(descriptor, work, request, lane, cancellation)
            }
        }
        return try render(descriptor, work, request, lane, cancellation)
    }

    private func render(
        _ descriptor: Int32, _ work: MediaRequest, _ request: RenderRequest, _ lane: RenderLane,
        _ cancellation: WorkCancellation?
    ) throws(MediaError) -> Rendering {
        try ask(work, descriptor, lane, cancellation) { reply, memory throws(MediaError) in
            guard case .pictures(let layout) = reply, let memory, let sizes = layout.sizes(for: request) else {
                return nil
            }
            return Rendering(
                pictures: try SharedMemory.pictures(in: memory, layout, for: sizes), omitsLargest: layout.omitsLargest,
                orientation: layout.orientation, damage: layout.damage)
        }
    }

    /// Returns the state of the workers' sandbox. Starts a worker if none is idle.
    package func describe() throws(MediaError) -> WorkerState {
        try ask(.describe, nil, .quick, nil) { reply, _ in
            if case .worker(let state) = reply { state } else { nil }
        }
    }

    /// Returns the versions of the worker and its libraries. Starts a worker if there has been none.
    package func versions() throws(MediaError) -> String {
        if let state = lastState.withLock({ $0 }) { return state.versions }
        return try describe().versions
    }

    /// The number of requests for images.
    package var renderCount: Int { renders.load(ordering: .relaxed) }

    /// The process identifiers of the idle workers.
    package var idleProcessIdentifiers: [Int32] {
        idle.withLock { $0.map(\.identifier) }
    }

    /// Returns the number of requests that wait for a worker of a lane.
    package func waitingCount(_ lane: RenderLane) -> Int { vacancies(of: lane).waitingCount }

    private func vacancies(of lane: RenderLane) -> WorkerVacancies {
        switch lane {
        case .quick: quickVacancies
        case .slow: slowVacancies
        case .video: videoVacancies
        }
    }

    /// Does a task for the file behind `descriptor`, in the quick lane and then, if it takes long, in the slow one.
    ///
    /// - Parameters:
    ///   - isAlone: Whether a new worker does the task, and reads no other file before or afterwards.
    ///   - understand: Converts a worker's reply to the answer. Returns `nil` or throws if no sound worker could send
    ///     this reply.
    func ask<Answer>(
        _ task: MediaTask, descriptor: Int32, present: PresentBytes? = nil, isAlone: Bool = false,
        cancellation: WorkCancellation? = nil,
        _ understand: (MediaReply, _ memory: Int32?) throws(MediaError) -> Answer?
    ) throws(MediaError) -> Answer {
        try inEitherLane { lane throws(MediaError) in
            try ask(.work(task, present), descriptor, isAlone: isAlone, lane, cancellation, understand)
        }
    }

    func inEitherLane<Answer>(
        _ body: (RenderLane) throws(MediaError) -> Answer
    ) throws(MediaError) -> Answer {
        do throws(MediaError) {
            return try body(.quick)
        } catch {
            guard error.code == .takesLong else { throw error }
            return try body(.slow)
        }
    }

    /// - Parameters:
    ///   - isAlone: Whether a new worker answers, and reads no other file before or afterwards.
    ///   - understand: Converts a worker's reply to the answer. Returns `nil` or throws if no sound worker could send
    ///     this reply.
    func ask<Answer>(
        _ request: MediaRequest, _ descriptor: Int32?, sources: [Int32] = [], isAlone: Bool = false, _ lane: RenderLane,
        _ cancellation: WorkCancellation?,
        _ understand: (MediaReply, _ memory: Int32?) throws(MediaError) -> Answer?
    ) throws(MediaError) -> Answer {
        guard vacancies(of: lane).take(unless: cancellation) else { throw .cancelled }
        defer { vacancies(of: lane).giveBack() }
        guard lane == .quick else {
            return try answer(request, descriptor, sources, isAlone: isAlone, lane, cancellation, understand)
        }
        return try yielding.whileQuick { () throws(MediaError) in
            try answer(request, descriptor, sources, isAlone: isAlone, lane, cancellation, understand)
        }
    }

    /// Asks up to two workers. The caller has a vacancy of the lane.
    private func answer<Answer>(
        _ request: MediaRequest, _ descriptor: Int32?, _ sources: [Int32], isAlone: Bool, _ lane: RenderLane,
        _ cancellation: WorkCancellation?,
        _ understand: (MediaReply, _ memory: Int32?) throws(MediaError) -> Answer?
    ) throws(MediaError) -> Answer {
        var failures: [any Error] = []
        while true {
            if cancellation?.isCancelled == true { throw .cancelled }
            // The second attempt uses a new worker. A worker of the slow lane is always new and ends with its
            // request.
            let waiting = failures.isEmpty && lane != .slow && !isAlone ? idle.withLock { $0.popLast() } : nil
            do {
                let worker = try waiting ?? startedWorker(lane)
                let result = try ask(
                    worker, request, descriptor, sources, lane, isKept: !isAlone, cancellation, understand)
                if cancellation?.isCancelled == true { throw MediaError.cancelled }
                return try result.get()
            } catch is WorkerProcess.Absent where waiting != nil {
                // An idle worker may have been killed long before this request.
                continue
            } catch let error as MediaError {
                throw error
            } catch {
                failures.append(error)
                if failures.count == 2 { throw Self.reason(failures) }
            }
        }
    }

    /// Starts a worker and requests the state of its sandbox before it reads a file.
    private func startedWorker(
        _ lane: RenderLane, role: WorkerRole = .media, unless cancellation: WorkCancellation? = nil
    ) throws -> WorkerProcess {
        let worker = try WorkerProcess(executable: executable, role: role)
        let reply: MediaReply
        do {
            reply = try worker.answer(to: .describe, descriptors: [], within: patience, .slow, unless: cancellation)
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
        // Now that it has set its own priority.
        if lane == .slow { yielding.add(worker) }
        lastState.withLock { $0 = state }
        return worker
    }

    /// Starts a worker for one export. It isn't one of the pool's.
    func startedExporter(
        _ role: WorkerRole, unless cancellation: WorkCancellation?
    ) throws(MediaError) -> WorkerProcess {
        do {
            return try startedWorker(.slow, role: role, unless: cancellation)
        } catch let error as MediaError {
            throw error
        } catch {
            throw Self.reason([error])
        }
    }

    /// Returns the reason why two attempts failed. Two crashes of different workers count as the file's fault.
    static func reason(_ failures: [any Error]) -> MediaError {
        if failures.allSatisfy({ ($0 as? Retryable)?.isOwnCrash == true }) {
            return .faultOfFile(.workerCrashed, crash.message)
        }
        switch failures.last {
        case let error as Retryable: return error.reason
        case is WorkerProcess.Absent: return noAnswer
        case let error:
            let reason = "\(error!)".printable
            return MediaError(.protocolViolation, "The media worker sent an invalid answer: \(reason).")
        }
    }

    /// An error after which another worker may succeed.
    struct Retryable: Error {
        let reason: MediaError
        var isOwnCrash = false
    }

    /// Asks one worker.
    ///
    /// - Parameter isKept: Whether to keep the worker if its answer is sound.
    private func ask<Answer>(
        _ worker: WorkerProcess, _ request: MediaRequest, _ file: Int32?, _ sources: [Int32], _ lane: RenderLane,
        isKept: Bool, _ cancellation: WorkCancellation?,
        _ understand: (MediaReply, _ memory: Int32?) throws(MediaError) -> Answer?
    ) throws -> Result<Answer, MediaError> {
        let memory = try memory(for: request)
        defer { if let memory { close(memory) } }
        do {
            let reply = try worker.answer(
                to: request, descriptors: [file, memory].compactMap { $0 } + sources, within: patience, lane,
                unless: cancellation)
            for source in sources { worker.noteLentMemory(byteCount: SharedMemory.sealedByteCount(source)) }
            if let file { worker.noteLentMemory(byteCount: SharedMemory.sealedByteCount(file)) }
            // A worker that reports an error which it can't know may be compromised, so it ends here.
            if case .failure(let error) = reply, error.code.isOfFile || request.allows(error) {
                if memory.map(SharedMemory.sealUnused) ?? true, isKept { keep(worker, lane) }
                return .failure(error)
            }
            guard let answer = try understand(reply, memory) else {
                throw MediaError(.protocolViolation, "The media worker sent an impossible answer.")
            }
            if let memory { worker.noteLentMemory(byteCount: SharedMemory.byteCountInUse(memory)) }
            if isKept { keep(worker, lane) }
            return .success(answer)
        } catch MessageChannel.Failure.timedOut {
            throw Retryable(reason: Self.late(patience))
        } catch MessageChannel.Failure.closed {
            throw failure(of: worker)
        }
    }

    /// Allocates the memory for the images or bytes of an answer. Returns `nil` if the request needs none.
    private func memory(for request: MediaRequest) throws(MediaError) -> Int32? {
        switch request {
        case .work(.render(let render)): return try SharedMemory.make(byteCount: render.limitInBytes)
        case .work(.frame(let frame)): return try SharedMemory.make(for: [frame.size])
        case .work(.frames(let frames)): return try SharedMemory.make(for: frames.sizes)
        case .work(.part): return try SharedMemory.make(byteCount: MoviePartRequest.limitInBytes)
        case .work(.graph(let graph)): return try SharedMemory.make(byteCount: graph.outputLimitInBytes)
        case .work(.describeImage): return try SharedMemory.make(byteCount: ImageFileDescription.limitInBytes)
        case .work(.animation(let animation)): return try SharedMemory.make(byteCount: animation.outputLimitInBytes)
        case .work(.markPhoto(let marking)): return try SharedMemory.make(byteCount: marking.outputLimitInBytes)
        case .work(.removeMetadata): return try SharedMemory.make(byteCount: ByteChangeList.limitInBytes)
        case .partialWork(let task, _): return try memory(for: .work(task))
        case .describe, .work(.probe), .work(.describeMovie), .work(.planParts), .work(.readRecipe), .export, .frame,
            .framePixels,
            .readSamples, .writeMovie, .samples:
            return nil
        }
    }

    private func keep(_ worker: WorkerProcess, _ lane: RenderLane) {
        guard lane != .slow, worker.requestCount < Self.requestLimit,
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

    /// Returns the reason why a worker ended during a request.
    func failure(of worker: WorkerProcess) -> any Error {
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
