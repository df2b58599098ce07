import AlbumenTestSupport
import Foundation
import Testing

@testable import MediaRequests
@testable import MediaWork

/// Pools of a worker program that does forbidden things on request.
enum HostileWorkers {
    static var executable: String {
        URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
            .appending(path: "HostileWorker").path(percentEncoded: false)
    }

    static func pool(limit: Int = 1, patience: WorkerPatience = WorkerPatience()) -> WorkerPool {
        WorkerPool(executable: executable, limit: limit, patience: patience)
    }

    /// Creates a link to the program. Its name makes the program behave as on another machine.
    static func executable(named ending: String, in folder: TemporaryFolder) throws -> String {
        let link = folder.file("worker-\(ending)").path(percentEncoded: false)
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: executable)
        return link
    }

    /// Whether this machine's kernel can filter system calls.
    static let canFilter =
        (try? String(contentsOfFile: "/proc/sys/kernel/seccomp/actions_avail", encoding: .utf8))?
        .contains("kill_process") == true

    static let absence: Comment = "this machine's kernel has no seccomp"
}

extension WorkerPool {
    /// Returns the worker's answer after a deed that it survives.
    func done(_ deed: String) -> String? {
        let error = failure(deed)
        return error?.code == .unreadable ? error?.message : nil
    }

    /// Returns the error of a request for images whose file makes the worker do a deed.
    func renderingFailure(
        _ deed: String, sizes: [RenderRequest.Size] = [.full], lane: RenderLane? = nil
    ) -> MediaError? {
        do throws(MediaError) {
            _ = try render(Data([0]), RenderRequest(filename: deed, sizes: sizes), lane: lane)
            return nil
        } catch {
            return error
        }
    }

    /// Returns the error of a request whose file makes the worker do a deed.
    func failure(_ deed: String) -> MediaError? {
        do throws(MediaError) {
            let nothing = try SharedMemory.make(of: Data([0]))
            defer { close(nothing) }
            _ = try probe(descriptor: nothing, filename: deed)
            return nil
        } catch {
            return error
        }
    }
}

/// A socket in place of a file, with which a test and a worker can wait for each other.
final class Conversation: Sendable {
    let workersEnd: Int32
    private let end: Int32

    init() throws {
        var ends: [Int32] = [-1, -1]
        try #require(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0, &ends) == 0)
        (end, workersEnd) = (ends[0], ends[1])
    }

    deinit {
        close(end)
        close(workersEnd)
    }

    /// Blocks until a worker runs the request, and returns its process identifier.
    func awaitWorker() -> pid_t {
        var identifier: pid_t = 0
        let size = MemoryLayout<pid_t>.size
        return read(end, &identifier, size) == size ? identifier : -1
    }

    func letGo() {
        var byte: UInt8 = 1
        _ = write(end, &byte, 1)
    }

    func request(_ deed: String) -> RenderRequest {
        RenderRequest(filename: deed, sizes: [.full])
    }
}
