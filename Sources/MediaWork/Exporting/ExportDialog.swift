import CAlbumenSystem
import Foundation
import MediaRequests
import Synchronization

/// The messages between a host and the process of an export, with the host's limits.
///
/// Any thread can use it, and one at a time does: the export's thread, or another one that copies a frame while the
/// export's thread waits for `FrameEditing.process`.
final class ExportDialog: Sendable {
    private struct State {
        var deadline: ContinuousClock.Instant
        var finished = -1.0
        /// The progress that the export's thread hasn't reported yet.
        var unreported: Double?
        var failure: MediaError?
    }

    /// Checks processor time this often.
    private static let stepInMilliseconds = 1000.0

    /// The work of the process, for messages.
    enum Task: String {
        case export
        case reading = "reader"
        case writing = "writer"
    }

    private let task: Task
    private let worker: WorkerProcess
    private let limits: ExportLimits
    private let output: Int32
    /// An event that is raised when the export is cancelled.
    private let event: Int32
    /// The longest time without progress.
    private let patienceInMilliseconds: Int32
    private let state: Mutex<State>

    init(
        _ worker: WorkerProcess, _ limits: ExportLimits, output: Int32, event: Int32, patienceInMilliseconds: Int32,
        task: Task = .export
    ) {
        self.task = task
        self.worker = worker
        self.limits = limits
        self.output = output
        self.event = event
        self.patienceInMilliseconds = patienceInMilliseconds
        state = Mutex(State(deadline: .now + .milliseconds(Int64(patienceInMilliseconds))))
    }

    /// Starts the time without progress anew.
    func restartPatience() {
        let deadline = ContinuousClock.now + .milliseconds(Int64(patienceInMilliseconds))
        state.withLock { $0.deadline = deadline }
    }

    /// Throws the error of an earlier call.
    func checkFailure() throws(MediaError) {
        if let failure = state.withLock({ $0.failure }) { throw failure }
    }

    /// Returns progress that was received and not yet returned.
    func takeProgress() -> Double? {
        state.withLock { state in
            defer { state.unreported = nil }
            return state.unreported
        }
    }

    /// Sends a message of the current export.
    func send(_ message: MediaRequest, descriptors: [Int32]) throws(MediaError) {
        try remembering { () throws(MediaError) in
            try translating { try worker.sendNext(message, descriptors: descriptors) }
        }
    }

    /// Waits for the next answer besides progress.
    func nextAnswer() throws(MediaError) -> MediaReply {
        while true {
            let answer = try next()
            guard case .progress = answer else { return answer }
        }
    }

    /// Sends a message, and returns its answer. Accepts no answer that was sent before.
    func ask(_ message: MediaRequest, descriptors: [Int32]) throws(MediaError) -> MediaReply {
        try remembering { () throws(MediaError) in
            try translating {
                guard try !isAnswerReady() else {
                    // Throws if the process has ended.
                    _ = try worker.receive()
                    throw impossible
                }
            }
        }
        try send(message, descriptors: descriptors)
        return try next()
    }

    private func isAnswerReady() throws -> Bool {
        do {
            guard try worker.isMessageReady(timeoutInMilliseconds: 0, unless: event) else { throw MediaError.cancelled }
            return true
        } catch MessageChannel.Failure.timedOut {
            return false
        }
    }

    /// Makes later calls throw an error, unless an earlier one failed.
    func fail(_ error: MediaError) {
        state.withLock { if $0.failure == nil { $0.failure = error } }
    }

    private var impossible: MediaError {
        MediaError(.protocolViolation, "The \(task.rawValue)'s process sent an impossible answer.")
    }

    /// Waits for the next answer.
    ///
    /// - Throws: The worker's failure, or the reason why it ended. Later calls throw the same error.
    func next() throws(MediaError) -> MediaReply {
        try remembering { () throws(MediaError) in
            while true {
                let reply = try translating { try received() }
                switch reply {
                case nil: continue
                // Progress restarts the patience, so a reader or a writer could send it forever.
                case .progress(let fraction) where task == .export && fraction >= 0 && fraction <= 1: note(fraction)
                case .exported, .editedFrame, .framePixels, .sampleFormats, .samples, .appended: break
                case .failure(let error) where error.code.isOfExport: throw error
                default: throw impossible
                }
                if let reply { return reply }
            }
        }
    }

