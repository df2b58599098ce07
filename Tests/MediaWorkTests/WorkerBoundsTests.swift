import AlbumenTestSupport
import Foundation
import Pixels
import Testing

@testable import MediaRequests
@testable import MediaWork

/// The resources that a compromised worker can hold, and for how long.
@Suite struct WorkerBoundsTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    @Test(.enabled(if: HostileWorkers.canFilter, HostileWorkers.absence))
    func `the kernel or the host stops a worker that starts threads endlessly`() throws {
        let pool = HostileWorkers.pool()
        guard try pool.describe().isThreadCountLimited else {
            #expect(pool.failure("threads")?.code == .forbidden)
            return
        }
        let answer = try #require(pool.done("threads"))
        let count = try #require(answer.split(separator: " ").last.flatMap { Int($0) })
        #expect((16...WorkerLimits.threadCount).contains(count))
    }

    @Test func `the host ends a worker with too many threads if the kernel has no limit`() throws {
        let executable = try HostileWorkers.executable(named: "unconfined", in: folder)
        // On a busy machine the worker takes long to start that many threads.
        var patience = WorkerPatience()
        patience.timeInMilliseconds = Int32(TestPatience.seconds * 1000)
        let pool = WorkerPool(executable: executable, limit: 1, patience: patience, policy: nil)
        let error = try #require(pool.failure("threads"))
        #expect(error.code == .forbidden)
        #expect(error.isFaultOfFile)
        #expect(error.message.contains("too many threads"))
        #expect(pool.done("nothing") == "done")
    }

    @Test func `the host rejects an answer if the worker wrote more than its images`() {
        let pool = HostileWorkers.pool()
        #expect(pool.renderingFailure("picture", sizes: [.longSide(2000)]) == nil)
        #expect(pool.renderingFailure("more-than-pictures", sizes: [.longSide(2000)])?.code == .protocolViolation)
        #expect(pool.idleProcessIdentifiers.isEmpty)
    }

    @Test func `the host ends a worker that keeps memory and reports a failure`() {
        let pool = HostileWorkers.pool()
        #expect(pool.done("nothing") == "done")
        #expect(pool.idleProcessIdentifiers.count == 1)
        #expect(pool.renderingFailure("fill-and-fail")?.code == .unreadable)
        #expect(pool.idleProcessIdentifiers.isEmpty)
    }

    @Test func `the pool replaces a worker before its memory for images exceeds the limit`() throws {
        let pool = HostileWorkers.pool()
        // Each request takes a quarter of a gigabyte.
        let request = RenderRequest(filename: "picture", sizes: [.longSide(8192)])
        var workers: Set<Int32> = []
        for _ in 0..<9 {
            _ = try pool.render(Data([0]), request)
            workers.formUnion(pool.idleProcessIdentifiers)
        }
        #expect(workers.count == 2)
    }

    @Test func `a worker outlives the thread that requested it`() throws {
        let pool = HostileWorkers.pool()
        let group = DispatchGroup()
        Thread.detach(in: group) { _ = pool.done("nothing") }
        group.wait()
        let first = pool.idleProcessIdentifiers
        #expect(first.count == 1)
        // The thread has ended when a new one has its place in the process.
        for _ in 0..<20 {
            Thread.detach(in: group) { _ = pool.done("nothing") }
            group.wait()
        }
        #expect(pool.idleProcessIdentifiers == first)
    }
}
