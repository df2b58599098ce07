import AlbumenTestSupport
import Foundation
import Testing

@testable import MediaRequests
@testable import MediaWork

/// Separate workers for images that take long.
@Suite struct RenderLaneTests {
    @Test func `requests of the quick lane never wait for the slow lane`() throws {
        let pool = HostileWorkers.pool(limit: 1)
        let runs = try (0..<10).map { _ in try SlowRun(in: pool) }
        // One request has the only worker of its lane, and the others wait for it.
        try waitUntil { pool.waitingCount(.slow) == 9 }
        for _ in 0..<20 { #expect(pool.done("nothing") == "done") }
        #expect(pool.waitingCount(.slow) == 9)
        #expect(runs.allSatisfy { !$0.isFinished.isOpen })
        for run in runs { run.talk.letGo() }
        for run in runs { #expect(run.isFinished.wait()) }
        #expect(pool.idleProcessIdentifiers.count == 1)
    }

    @Test func `a slow decode fails in the quick lane and restarts in the slow one`() throws {
        var patience = WorkerPatience()
        patience.quickProcessorTimeInMilliseconds = 100
        patience.processorTimeInSeconds = 1
        let pool = HostileWorkers.pool(patience: patience)
        #expect(pool.renderingFailure("compute", lane: .quick)?.code == .takesLong)
        let error = try #require(pool.renderingFailure("compute"))
        #expect(error.code == .timedOut)
        #expect(error.isFaultOfFile)
        #expect(pool.done("nothing") == "done")
    }

    @Test func `workers of the slow lane yield as soon as there is work for the quick lane`() throws {
        let pool = HostileWorkers.pool()
        let run = try SlowRun(in: pool)
        let slow = run.talk.awaitWorker()
        let own = Self.niceness(of: 0)
        #expect(Self.niceness(of: slow) == own + 2)
        #expect(pool.done("nothing") == "done")
        let quick = try #require(pool.idleProcessIdentifiers.first)
        #expect(Self.niceness(of: quick) == own + 2)
        #expect(Self.niceness(of: slow) == own + 5)
        run.talk.letGo()
        #expect(run.isFinished.wait())
    }

    @Test func `a worker of the slow lane that starts beside quick work yields at once`() throws {
        let pool = HostileWorkers.pool()
        let quick = try SlowRun(in: pool, lane: .quick)
        _ = quick.talk.awaitWorker()
        let slow = try SlowRun(in: pool)
        #expect(Self.niceness(of: slow.talk.awaitWorker()) == Self.niceness(of: 0) + 5)
        for run in [quick, slow] { run.talk.letGo() }
        #expect(quick.isFinished.wait() && slow.isFinished.wait())
    }

    private static func niceness(of process: Int32) -> Int32 {
        getpriority(__priority_which_t(PRIO_PROCESS.rawValue), id_t(process))
    }

    @Test func `errors distinguish a file's faults from temporary failures`() {
        let pool = HostileWorkers.pool()
        let faults = ["open": MediaError.Code.forbidden, "abort": .workerCrashed]
        for (deed, code) in faults where deed != "open" || HostileWorkers.canFilter {
            let error = pool.failure(deed)
            #expect(error?.code == code)
            #expect(error?.isFaultOfFile == true)
        }
        #expect(pool.failure("exit")?.code == .workerCrashed)
        #expect(pool.failure("exit")?.isFaultOfFile == false)
    }

    @Test func `killing a worker is no fault of the file`() throws {
        let pool = HostileWorkers.pool()
        let run = try SlowRun(in: pool)
        for _ in 0..<2 { kill(run.talk.awaitWorker(), SIGKILL) }
        #expect(run.isFinished.wait())
        let error = try #require(run.failure)
        #expect(error.code == .exhausted)
        #expect(!error.isFaultOfFile)
    }

    @Test(arguments: [
        ("public.png", 44_000, 44_000, RenderLane.slow), ("public.png", 6000, 4000, .quick),
        ("public.heic", 4032, 3024, .quick), ("public.heic", 8064, 6048, .quick), ("public.jpeg", 12_000, 9000, .quick),
        ("public.jpeg", 40_000, 10_000, .slow), ("com.adobe.raw-image", 8000, 6000, .slow),
        ("com.adobe.raw-image", 6000, 4000, .quick), ("com.apple.quicktime-movie", 7680, 4320, .quick),
        ("public.png", -1, .max, .quick),
    ])
    func `type and size determine the lane`(_ type: String, _ width: Int, _ height: Int, _ lane: RenderLane) {
        #expect(DecodingCost.lane(uniformTypeIdentifier: type, width: width, height: height) == lane)
    }
}

/// A request that waits until the test resumes it.
private final class SlowRun: Sendable {
    let talk: Conversation
    let isFinished = Gate()
    private let failures = CallRecorder<MediaError>()

    var failure: MediaError? { failures.calls.first }

    init(in pool: WorkerPool, lane: RenderLane = .slow) throws {
        let talk = try Conversation()
        self.talk = talk
        Thread { [isFinished, failures] in
            do throws(MediaError) {
                _ = try pool.render(
                    descriptor: talk.workersEnd, talk.request("announce-and-wait"), lane: lane)
            } catch {
                failures.record(error)
            }
            isFinished.open()
        }.start()
    }
}
