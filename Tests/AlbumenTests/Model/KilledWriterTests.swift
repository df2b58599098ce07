import AlbumenModel
import AlbumenTestSupport
import Foundation
import Testing

@testable import Albumen
@testable import PhotoLibrary

/// A process that commits random change blocks is killed at random moments. Its library is then in the state before or
/// after its last block, and never in between.
@Suite(.blocking) struct KilledWriterTests {
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
