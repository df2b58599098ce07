import AlbumenTestSupport
import Foundation
import Testing

@testable import Albumen
@testable import PhotoLibrary

/// One reader waits for changes, on its thread or in its task.
@Suite struct ChangeAlarmTests {
    private struct Reason: Error {}

    private let alarm = ChangeAlarm()

    @Test("any number of rings before the reader waits wakes it once")
    func oneWake() async throws {
        for _ in 0..<3 { alarm.ring() }
        #expect(try alarm.wait() == .change)
        alarm.ring()
        alarm.ring(.heartbeat)
        #expect(try await alarm.next() == .heartbeat)
        alarm.end()
        #expect(try alarm.wait() == nil)
        #expect(try await alarm.next() == nil)
    }

    @Test("a waiting thread wakes for a ring and for the end")
    func thread() throws {
        let wakes = CallRecorder<ChangeAlarm.Wake?>()
        let (isAwake, isOver) = (Gate(), Gate())
        Thread.detachNewThread { [alarm] in
            do {
                wakes.record(try alarm.wait())
                isAwake.open()
                wakes.record(try alarm.wait())
            } catch {
                Issue.record(error)
            }
            isOver.open()
        }
        alarm.ring()
        #expect(isAwake.wait())
        alarm.end()
        #expect(isOver.wait())
        #expect(wakes.calls == [.change, nil])
    }

    @Test("a waiting task wakes for a ring and ends when it is cancelled")
    func task() async throws {
        let isAwake = AsyncStream.makeStream(of: Void.self)
        let task = Task { [alarm] in
            let first = try await alarm.next()
            isAwake.continuation.yield()
            return (first, try await alarm.next())
        }
        alarm.ring()
        for await _ in isAwake.stream { break }
        task.cancel()
        let (first, second) = try await task.value
        #expect(first == .change)
        #expect(second == nil)
        #expect(try alarm.hasEnded())
    }

    @Test("the first reason for the end is kept, and waits throw it if it is an error")
    func reason() async {
        alarm.end(.failure(Reason()))
        alarm.end()
        alarm.ring()
        #expect(throws: Reason.self) { try alarm.wait() }
        #expect(throws: Reason.self) { try alarm.hasEnded() }
        await #expect(throws: Reason.self) { try await alarm.next() }
    }
}
