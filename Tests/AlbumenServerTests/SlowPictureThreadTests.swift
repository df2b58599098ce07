import AlbumenTestSupport
import MediaRequests
import Testing

@testable import AlbumenServer

@Suite struct SlowPictureThreadTests {
    @Test func `slow pictures have separate threads`() async throws {
        let work = BlockingWork(pictureThreads: 1)
        let gate = Gate()
        try await withThrowingTaskGroup(of: String.self) { group in
            for index in 0..<10 {
                group.addTask {
                    try await work.makePicture { lane in
                        if lane == .quick { throw MediaError.takesLong }
                        return gate.wait() ? "slow \(index)" : "late"
                    }
                }
            }
            // The gate is still closed.
            for _ in 0..<20 { #expect(try await work.makePicture { "\($0)" } == "quick") }
            gate.open()
            var names: Set<String> = []
            for try await name in group { names.insert(name) }
            #expect(names == Set((0..<10).map { "slow \($0)" }))
        }
        try await work.finish()
    }

    @Test func `a failure that does not concern lanes is returned at once`() async throws {
        let work = BlockingWork(pictureThreads: 1)
        let lanes = CallRecorder<RenderLane>()
        await #expect(throws: MediaError.cancelled) {
            try await work.makePicture { lane in
                lanes.record(lane)
                throw MediaError.cancelled
            }
        }
        #expect(lanes.calls == [.quick])
        try await work.finish()
    }
}
