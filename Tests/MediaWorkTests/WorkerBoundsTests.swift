import AlbumenTestSupport
import Foundation
import Pixels
import Testing

@testable import MediaWork

/// What a worker that a file has taken over can hold, and for how long.
@Suite struct WorkerBoundsTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    @Test(.enabled(if: HostileWorkers.canFilter, HostileWorkers.absence))
    func `a worker that starts threads without end is stopped by the kernel, or ended by its host`() throws {
        let pool = HostileWorkers.pool()
        guard try pool.describe().isThreadCountLimited else {
            #expect(pool.failure("threads")?.code == .forbidden)
            return
        }
        let answer = try #require(pool.done("threads"))
        let count = try #require(answer.split(separator: " ").last.flatMap { Int($0) })
        #expect((16...WorkerLimits.threadCount).contains(count))
    }

    @Test func `without a limit of the kernel's the host ends a worker with too many threads`() throws {
        let executable = try HostileWorkers.executable(named: "unconfined", in: folder)
        let pool = WorkerPool(executable: executable, limit: 1, policy: nil)
        let error = try #require(pool.failure("threads"))
        #expect(error.code == .forbidden)
        #expect(error.isFaultOfFile)
        #expect(error.message.contains("too many threads"))
        #expect(pool.done("nothing") == "done")
    }

    @Test func `a worker that wrote more than its pictures is not believed`() {
        let pool = HostileWorkers.pool()
        #expect(pool.renderingFailure("picture", sizes: [.longSide(2000)]) == nil)
        #expect(pool.renderingFailure("more-than-pictures", sizes: [.longSide(2000)])?.code == .protocolViolation)
        #expect(pool.idleProcessIdentifiers.isEmpty)
    }

    @Test func `a worker that keeps memory and reports a failure is ended`() {
        let pool = HostileWorkers.pool()
        #expect(pool.done("nothing") == "done")
        #expect(pool.idleProcessIdentifiers.count == 1)
        #expect(pool.renderingFailure("fill-and-fail")?.code == .unreadable)
        #expect(pool.idleProcessIdentifiers.isEmpty)
    }

    @Test func `a worker is replaced before the memory that it was handed passes the limit`() throws {
        let pool = HostileWorkers.pool()
        // A quarter of a gigabyte each.
        let request = RenderRequest(filename: "picture", sizes: [.longSide(8192)])
        var workers: Set<Int32> = []
        for _ in 0..<9 {
            _ = try pool.render(Data([0]), request)
            workers.formUnion(pool.idleProcessIdentifiers)
        }
        #expect(workers.count == 2)
    }

    @Test func `a worker outlives the thread that asked for it`() throws {
        let pool = HostileWorkers.pool()
        let group = DispatchGroup()
        Thread.detach(in: group) { _ = pool.done("nothing") }
        group.wait()
        let first = pool.idleProcessIdentifiers
        #expect(first.count == 1)
        // The thread is gone when a new one has its place in the process.
        for _ in 0..<20 {
            Thread.detach(in: group) { _ = pool.done("nothing") }
            group.wait()
        }
        #expect(pool.idleProcessIdentifiers == first)
    }
}
