import CProcess
import Foundation

/// A host of one `albumen-media-worker`, which speaks its protocol: JSON over a socket, the file as a descriptor.
struct MediaWorkerClient {
    private static let replyLimitInBytes = 160 << 10

    private let worker: RunningProgram
    private let socket: Int32

    /// Starts the worker on a core of its own.
    init(core: Int32) throws {
        var sockets: [Int32] = [-1, -1]
        guard socketpair(AF_UNIX, Int32(SOCK_SEQPACKET.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0, &sockets) == 0
        else { throw BenchmarkFailure("no socket: \(String(cString: strerror(errno)))") }
        socket = sockets[0]
        defer { close(sockets[1]) }
        worker = try Program(beside: "albumen-media-worker").start(core: core, input: sockets[1])
    }

    /// Has the worker read all these files, one after the other.
    ///
    /// - Returns: the last answer.
    /// - Throws: where an answer is not the description of a photo or video.
    @discardableResult
    func probe(_ paths: [String]) throws -> String {
        let reply = UnsafeMutableRawBufferPointer.allocate(byteCount: Self.replyLimitInBytes, alignment: 16)
        defer { reply.deallocate() }
        let request = Array(#"{"number":1,"message":{"probe":{"filename":"IMG.JPG"}}}"#.utf8)
        // The answer's two keys come in any order.
        let expectedStarts = [#"{"number":1,"message":{"probe":"#, #"{"message":{"probe":"#].map { Array($0.utf8) }
        var answer = UnsafeRawBufferPointer(rebasing: reply[..<0])
        for path in paths {
            let descriptor = open(path, O_RDONLY | O_CLOEXEC)
            guard descriptor >= 0 else { throw BenchmarkFailure("\(path): \(String(cString: strerror(errno)))") }
            defer { close(descriptor) }
            let failure = benchmark_send(socket, request, request.count, descriptor)
            guard failure == 0 else { throw BenchmarkFailure("the worker: \(String(cString: strerror(failure)))") }
            let count = read(socket, reply.baseAddress, reply.count)
            guard count > 0 else { throw BenchmarkFailure("the worker has ended") }
            answer = UnsafeRawBufferPointer(rebasing: reply[..<count])
            guard expectedStarts.contains(where: { answer.starts(with: $0) }) else {
                throw BenchmarkFailure("\(path): the worker answers \(String(decoding: answer, as: UTF8.self))")
            }
        }
        return String(decoding: answer, as: UTF8.self)
    }

    /// Lets the worker go, and waits until it has gone.
    func finish() throws {
        close(socket)
        try worker.wait()
    }
}
