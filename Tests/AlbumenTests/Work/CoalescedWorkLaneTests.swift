import AlbumenTestSupport
import Dispatch
import Foundation
import MediaRequests
import Testing

@testable import Albumen
@testable import PhotoLibrary

/// Slow work moves to separate threads.
@Suite struct CoalescedWorkLaneTests {
    private let work = CoalescedWork<Int, String>(
        queue: WorkQueue(name: "quick", threadLimit: 1), slowQueue: WorkQueue(name: "slow", threadLimit: 1))
    private let finished = DispatchSemaphore(value: 0)
    private let results = CallRecorder<String>()

    @Test func `slow work does not delay later work`() throws {
        let gate = Gate()
        for key in 0..<10 { submitSlow(key, after: gate) }
        _ = work.submit(100, .visible) { _, lane in
            "\(lane)"
        } deliver: {
            record($0)
        }
        try #require(finished.wait(timeout: TestPatience.end) == .success)
        #expect(results.calls == ["quick"])
        gate.open()
        for _ in 0..<10 { try #require(finished.wait(timeout: TestPatience.end) == .success) }
        #expect(results.calls.dropFirst().sorted() == (0..<10).map { "slow \($0)" })
    }

    @Test func `a thread of the quick lane never waits for slow work`() throws {
        let (gate, begun) = (Gate(), Gate())
        submitSlow(1, after: gate, begun)
        try #require(begun.wait())
        #expect(throws: MediaError.takesLong) { try work.value(1, lane: .quick) { _, _ in "made twice" } }
        gate.open()
        try #require(finished.wait(timeout: TestPatience.end) == .success)
    }

    @Test func `a thread of the quick lane leaves work that turns out to be slow`() throws {
        let (discovery, gate) = (Gate(), Gate())
        let waiting = DispatchSemaphore(value: 0)
        _ = work.submit(1, .visible) { _, lane in
            if lane == .quick {
                waiting.signal()
                _ = discovery.wait()
                throw MediaError.takesLong
            }
            _ = gate.wait()
            return "slow 1"
        } deliver: {
            record($0)
        }
        waiting.wait()
        let left = Gate()
        let reasons = CallRecorder<MediaError?>()
        Thread { [work] in
            let result = Result { try work.value(1, lane: .quick) { _, _ in "made twice" } }
            if case .failure(let error) = result { reasons.record(error as? MediaError) }
            left.open()
        }.start()
        // The thread leaves, whether it checks before or after the discovery.
        discovery.open()
        try #require(left.wait())
        #expect(reasons.calls == [MediaError.takesLong])
        gate.open()
        try #require(finished.wait(timeout: TestPatience.end) == .success)
        #expect(results.calls == ["slow 1"])
    }

    @Test func `a blocking caller without a lane does slow work itself`() throws {
        let lanes = CallRecorder<RenderLane>()
        let value = try work.value(1) { _, lane in
            lanes.record(lane)
            if lane == .quick { throw MediaError.takesLong }
            return "done"
        }
        #expect(value == "done")
        #expect(lanes.calls == [.quick, .slow])
    }

    @Test func `cancelled slow work does not start`() throws {
        let gate = Gate()
        submitSlow(1, after: gate)
        let begun = CallRecorder<RenderLane>()
        let moved = Gate()
        let withdraw = work.submit(2, .visible) { _, lane in
            begun.record(lane)
            if lane == .quick { throw MediaError.takesLong }
            return "slow 2"
        } deliver: {
            record($0)
        }
        _ = work.submit(3, .visible) { _, _ in
            "quick"
        } deliver: { _ in
            moved.open()
        }
        try #require(moved.wait())
        withdraw()
        gate.open()
        try #require(finished.wait(timeout: TestPatience.end) == .success)
        let last = Gate()
        submitSlow(4, after: last)
        last.open()
        try #require(finished.wait(timeout: TestPatience.end) == .success)
        #expect(begun.calls == [.quick])
    }

    // MARK: Parts

    private func submitSlow(_ key: Int, after gate: Gate, _ begun: Gate? = nil) {
        _ = work.submit(key, .visible) { _, lane in
            if lane == .quick { throw MediaError.takesLong }
            begun?.open()
            _ = gate.wait()
            return "slow \(key)"
        } deliver: {
            record($0)
        }
    }

    private func record(_ result: Result<String, any Error>) {
        results.record((try? result.get()) ?? "failed")
        finished.signal()
    }
}
