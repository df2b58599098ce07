import AlbumenModel
import AlbumenTestSupport
import Foundation
import Testing

@testable import Albumen

/// A process that makes random blocks of changes is killed at random moments: its library is the one before the block it
/// was at, or the one after, and never a third.
@Suite struct KilledWriterTests {
    private static var executable: URL {
        URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
            .appending(path: "BlockWriter")
    }

    @Test(arguments: 1...12)
    func `a killed writer leaves the library before or after its change`(seed: Int) throws {
        let temporary = try TemporaryLibrary()
        try temporary.add((0..<12).map { .image("\($0).jpg") })
        let start = try LibraryModel(of: temporary.library)
        let writer = try ProgramRun(Self.executable, [temporary.folder.path, String(seed)])
        let wanted = seed * 7 % 40
        _ = writer.waitForOutput { $0.count { $0 == "\n" } >= wanted }
        writer.kill(SIGKILL)
        let ending = try writer.wait()
        #expect(ending.ending == .signalled(SIGKILL), "\(ending.error)")
        let told = ending.outputLines.last.flatMap { Int($0) } ?? 0

        var blocks = RandomBlocks(seed: UInt64(seed))
        var model = start
        var states: [LibraryModel] = []
        for number in 1...(told + 1) {
            var after = model
            let block = blocks.next(for: model)
            if (try? after.apply(block)) != nil { model = after }
            if number >= told { states.append(model) }
        }
        if told == 0 { states.insert(start, at: 0) }
        let reopened = try Library(at: temporary.folder)
        defer { try? reopened.close() }
        let found = try LibraryModel(of: reopened)
        #expect(states.contains(found), "\(found.differences(from: states[0]))")
        for album in try LibraryModel.counts(of: reopened) { #expect(album.kept == album.counted) }
        let summary = try LibraryVerification(of: reopened).run(reclaimsOrphans: false) { finding in
            #expect(!finding.isFault, "\(finding)")
        }
        #expect(summary.faults == 0)
    }
}
