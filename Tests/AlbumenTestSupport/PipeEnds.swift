import Foundation

/// The two descriptors of a pipe. Both are closed in programs that this process starts.
struct PipeEnds {
    let reading: Int32
    let writing: Int32

    static func make() throws -> PipeEnds {
        var descriptors: [Int32] = [-1, -1]
        guard pipe(&descriptors) == 0 else {
            throw ProgramRun.Failure(description: "No pipe: \(String(cString: strerror(errno)))")
        }
        for descriptor in descriptors { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
        return PipeEnds(reading: descriptors[0], writing: descriptors[1])
    }

    /// Writes the data on a separate thread and closes the descriptor. It isn't an error if the reader closes its
    /// end.
    static func feed(_ data: Data, to descriptor: Int32) {
        guard !data.isEmpty else {
            close(descriptor)
            return
        }
        Thread.detachNewThread {
            // The signal of a broken pipe goes to the writing thread. Blocking it leaves only the error.
            var brokenPipe = sigset_t()
            sigemptyset(&brokenPipe)
            sigaddset(&brokenPipe, SIGPIPE)
            pthread_sigmask(SIG_BLOCK, &brokenPipe, nil)
            var rest = data[...]
            while !rest.isEmpty {
                let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
                if count < 0, errno == EINTR { continue }
                guard count > 0 else { break }
                rest = rest.dropFirst(count)
            }
            close(descriptor)
        }
    }
}
