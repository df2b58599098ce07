import AlbumenTestSupport
import Cancellation
import Dispatch
import Foundation
import MediaRequests
import Synchronization
import Testing

@testable import Albumen
@testable import PhotoLibrary

@Suite struct CoalescedWorkTests {
    private struct Fault: Error {}

    private let queue = WorkQueue(name: "test", threadLimit: 2)
    private let work: CoalescedWork<Int, String>
    private let made = CallRecorder<Int>()
    private let results = CallRecorder<String>()
    private let finished = DispatchSemaphore(value: 0)

    init() {
        work = CoalescedWork(queue: queue)
    }

    @Test func `one run answers all requests before its end`() throws {
        let gate = Gate()
        for _ in 0..<5 { submit(1, after: gate) }
        gate.open()
        waitForAnswers(5)
        #expect(made.calls == [1])
        #expect(results.calls == Array(repeating: "value 1", count: 5))
    }

    @Test func `a value is computed again after its release`() throws {
        submit(1)
        waitForAnswers(1)
        submit(1)
        waitForAnswers(1)
        #expect(made.calls == [1, 1])
    }

    @Test func `all requests receive a failure`() throws {
        let gate = Gate()
        for _ in 0..<2 {
            _ = work.submit(1, .visible) { _ in
                _ = gate.wait()
                throw Fault()
            } deliver: { result in
                if case .failure(let error) = result, error is Fault { results.record("fault") }
                finished.signal()
            }
        }
        gate.open()
        waitForAnswers(2)
        #expect(results.calls == ["fault", "fault"])
    }

    @Test func `work without waiting requests never starts`() throws {
        let gate = Gate()
        // Both threads are busy until the gate opens.
        submit(1, after: gate)
        submit(2, after: gate)
        let withdraw = submit(3)
        withdraw()
        withdraw()
        submit(4)
        gate.open()
        waitForAnswers(3)
        #expect(!made.calls.contains(3))
        #expect(results.calls.count == 3)
    }

    @Test func `cancelling a request does not affect others`() throws {
        let gate = Gate()
        submit(1, after: gate)
        submit(2, after: gate)
        let withdraw = submit(3)
        submit(3)
        withdraw()
        gate.open()
        waitForAnswers(3)
        #expect(made.calls.filter { $0 == 3 } == [3])
        #expect(results.calls.filter { $0 == "value 3" } == ["value 3"])
    }

    @Test func `running work is cancelled with its last request`() throws {
        let begun = Gate()
        let ended = Gate()
        let make: CoalescedWork<Int, String>.Make = { cancellation, _ in
            let cancelled = Gate()
            try cancellation.whileWaking {
                cancelled.open()
            } while: {
                begun.open()
                guard cancelled.wait() else { throw Fault() }
            }
            ended.open()
            throw CancellationError()
        }
        let withdraws = (0..<2).map { _ in
            work.submit(1, .visible, make: make) { _ in results.record("an answer to one who withdrew") }
        }
        try #require(begun.wait())
        withdraws[0]()
        #expect(!ended.isOpen)
        withdraws[1]()
        // A later request starts new work.
        submit(1)
        waitForAnswers(1)
        #expect(ended.wait())
        #expect(results.calls == ["value 1"])
    }

    @Test func `a cancelled blocking caller leaves the work to the others`() throws {
        let gate = Gate()
        let begun = Gate()
        _ = work.submit(1, .visible) { [made] _ in
            begun.open()
            _ = gate.wait()
            made.record(1)
            return "value 1"
        } deliver: { [results, finished] result in
            if case .success(let value) = result { results.record(value) }
            finished.signal()
        }
        try #require(begun.wait())
        let cancellation = WorkCancellation()
        let thread = Thread { [work, results] in
            do {
                results.record(try work.value(1, cancellation) { _ in "made twice" })
            } catch {
                results.record(error is CancellationError ? "cancelled" : "\(error)")
            }
            gate.open()
        }
        thread.start()
        cancellation.cancel()
        waitForAnswers(1)
        #expect(results.calls == ["cancelled", "value 1"])
    }

