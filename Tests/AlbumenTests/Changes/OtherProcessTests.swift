import AlbumenTestSupport
import Catalog
import Foundation
import Records
import Synchronization
import Testing

@testable import Albumen
@testable import PhotoLibrary

/// How this process learns of another process's commits (§7.1.3).
@Suite(.blocking) struct OtherProcessTests {
    private static let commits = 10_000

    private static var writer: URL {
        URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
            .appending(path: "BlockWriter")
    }

    @Test("10,000 commits of another process are each reported once, in order")
    func eachCommitIsHeardOnceInOrder() throws {
        let temporary = try TemporaryLibrary()
        try temporary.add([.image("1.jpg")])
        let start = try temporary.library.owner.version()
        let heard = Mutex<[Int64]>([])
        let isComplete = Gate()
        let subscription = try temporary.library.changes.subscribe { change in
            let count = heard.withLock { heard in
                heard.append(change)
                return heard.count
            }
            if count == Self.commits { isComplete.open() }
        }
        defer { subscription.cancel() }
        let outcome = try ProgramRun.run(
            Self.writer, [temporary.folder.path, "favorite", String(Self.commits)])
        #expect(outcome.exitStatus == 0, "\(outcome.error)")
        #expect(isComplete.wait())
        let numbers = heard.withLock { $0 }
        #expect(numbers == Array((start + 1)...(start + Int64(Self.commits))))
    }

    @Test("a commit whose process was killed before ringing is reported when the library is opened next")
    func aCommitThatNobodyRangFor() throws {
        let temporary = try TemporaryLibrary()
        try temporary.add([.image("1.jpg")])
        let isHeard = Gate()
        let subscription = try temporary.library.changes.subscribe { _ in isHeard.open() }
        defer { subscription.cancel() }
        // A catalog opened directly has no doorbell.
        let silent = try Catalog(at: temporary.folder.appending(path: "catalog.sqlite"))
        try silent.write(author: "killed") { transaction in
            _ = try transaction.update(asset: 1) { $0.isFavorite = true }
        }
        try silent.close()
        try Library(at: temporary.folder).close()
        #expect(isHeard.wait())
    }
}
