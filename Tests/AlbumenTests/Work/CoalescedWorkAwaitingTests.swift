import AlbumenTestSupport
import Cancellation
import Dispatch
import Foundation
import MediaRequests
import Testing

@testable import Albumen
@testable import PhotoLibrary

/// Tasks that wait for shared work.
@Suite struct CoalescedWorkAwaitingTests {
    private struct Fault: Error {}

    private let queue = WorkQueue(name: "test", threadLimit: 2)
    private let work: CoalescedWork<Int, String>
    private let made = CallRecorder<Int>()

    init() {
        work = CoalescedWork(queue: queue)
    }

    /// Starts work in a task and returns while it's running. The work ends when the gate opens.
    private func begin(_ mayEnd: Gate) async -> Task<String, any Error> {
        let (begun, begin) = AsyncStream.makeStream(of: Void.self)
        let task = Task { [work, made] in
            try await work.value(1) { cancellation in
                made.record(1)
                begin.yield()
                _ = mayEnd.wait()
                return cancellation.isCancelled ? "cancelled" : "value"
            }
        }
        for await _ in begun { break }
        return task
    }

    /// Requests the same work. Returns its value later.
    private func ask() -> AsyncStream<String> {
        let (values, value) = AsyncStream.makeStream(of: String.self)
        _ = work.submit(1, .visible) { [made] _ in
            made.record(2)
            return "other"
        } deliver: { result in
            if case .success(let text) = result { value.yield(text) }
            value.finish()
        }
        return values
    }

    @Test("a task shares its run with later callers")
    func shared() async throws {
        let mayEnd = Gate()
        let task = await begin(mayEnd)
        let values = ask()
        mayEnd.open()
        #expect(try await task.value == "value")
        for await value in values { #expect(value == "value") }
        #expect(made.calls == [1])
    }

    @Test("a task throws the error of the work")
    func failure() async {
        await #expect(throws: Fault.self) { try await work.value(1) { _ in throw Fault() } }
    }

    @Test("a cancelled task ends before its work, which continues for other callers")
    func cancelling() async throws {
        let mayEnd = Gate()
        let task = await begin(mayEnd)
        let values = ask()
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        mayEnd.open()
        for await value in values { #expect(value == "value") }
        #expect(made.calls == [1])
    }

    @Test("a cancelled task cancels work without other waiting callers")
    func cancellingAlone() async throws {
        let ended = AsyncStream.makeStream(of: Bool.self)
        let begun = AsyncStream.makeStream(of: Void.self)
        let task = Task { [work] in
            try await work.value(1) { cancellation in
                begun.continuation.yield()
                let isCancelled = Gate()
                _ = cancellation.whileWaking {
                    isCancelled.open()
                } while: {
                    ended.continuation.yield(isCancelled.wait())
                }
                return ""
            }
        }
        for await _ in begun.stream { break }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        for await isCancelled in ended.stream {
            #expect(isCancelled)
            break
        }
    }

    @Test("work that is never started fails")
    func dropped() async {
        let ended = CoalescedWork<Int, String> { work in work(false) }
        await #expect(throws: CancellationError.self) { try await ended.value(1) { _ in "value" } }
        await #expect(throws: CancellationError.self) { try await ended.value(1) { _ in "value" } }
    }
}
