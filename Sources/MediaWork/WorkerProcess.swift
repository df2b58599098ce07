import CAlbumenSystem
import Foundation
import Synchronization

/// A running worker and the socket that leads to it.
///
/// Started by posix_spawn: a request can come from a thread that must not wait for Swift's cooperative pool, and
/// Foundation's `Process` leaves signals blocked in its children.
final class WorkerProcess: Sendable {
    private let channel: MessageChannel
    private let lastNumber = Atomic(0)
    let identifier: pid_t

    init(executable: String) throws {
        var sockets: [Int32] = [-1, -1]
        guard socketpair(AF_UNIX, Int32(SOCK_SEQPACKET.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0, &sockets) == 0
        else {
            throw MediaError(.workerMissing, "No socket for the media worker: \(String(cString: strerror(errno))).")
        }
        var identifier: pid_t = 0
        let failure = albumen_spawn(executable, sockets[1], &identifier)
        close(sockets[1])
        guard failure == 0 else {
            close(sockets[0])
            throw MediaError(
                .workerMissing,
                "The media worker at \(executable) does not start: \(String(cString: strerror(failure))).")
        }
        self.channel = MessageChannel(socket: sockets[0])
        self.identifier = identifier
    }

    deinit {
        close(channel.socket)
        kill(identifier, SIGKILL)
        var status: Int32 = 0
        while waitpid(identifier, &status, 0) < 0, errno == EINTR {}
    }

    /// What the worker says, and the memory that came with it, which the caller closes.
    func answer(
        to request: MediaRequest, descriptor: Int32, timeoutInMilliseconds: Int32
    ) throws -> (reply: MediaReply, memory: Int32?) {
        let number = lastNumber.add(1, ordering: .relaxed).newValue
        try channel.send(Numbered(number: number, message: request), descriptor: descriptor)
        let (reply, memory) = try channel.receive(
            Numbered<MediaReply>.self, timeoutInMilliseconds: timeoutInMilliseconds)
        guard reply.number == number else {
            if let memory { close(memory) }
            throw MessageChannel.Failure.malformed("an answer came to another request")
        }
        return (reply.message, memory)
    }
}
