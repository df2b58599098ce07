import AlbumenTestSupport
import Foundation
import Testing

/// The exit of a program in which other threads still run.
@Suite(.blocking) struct ProgramExitTests {
    /// A thread that ends during the exit frees what libcrypto keeps for it. That crashed a program in a few thousand.
    @Test func `libcrypto is usable until the end of a program`() throws {
        let program = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
            .appending(path: "ManyRequests")
        let outcome = try ProgramRun(program, ["hash-at-exit"]).wait()
        #expect(outcome.exitStatus == 0, "\(outcome.error)")
        let digests = outcome.outputLines
        #expect(digests.count == 2)
        #expect(digests.first == digests.last)
        #expect(digests.first?.count == 64, "\(outcome.output)")
    }
}