    @Test func `cancellation propagates to work that other work waits for`() throws {
        let inner = CoalescedWork<Int, String>(queue: WorkQueue(name: "inner", threadLimit: 1))
        let begun = Gate()
        let cancelled = Gate()
        let withdraw = work.submit(1, .visible) { cancellation in
            try inner.value(7, cancellation) { cancellation in
                try cancellation.whileWaking {
                    cancelled.open()
                } while: {
                    begun.open()
                    guard cancelled.wait() else { throw Fault() }
                    throw CancellationError()
                }
            }
        } deliver: { _ in
            Issue.record("an answer to one who withdrew")
        }
        try #require(begun.wait())
        withdraw()
        #expect(cancelled.wait())
    }

    @Test func `urgent work runs first`() throws {
        let single = WorkQueue(name: "test", threadLimit: 1)
        let work = CoalescedWork<Int, Int>(queue: single)
        let begun = Gate()
        let gate = Gate()
        let answers = DispatchSemaphore(value: 0)
        func submit(_ key: Int, _ urgency: WorkQueue.Urgency) {
            _ = work.submit(key, urgency) { [made] _ in
                if key == 0 {
                    begun.open()
                    _ = gate.wait()
                }
                made.record(key)
                return key
            } deliver: { _ in
                answers.signal()
            }
        }
        submit(0, .visible)
        #expect(begun.wait())
        submit(1, .preheat)
        submit(2, .visible)
        submit(3, .quick)
        submit(4, .preheat)
        // A more urgent request for the same work moves it forward.
        submit(4, .visible)
        gate.open()
        for _ in 0..<6 { answers.wait() }
        #expect(made.calls == [0, 3, 2, 4, 1])
    }

    @Test func `a blocking caller runs work that waits for a thread`() throws {
        let gate = Gate()
        submit(1, after: gate)
        submit(2, after: gate)
        submit(3)
        let value = try work.value(3) { [made] _ in
            made.record(3)
            return "value 3"
        }
        #expect(value == "value 3")
        gate.open()
        waitForAnswers(3)
        #expect(made.calls.filter { $0 == 3 } == [3])
    }

    @Test func `a blocking caller shares running work`() throws {
        let gate = Gate()
        let begun = Gate()
        _ = work.submit(1, .visible) { _ in
            begun.open()
            _ = gate.wait()
            return "shared"
        } deliver: { _ in
            finished.signal()
        }
        #expect(begun.wait())
        let values = Mutex<[String]>([])
        let group = DispatchGroup()
        for _ in 0..<3 {
            let thread = Thread {
                let value = Result { try work.value(1) { _ in "made twice" } }
                values.withLock { $0.append((try? value.get()) ?? "failed") }
                group.leave()
            }
            group.enter()
            thread.start()
        }
        gate.open()
        group.wait()
        waitForAnswers(1)
        // A caller after the end computes its own value, which is no error: results aren't cached.
        #expect(values.withLock { $0.count } == 3)
        #expect(!values.withLock { $0.contains("failed") })
    }

    @Test func `the number of threads stays within its limit`() throws {
        let threads = Mutex<Set<UInt>>([])
        for key in 0..<200 {
            _ = work.submit(key, .visible) { _ in
                threads.withLock { _ = $0.insert(UInt(pthread_self())) }
                return ""
            } deliver: { _ in
                finished.signal()
            }
        }
        waitForAnswers(200)
        #expect((1...2).contains(threads.withLock { $0.count }))
    }

    @discardableResult
    private func submit(_ key: Int, after gate: Gate? = nil) -> @Sendable () -> Void {
        work.submit(key, .visible) { [made] _ in
            if let gate { _ = gate.wait() }
            made.record(key)
            return "value \(key)"
        } deliver: { [results, finished] result in
            if case .success(let value) = result { results.record(value) }
            finished.signal()
        }
    }

    private func waitForAnswers(_ count: Int) {
        for _ in 0..<count where finished.wait(timeout: TestPatience.end) == .timedOut {
            Issue.record("no answer")
            return
        }
    }
}
