import CProcess
import Foundation

/// A host of one `albumen-media-worker`. It uses the worker's protocol: JSON over a socket, and the file as a
/// descriptor.
struct MediaWorkerClient {
    private static let replyLimitInBytes = 160 << 10

    private let worker: RunningProgram
    private let socket: Int32

    /// Starts the worker on its own core.
    init(core: Int32) throws {
        var sockets: [Int32] = [-1, -1]
        guard socketpair(AF_UNIX, Int32(SOCK_SEQPACKET.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0, &sockets) == 0
        else { throw BenchmarkFailure("no socket: \(String(cString: strerror(errno)))") }
        socket = sockets[0]
        defer { close(sockets[1]) }
        worker = try Program(beside: "albumen-media-worker").start(core: core, input: sockets[1])
    }

    /// Describes all files with the worker, one after another.
    ///
    /// - Returns: The last answer.
    /// - Throws: An error if an answer isn't the description of a photo or video.
    @discardableResult
    func probe(_ paths: [String]) throws -> String {
        try ask(#"{"work":{"_0":{"probe":{"filename":"IMG.JPG"}}}}"#, for: "probe", of: paths) { _, _ in }
    }

    /// Makes pictures of all files with the worker, one after another. Calls `body` with each picture's red, green,
    /// blue and alpha values. `longSide` is in pixels.
    func render(
        _ paths: [String], longSide: Int,
        _ body: (_ pixels: UnsafeRawBufferPointer, _ size: RenderedSize) throws -> Void
    ) throws {
        let request = """
            {"work":{"_0":{"render":{"_0":{"filename":"IMG.JPG","source":"picture",\
            "sizes":[{"longSide":{"_0":\(longSide)}}],"keepsStoredOrientation":false}}}}}
            """
        try ask(request, for: "pictures", of: paths) { answer, memory in
            let size = try JSONDecoder().decode(RenderedSize.Answer.self, from: Data(answer)).size
            let count = size.width * size.height * 4
            guard let base = mmap(nil, count, PROT_READ, MAP_SHARED, memory, 0), base != MAP_FAILED else {
                throw BenchmarkFailure("the picture cannot be mapped: \(String(cString: strerror(errno)))")
            }
            defer { munmap(base, count) }
            try body(UnsafeRawBufferPointer(start: base, count: count), size)
        }
    }

    @discardableResult
    private func ask(
        _ message: String, for kind: String, of paths: [String],
        _ body: (_ answer: UnsafeRawBufferPointer, _ memory: Int32) throws -> Void
    ) throws -> String {
        let reply = UnsafeMutableRawBufferPointer.allocate(byteCount: Self.replyLimitInBytes, alignment: 16)
        defer { reply.deallocate() }
        let request = Array(#"{"number":1,"message":\#(message)}"#.utf8)
        // The answer's two keys can be in any order.
        let expectedStarts = [#"{"number":1,"message":{"\#(kind)":"#, #"{"message":{"\#(kind)":"#].map {
            Array($0.utf8)
        }
        var answer = UnsafeRawBufferPointer(rebasing: reply[..<0])
        for path in paths {
            let descriptor = open(path, O_RDONLY | O_CLOEXEC)
            guard descriptor >= 0 else { throw BenchmarkFailure("\(path): \(String(cString: strerror(errno)))") }
            defer { close(descriptor) }
            let failure = benchmark_send(socket, request, request.count, descriptor)
            guard failure == 0 else { throw BenchmarkFailure("the worker: \(String(cString: strerror(failure)))") }
            var memory: Int32 = -1
            let count = benchmark_receive(socket, reply.baseAddress, reply.count, &memory)
            guard count > 0 else { throw BenchmarkFailure("the worker has ended") }
            defer { if memory >= 0 { close(memory) } }
            answer = UnsafeRawBufferPointer(rebasing: reply[..<count])
            guard expectedStarts.contains(where: { answer.starts(with: $0) }) else {
                throw BenchmarkFailure("\(path): the worker answers \(String(decoding: answer, as: UTF8.self))")
            }
            try body(answer, memory)
        }
        return String(decoding: answer, as: UTF8.self)
    }

    /// Ends the worker and waits until it has ended.
    func finish() throws {
        close(socket)
        try worker.wait()
    }
}