    private func note(_ fraction: Double) {
        let isProgress = state.withLock { state in
            // Equal fractions aren't progress.
            guard fraction > state.finished else { return false }
            state.finished = fraction
            if fraction < 1 { state.unreported = fraction }
            return true
        }
        guard isProgress else { return }
        // So that less remains for `fsync`.
        albumen_start_writing(output)
        restartPatience()
    }

    /// Returns the next message, or `nil` if there's none yet.
    private func received() throws -> MediaReply? {
        let left = (state.withLock { $0.deadline } - .now) / .milliseconds(1)
        guard left > 0 else {
            throw MediaError(
                .timedOut,
                "The \(task.rawValue) made no progress for \(patienceInMilliseconds / 1000) s. Check "
                    + "whether other programs slow down this machine or its disk, and try again.")
        }
        guard worker.processorTimeInMilliseconds < Int64(limits.processorTimeInSeconds) * 1000 else {
            throw MediaError.faultOfFile(
                .timedOut, "The \(task.rawValue) computed longer than a movie of this duration and size can take.")
        }
        do {
            let step = Int32(min(left.rounded(.up), Self.stepInMilliseconds))
            guard try worker.isMessageReady(timeoutInMilliseconds: step, unless: event) else {
                throw MediaError.cancelled
            }
            return try worker.receive()
        } catch MessageChannel.Failure.timedOut {
            return nil
        }
    }

    private func remembering<Answer>(_ body: () throws(MediaError) -> Answer) throws(MediaError) -> Answer {
        try checkFailure()
        do throws(MediaError) {
            return try body()
        } catch {
            state.withLock { $0.failure = error }
            throw error
        }
    }

    private func translating<Answer>(_ body: () throws -> Answer) throws(MediaError) -> Answer {
        do {
            return try body()
        } catch let error as MediaError {
            throw error
        } catch MessageChannel.Failure.closed {
            throw ending
        } catch is WorkerProcess.Absent {
            throw ending
        } catch {
            let reason = "\(error)".printable
            throw MediaError(.protocolViolation, "The \(task.rawValue)'s process sent an invalid answer: \(reason).")
        }
    }

    /// The reason why the process ended without a result.
    private var ending: MediaError {
        // A cancellation ends the process, too.
        if isCancelled { return .cancelled }
        switch worker.end() {
        case .signalled(SIGSYS):
            return .faultOfFile(
                .forbidden,
                "The \(task.rawValue) was stopped because this movie made it try something that it never needs.")
        case .signalled(SIGKILL) where worker.wasEndedForItsThreads:
            return .faultOfFile(
                .forbidden, "The \(task.rawValue) was stopped because this movie made it start too many threads.")
        case .signalled(SIGXCPU), .signalled(SIGALRM):
            return MediaError(.timedOut, "The \(task.rawValue) took too long.")
        case .signalled(SIGKILL):
            return MediaError(
                .exhausted,
                "The \(task.rawValue)'s process was killed. The machine may be short of memory: close other programs, "
                    + "and try again.")
        case .signalled, .exited:
            return MediaError(
                .workerCrashed,
                "The \(task.rawValue)'s process crashed on this movie. "
                    + (task == .export ? "Another preset may work. " : "") + "Please report the movie's kind.")
        }
    }

    private var isCancelled: Bool {
        var descriptor = pollfd(fd: event, events: Int16(POLLIN), revents: 0)
        return event >= 0 && poll(&descriptor, 1, 0) > 0
    }
}

extension MediaError.Code {
    /// Whether an export's process can report this error.
    fileprivate var isOfExport: Bool {
        switch self {
        case .notMedia, .unreadable, .unsupported, .encrypted, .exhausted, .limitExceeded, .diskFull, .unwritable: true
        case .noPreview, .workerCrashed, .forbidden, .timedOut, .takesLong, .bytesMissing, .cancelled, .workerMissing,
            .sandboxIncomplete, .protocolViolation:
            false
        }
    }
}
