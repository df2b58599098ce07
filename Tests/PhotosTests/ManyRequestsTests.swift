import AlbumenTestSupport
import Foundation
import Testing

/// The cost of 10,000 concurrent requests, in a separate process.
@Suite(.blocking) struct ManyRequestsTests {
    @Test("10,000 requests: all answered, with few threads and at most 1 KB per waiting request")
    func tenThousand() throws {
        let program = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
            .appending(path: "ManyRequests")
        let outcome = try ProgramRun(
            program, ["10000"], environment: ["PATH": "/usr/bin:/bin", "TMPDIR": NSTemporaryDirectory()]
        ).wait()
        let report = try JSONDecoder().decode(ManyRequestsReport.self, from: outcome.outputData)
        #expect(report.answered == 10_000)
        #expect(report.failed == 0)
        #expect((1...9500).contains(report.cancelled))
        // Dispatch has a few additional threads for the callback queue.
        #expect((1...report.threadLimit + 4).contains(report.largestThreadGrowth))
        #expect((1...1024).contains(report.bytesPerWaitingRequest))
    }
}
