import CAlbumenSystem
import Foundation
import Synchronization

/// A running worker and the socket that leads to it.
///
/// Started by posix_spawn: a request can come from a thread that must not wait for Swift's cooperative pool, and
/// Foundation's `Process` leaves signals blocked in its children.
final class WorkerProcess: Sendable {
    enum Ending: Equatable {
        case exited(Int32)
        case signalled(Int32)
    }

    /// The worker had ended before the request reached it.
    struct Absent: Error {}

    private let channel: MessageChannel
    private let lastNumber = Atomic(0)
    private let ending = Mutex<Ending?>(nil)
    let identifier: pid_t

    init(executable: String) throws {
        var sockets: [Int32] = [-1, -1]
        guard socketpair(AF_UNIX, Int32(SOCK_SEQPACKET.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0, &sockets) == 0
        else {
            throw MediaError(.exhausted, "No socket for the media worker: \(String(cString: strerror(errno))).")
        }
        var identifier: pid_t = 0
        let failure = WorkerEnvironment.withList { albumen_spawn(executable, sockets[1], $0, &identifier) }
        close(sockets[1])
        guard failure == 0 else {
            close(sockets[0])
            throw MediaError(
                [ENOENT, EACCES, ENOEXEC].contains(failure) ? .workerMissing : .exhausted,
                "The media worker at \(executable) does not start: \(String(cString: strerror(failure))).")
        }
        self.channel = MessageChannel(socket: sockets[0])
        self.identifier = identifier
    }

    /// How many requests it was given.
    var requestCount: Int { lastNumber.load(ordering: .relaxed) }

    deinit {
        end()
        close(channel.socket)
    }

    /// Ends the worker, unless it has ended, and tells how it did.
    @discardableResult
    func end() -> Ending {
        ending.withLock { ending in
            if let ending { return ending }
            // A host that was root and has lost the right to end another user's process must not wait for one that never
            // ends by itself.
            let isEnding = kill(identifier, SIGKILL) == 0 || errno == ESRCH
            var status: Int32 = SIGKILL
            while waitpid(identifier, &status, isEnding ? 0 : WNOHANG) < 0, errno == EINTR {}
            let signal = status & 0x7F
            let seen = signal == 0 ? Ending.exited((status >> 8) & 0xFF) : .signalled(signal)
            ending = seen
            return seen
        }
    }

    /// What the worker says, and the memory that came with it, which the caller closes.
    ///
    /// - Throws: `MessageChannel.Failure`, `Absent`; `MediaError` with `cancelled` when the worker did not answer soon after the
    ///   request was cancelled, and then it is at work still and of no more use.
    func answer(
        to request: MediaRequest, descriptor: Int32?, within patience: WorkerPatience,
        unless cancellation: WorkCancellation?
    ) throws -> (reply: MediaReply, memory: Int32?) {
        let number = lastNumber.add(1, ordering: .relaxed).newValue
        let start = albumen_processor_time(identifier)
        do {
            try channel.send(Numbered(number: number, message: request), descriptor: descriptor)
        } catch MessageChannel.Failure.closed {
            throw Absent()
        }
        try waitForMessage(patience, computedBefore: start, cancellation)
        let (reply, memory) = try channel.receive(Numbered<MediaReply>.self)
        guard reply.number == number else {
            if let memory { close(memory) }
            throw MessageChannel.Failure.malformed("an answer came to another request")
        }
        return (reply.message, memory)
    }

    /// Waits until there is an answer, or patience or the cancellation and its grace are over.
    private func waitForMessage(
        _ patience: WorkerPatience, computedBefore start: Int64, _ cancellation: WorkCancellation?
    ) throws {
        guard let cancellation else {
            _ = try wait(patience, computedBefore: start)
            return
        }
        let event = albumen_make_event()
        guard event >= 0 else {
            throw MediaError(
                .exhausted, "The media worker cannot be waited for: \(String(cString: strerror(-event))).")
        }
        defer { close(event) }
        try cancellation.whileWaking(
            { albumen_raise_event(event) },
            while: {
                switch try wait(patience, computedBefore: start, unless: event) {
                case .message: return
                case .event: break
                }
                do {
                    _ = try channel.wait(timeoutInMilliseconds: patience.graceInMilliseconds)
                } catch MessageChannel.Failure.timedOut {
                    throw MediaError.cancelled
                }
            })
    }

    /// The host counts the worker's processor time, so that no codec can undo it: it looks whenever it could be used up.
    private func wait(
        _ patience: WorkerPatience, computedBefore start: Int64, unless event: Int32 = -1
    ) throws -> MessageChannel.Awaited {
        let end = ContinuousClock.now + .milliseconds(patience.timeInMilliseconds)
        let limit = Int64(patience.processorTimeInSeconds) * 1000
        while true {
            let left = (end - .now) / .milliseconds(1)
            guard left > 0 else { throw MessageChannel.Failure.timedOut }
            let unused = limit - max(0, albumen_processor_time(identifier) - max(0, start))
            guard unused > 0 else {
                throw MediaError(
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
