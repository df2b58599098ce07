import AlbumenTestSupport
import Dispatch
import Foundation
import Testing

@testable import Albumen
@testable import PhotoLibrary

@Suite struct WorkQueueTests {
    @Test func `each submitted piece of work gets a thread`() throws {
        let queue = WorkQueue(name: "test", threadLimit: 2)
        let finished = DispatchSemaphore(value: 0)
        let (one, other) = (Gate(), Gate())
        queue.submit(.visible) {
            // They wait for each other.
            for (own, awaited) in [(one, other), (other, one)] {
                queue.submit(.visible) {
                    own.open()
                    #expect(awaited.wait())
                    finished.signal()
                }
            }
        }
        for _ in 0..<2 { try #require(finished.wait(timeout: TestPatience.end) == .success) }
        queue.finish()
    }

    @Test func `a chain of work needs one thread`() {
        let queue = WorkQueue(name: "test", threadLimit: 2)
        let finished = DispatchSemaphore(value: 0)
        let order = CallRecorder<Int>()
        let threads = CallRecorder<UInt>()
        @Sendable func link(_ number: Int) {
            order.record(number)
            threads.record(UInt(pthread_self()))
            guard number < 1000 else {
                finished.signal()
                return
            }
            queue.submit(.visible) { link(number + 1) }
        }
        queue.submit(.visible) { link(1) }
        #expect(finished.wait(timeout: TestPatience.end) == .success)
        #expect(order.calls == Array(1...1000))
        #expect(Set(threads.calls).count == 1)
        queue.finish()
    }

    @Test func `work runs by urgency and then by submission`() throws {
        let queue = WorkQueue(name: "test", threadLimit: 1)
        let gate = Gate()
        let finished = DispatchSemaphore(value: 0)
        let order = CallRecorder<String>()
        let begun = Gate()
        queue.submit(.visible) {
            begun.open()
            #expect(gate.wait())
        }
        #expect(begun.wait())
        for (urgency, name) in [
            (WorkQueue.Urgency.preheat, "d"), (.visible, "b"), (.quick, "a"), (.visible, "c"), (.preheat, "e"),
        ] {
            queue.submit(urgency) {
                order.record(name)
                finished.signal()
            }
        }
        gate.open()
        for _ in 0..<5 { try #require(finished.wait(timeout: TestPatience.end) == .success) }
        #expect(order.calls == ["a", "b", "c", "d", "e"])
        queue.finish()
    }

    @Test func `waiting work is discarded at the end`() {
        let queue = WorkQueue(name: "test", threadLimit: 1)
        let (begun, gate) = (Gate(), Gate())
        let order = CallRecorder<Int>()
        queue.submit(.visible) {
            begun.open()
            #expect(gate.wait())
            order.record(1)
        }
        #expect(begun.wait())
        queue.submit(.visible) { order.record(2) }
        queue.stop()
        gate.open()
        queue.finish()
        #expect(order.calls == [1])
    }
}
