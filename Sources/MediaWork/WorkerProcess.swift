import CAlbumenSystem
import Cancellation
import Foundation
import MediaRequests
import Synchronization
import SystemCalls
import SystemPackage

/// A running worker and its socket.
///
/// `posix_spawn` starts the worker. A request can come from a thread that must not wait for Swift's cooperative pool,
/// and Foundation's `Process` leaves signals blocked in its children.
final class WorkerProcess: Sendable {
    enum Ending: Equatable {
        case exited(Int32)
        case signalled(Int32)
    }

    /// The worker ended before it received the request.
    struct Absent: Error {}

    private let channel: MessageChannel
    private let lastNumber = Atomic(0)
    private let ending = Mutex<Ending?>(nil)
    private let hasTooManyThreads = Atomic(false)
    private let lentMemory = Atomic(0)
    let identifier: pid_t

    /// - Parameter role: The work of the worker, which chooses its sandbox.
    init(executable: String, role: WorkerRole = .media) throws {
        var sockets: [Int32] = [-1, -1]
        guard socketpair(AF_UNIX, Int32(SOCK_SEQPACKET.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0, &sockets) == 0
        else {
            throw MediaError(.exhausted, "No socket for the media worker: \(Errno.current).")
        }
        let workersEnd = sockets[1]
        let (failure, identifier) = WorkerStarter.shared.run {
            var identifier: pid_t = 0
            let failure = WorkerEnvironment.withList { environment in
                CStrings.withList([executable] + role.arguments) { arguments in
                    albumen_spawn(executable, workersEnd, arguments, environment, &identifier)
                }
            }
            return (failure, identifier)
        }
        close(sockets[1])
        guard failure == 0 else {
            close(sockets[0])
            throw MediaError(
                [ENOENT, EACCES, ENOEXEC].contains(failure) ? .workerMissing : .exhausted,
                "The media worker at \(executable) does not start: \(Errno(rawValue: failure)).")
        }
        self.channel = MessageChannel(socket: sockets[0], waitsForSpace: false)
        self.identifier = identifier
    }

    /// The distance of a yielding worker's priority from the host's. It gives the worker half of the processor time of a
    /// worker of the quick lane, whose distance is two, and a third of that of another program.
    private static let yieldingNiceness: Int32 = 5

    /// Lowers the priority of all threads of the worker. If the system refuses it, the worker keeps its priority.
    func yield() {
        let process = __priority_which_t(PRIO_PROCESS.rawValue)
        let niceness = getpriority(process, 0) + Self.yieldingNiceness
        // An ended worker's identifier can be that of another process.
        ending.withLock { ending in
            guard ending == nil else { return }
            // Later threads inherit this. A thread that starts during the first pass is in the second.
            for _ in 0..<2 {
                let threads = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(identifier)/task")) ?? []
                for thread in threads.compactMap(id_t.init) { setpriority(process, thread, niceness) }
            }
        }
    }

    /// The number of requests that the worker has received.
    var requestCount: Int { lastNumber.load(ordering: .relaxed) }

    deinit {
        end()
        close(channel.socket)
    }

    /// Ends the worker if it still runs, and returns how it ended.
    @discardableResult
    func end() -> Ending {
        ending.withLock { ending in
            if let ending { return ending }
            // A host that has given up root's rights may be unable to end another user's process. It must not wait
            // for a process that never ends.
            let isEnding = kill(identifier, SIGKILL) == 0 || Errno.current == .noSuchProcess
            var status: Int32 = SIGKILL
            while waitpid(identifier, &status, isEnding ? 0 : WNOHANG) < 0, Errno.current == .interrupted {}
            let signal = status & 0x7F
            let seen = signal == 0 ? Ending.exited((status >> 8) & 0xFF) : .signalled(signal)
            ending = seen
            return seen
        }
    }

    /// Kills the worker if it still runs. Returns without waiting for its end.
    func stop() {
        ending.withLock { ending in
            if ending == nil { kill(identifier, SIGKILL) }
        }
    }

    /// Ends a worker that has too many threads.
    func endForTooManyThreads() {
        hasTooManyThreads.store(true, ordering: .releasing)
        end()
    }

    /// Whether the host ended the worker because of its number of threads.
    var wasEndedForItsThreads: Bool { hasTooManyThreads.load(ordering: .acquiring) }

    /// Counts memory that the host has passed to the worker. The worker can keep it until it ends.
    func noteLentMemory(byteCount: Int) {
        lentMemory.add(max(0, byteCount), ordering: .relaxed)
    }

    /// The total size of the memory that the host has passed to the worker, in bytes.
    var lentMemoryInBytes: Int { lentMemory.load(ordering: .relaxed) }

    /// The processor time of all threads of the worker, in milliseconds.
    var processorTimeInMilliseconds: Int64 { max(0, albumen_processor_time(identifier)) }

    /// Sends a request and returns the worker's answer.
    ///
    /// - Throws: `MessageChannel.Failure` or `Absent`. `MediaError` with the code `cancelled` if the request was
    ///   cancelled and the worker didn't answer within the grace period. In that case the worker is still busy and
    ///   can't be used again.
    func answer(
        to request: MediaRequest, descriptors: [Int32], within patience: WorkerPatience, _ lane: RenderLane,
        unless cancellation: WorkCancellation?
    ) throws -> MediaReply {
        let start = processorTimeInMilliseconds
        try send(request, descriptors: descriptors)
        try waitForMessage(patience, lane, computedBefore: start, cancellation)
        return try receive()
    }

    /// Sends a request.
    ///
    /// - Throws: `Absent` if the worker has ended.
    func send(_ request: MediaRequest, descriptors: [Int32]) throws {
        let number = lastNumber.add(1, ordering: .relaxed).newValue
        do {
            try channel.send(Numbered(number: number, message: request), descriptors: descriptors)
        } catch MessageChannel.Failure.closed {
            throw Absent()
        }
    }

    /// Sends a further message of the last request.
    ///
    /// - Throws: `Absent` if the worker has ended.
    func sendNext(_ request: MediaRequest, descriptors: [Int32]) throws {
        do {
            try channel.send(Numbered(number: requestCount, message: request), descriptors: descriptors)
        } catch MessageChannel.Failure.closed {
            throw Absent()
        }
    }

    /// Returns the next answer to the last request, with printable messages.
    func receive() throws -> MediaReply {
        let reply = try channel.receive(Numbered<MediaReply>.self).message
        guard reply.number == requestCount else {
            throw MessageChannel.Failure.malformed("an answer came to another request")
        }
        return reply.message.withPrintableMessages
    }

    /// Waits for an answer. Returns `false` if `event` is raised before.
    func isMessageReady(timeoutInMilliseconds: Int32, unless event: Int32) throws -> Bool {
        try channel.wait(timeoutInMilliseconds: timeoutInMilliseconds, unless: event) == .message
    }

    /// Waits for an answer, the end of the patience, or the end of the cancellation's grace period.
    private func waitForMessage(
        _ patience: WorkerPatience, _ lane: RenderLane, computedBefore start: Int64,
        _ cancellation: WorkCancellation?
    ) throws {
        guard let cancellation else {
            _ = try wait(patience, lane, computedBefore: start)
            return
        }
        let event = albumen_make_event()
        guard event >= 0 else {
            throw MediaError(
                .exhausted, "The media worker cannot be waited for: \(Errno(rawValue: -event)).")
        }
        defer { close(event) }
        try cancellation.whileWaking(
            { albumen_raise_event(event) },
            while: {
                switch try wait(patience, lane, computedBefore: start, unless: event) {
                case .message: return
                case .event: break
                }
                do {
                    // A part of a video takes seconds, so waiting for it is useless.
                    let grace = lane == .video ? 0 : patience.graceInMilliseconds
                    _ = try channel.wait(timeoutInMilliseconds: grace)
                } catch MessageChannel.Failure.timedOut {
                    throw MediaError.cancelled
                }
            })
    }

    /// Waits for an answer. The host measures the worker's processor time itself, so that no codec can disable the
    /// limit. It checks the time whenever the limit may be reached.
    private func wait(
        _ patience: WorkerPatience, _ lane: RenderLane, computedBefore start: Int64, unless event: Int32 = -1
    ) throws -> MessageChannel.Awaited {
        // A worker of the slow lane yields the processor to the quick lane, which takes time.
        let time = lane == .slow ? Int64(patience.timeInMilliseconds) * 4 : Int64(patience.timeInMilliseconds)
        let end = ContinuousClock.now + .milliseconds(time)
        let budget = Int64(patience.processorTimeInSeconds) * 1000
        let limit = lane == .quick ? min(budget, patience.quickProcessorTimeInMilliseconds) : budget
        while true {
            let left = (end - .now) / .milliseconds(1)
            guard left > 0 else { throw MessageChannel.Failure.timedOut }
            let unused = limit - (processorTimeInMilliseconds - start)
            guard unused > 0 else {
                guard limit == budget else { throw MediaError.takesLong }
                throw MediaError.faultOfFile(
                    .timedOut,
                    "The media worker computed longer than \(patience.processorTimeInSeconds) s over this file.")
            }
            let soonest = max(20, unused / Int64(Processors.usableCount))
            do {
                return try channel.wait(
                    timeoutInMilliseconds: Int32(min(left.rounded(.up), Double(soonest))), unless: event)
            } catch MessageChannel.Failure.timedOut {
                continue
            }
        }
    }
}
