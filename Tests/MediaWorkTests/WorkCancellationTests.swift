import AlbumenTestSupport
import Cancellation
import Foundation
import Synchronization
import Testing

@testable import MediaRequests
@testable import MediaWork

@Suite struct WorkCancellationTests {
    @Test func `a request cancelled before its start starts no worker`() throws {
        let pool = HostileWorkers.pool()
        let cancellation = WorkCancellation()
        cancellation.cancel()
        cancellation.cancel()
        let talk = try Conversation()
        let error = #expect(throws: MediaError.self) {
            try pool.render(
                descriptor: talk.workersEnd, talk.request("announce-and-stay"), cancellation: cancellation)
        }
        #expect(error?.code == .cancelled)
        #expect(pool.idleProcessIdentifiers.isEmpty)
    }

    @Test func `cancelling an endless decode ends its worker, and the next request succeeds`() throws {
        let pool = HostileWorkers.pool()
        let run = try CancelledRun(of: "announce-and-stay", in: pool)
        let worker = run.talk.awaitWorker()
        run.cancellation.cancel()
        #expect(run.wait() == .cancelled)
        #expect(kill(worker, 0) == -1)
        #expect(pool.done("nothing") == "done")
    }

    @Test func `a worker that finishes within the grace period is reused`() throws {
        var patience = WorkerPatience()
        patience.graceInMilliseconds = 60_000
        let pool = HostileWorkers.pool(patience: patience)
        let run = try CancelledRun(of: "announce-and-wait", in: pool)
        let worker = run.talk.awaitWorker()
        run.cancellation.cancel()
        run.talk.letGo()
        #expect(run.wait() == .cancelled)
        #expect(pool.idleProcessIdentifiers == [worker])
    }

    @Test func `cancelling a waiting request makes it return`() throws {
        let pool = HostileWorkers.pool(limit: 1)
        let first = try CancelledRun(of: "announce-and-wait", in: pool)
        let worker = first.talk.awaitWorker()
        let second = try CancelledRun(of: "announce-and-wait", in: pool)
        second.cancellation.cancel()
        #expect(second.wait() == .cancelled)
        first.talk.letGo()
        #expect(first.wait() == .unreadable)
        #expect(pool.idleProcessIdentifiers == [worker])
    }

    @Test func `vacancies go to waiting requests in order, and skip cancelled ones`() throws {
        let vacancies = WorkerVacancies(count: 1)
        #expect(vacancies.take(unless: nil))
        let order = CallRecorder<Int>()
        let group = DispatchGroup()
        let cancellations = (0..<4).map { _ in WorkCancellation() }
        for index in 0..<4 {
            Thread.detach(in: group) {
                guard vacancies.take(unless: cancellations[index]) else { return order.record(-index) }
                order.record(index)
                vacancies.giveBack()
            }
            try waitUntil { vacancies.waitingCount > index }
        }
        cancellations[1].cancel()
        try waitUntil { !order.calls.isEmpty }
        #expect(vacancies.waitingCount == 3)
        vacancies.giveBack()
        group.wait()
        #expect(order.calls == [-1, 0, 2, 3])
        #expect(vacancies.take(unless: nil))
    }

    @Test func `killing a worker affects only its current request`() throws {
        let pool = HostileWorkers.pool(limit: 4)
        let victim = try CancelledRun(of: "announce-and-stay", in: pool)
        let group = DispatchGroup()
        let answers = CallRecorder<String?>()
        let first = victim.talk.awaitWorker()
        for _ in 0..<3 {
            Thread.detach(in: group) { for _ in 0..<20 { answers.record(pool.done("nothing")) } }
        }
        #expect(kill(first, SIGKILL) == 0)
        // The pool retries it once, with another worker.
        let second = victim.talk.awaitWorker()
        #expect(second != first)
        #expect(kill(second, SIGKILL) == 0)
        #expect(victim.wait() == .exhausted)
        group.wait()
        #expect(answers.calls.count == 60)
        #expect(answers.calls.allSatisfy { $0 == "done" })
    }
}

/// A request on its own thread.
private final class CancelledRun: Sendable {
    let talk: Conversation
    let cancellation = WorkCancellation()
    private let group = DispatchGroup()
    private let code = Mutex<MediaError.Code?>(nil)

    init(of deed: String, in pool: WorkerPool) throws {
        talk = try Conversation()
        Thread.detach(in: group) { [self] in
            do {
                _ = try pool.render(descriptor: talk.workersEnd, talk.request(deed), cancellation: cancellation)
            } catch {
                code.withLock { $0 = (error as? MediaError)?.code }
            }
        }
    }

    /// Blocks until the request has ended and returns its error.
    func wait() -> MediaError.Code? {
        group.wait()
        return code.withLock { $0 }
    }
}

extension Thread {
    static func detach(in group: DispatchGroup, _ body: @escaping @Sendable () -> Void) {
        group.enter()
        Thread.detachNewThread {
            body()
            group.leave()
        }
    }
}
