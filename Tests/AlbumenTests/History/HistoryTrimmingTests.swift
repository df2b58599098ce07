import AlbumenTestSupport
import Catalog
import Foundation
import Records
import Synchronization
import Testing

@testable import Albumen
@testable import PhotoLibrary

/// History is trimmed by age and number of rows, after a snapshot (§7.5.3).
@Suite struct HistoryTrimmingTests {
    private static let limits = HistoryTrimming.Limits(days: 30, rows: 10, leastRows: 1, portion: 3)

    private let clock = Clock()
    let temporary: TemporaryLibrary
    private var library: Library { temporary.library }

    private final class Clock: Sendable {
        private let date = Mutex(Date(timeIntervalSinceReferenceDate: 0))
        var now: Date { date.withLock { $0 } }
        func advance(days: Double) { date.withLock { $0 += days * 86_400 } }
    }

    init() throws {
        let clock = clock
        temporary = try TemporaryLibrary(now: { clock.now })
        for index in 0..<25 { try temporary.add([.image("\(index).jpg")]) }
    }

    @Test("recent history is kept")
    func youngHistoryStays() throws {
        clock.advance(days: 29)
        try trim()
        #expect(try library.owner.oldestToken().number == 0)
        #expect(try snapshots().isEmpty)
        #expect(!FileManager.default.fileExists(atPath: folder.path))
    }

    @Test(
        "after trimming to ten rows, older tokens are expired, details are gone, and the remaining history is complete")
    func tenRows() throws {
        let start = try library.owner.oldestToken()
        clock.advance(days: 31)
        try trim()
        #expect(try library.owner.oldestToken().number == 15)
        let expired = #expect(throws: LibraryError.self) { try library.owner.changes(since: start) }
        #expect(expired?.code == .changeTokenExpired)
        let gone = #expect(throws: LibraryError.self) {
            try library.owner.details(of: .asset, inChange: token(15))
        }
        #expect(gone?.code == .changeDetailsGone)
        #expect(try library.owner.changes(since: token(15)).entries.count == 10)
        #expect(try library.owner.details(of: .asset, inChange: token(16)).inserted.count == 1)
        #expect(try LibraryVerification(of: library).run(reclaimsOrphans: false) { _ in }.faults == 0)
    }

    @Test("rows are kept if they are too few for a snapshot")
    func rowsThatAreTooFewToBeWorthASnapshotStay() throws {
        clock.advance(days: 31)
        try HistoryTrimming(of: library, limits: .init(days: 30, rows: 10, leastRows: 16, portion: 3)).run()
        #expect(try library.owner.oldestToken().number == 0)
        try HistoryTrimming(of: library, limits: .standard).run()
        #expect(try library.owner.oldestToken().number == 0)
    }

    @Test("the snapshot contains the trimmed history, and the two newest snapshots are kept")
    func snapshotsAreKept() throws {
        for round in 0..<4 {
            clock.advance(days: 31)
            try trim()
            try temporary.add((0..<20).map { .image("\(round)-\($0).jpg") })
            for index in 0..<20 { try temporary.add([.image("more \(round)-\(index).jpg")]) }
        }
        let numbers = try snapshots()
        #expect(numbers == [67, 88])
        let catalog = try Catalog(at: folder.appending(path: "catalog-88.sqlite"))
        #expect(try catalog.read { try $0.latestChange() } == 88)
        #expect(try catalog.read { try $0.oldestChange() } == 58)
        #expect(try catalog.read { try $0.structuralFaults() } == [])
        try catalog.close()
        #expect(try library.owner.oldestToken().number == 78)
    }

    @Test("without a snapshot nothing is trimmed, and the reason is reported")
    func noSnapshot() throws {
        clock.advance(days: 31)
        try Data("in the way".utf8).write(to: folder)
        #expect(throws: (any Error).self) { try trim() }
        #expect(try library.owner.oldestToken().number == 0)
    }

    @Test("a cancelled snapshot leaves no incomplete file")
    func stopped() throws {
        clock.advance(days: 31)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try Data("left by a killed process".utf8).write(to: folder.appending(path: ".0.sqlite"))
        let asked = Mutex(0)
        let trimming = HistoryTrimming(of: library, limits: Self.limits)
        #expect(throws: CancellationError.self) {
            try trimming.run {
                asked.withLock {
                    $0 += 1
                    return true
                }
            }
        }
        #expect(asked.withLock { $0 } > 0)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).allSatisfy { !$0.hasPrefix(".") })
        try trim()
        #expect(try library.owner.oldestToken().number == 15)
    }

    @Test("two concurrent trims don't wait for each other")
    func locked() throws {
        clock.advance(days: 31)
        let snapshots = SnapshotFolder(of: library)
        let wasDone = try snapshots.withLock {
            try trim()
            #expect(try library.owner.oldestToken().number == 0)
        }
        #expect(wasDone)
        try trim()
        #expect(try library.owner.oldestToken().number == 15)
    }

    @Test("only the library's owner can read snapshots")
    func permissions() throws {
        clock.advance(days: 31)
        try trim()
        #expect(try snapshots().count == 1)
        #expect(try FileModes(of: library.folder).unexpected() == [])
    }

    @Test("an import trims at its end, and its summary reports a failure")
    func imports() throws {
        clock.advance(days: 31)
        let source = try TemporaryFolder()
        try source.write(SampleMedia.jpeg(comment: "new"), to: "new.jpg")
        try Data("in the way".utf8).write(to: folder)
        func run(_ isDryRun: Bool = false) throws -> IngestSummary {
            try Ingest(
                into: library, makesDerivatives: false, isDryRun: isDryRun, historyLimits: Self.limits, report: { _ in }
            ).run([source.url.path])
        }
        let failed = try run()
        #expect(failed.imported == 1)
        #expect(failed.historyFailure?.contains("not trimmed") == true)
        try FileManager.default.removeItem(at: folder)
        #expect(try run(true).historyFailure == nil)
        #expect(try library.owner.oldestToken().number == 0)
        #expect(try run().historyFailure == nil)
        #expect(try library.owner.oldestToken().number > 0)
    }

    @Test("a library can be created beside the snapshots of a deleted one")
    func snapshotsAreNoStrangers() throws {
        let empty = try TemporaryFolder()
        try empty.makeFolder("snapshots")
        try Library(at: empty.url).close()
    }

    private var folder: URL { library.folder.appending(path: SnapshotFolder.name) }

    private func trim() throws {
        try HistoryTrimming(of: library, limits: Self.limits).run()
    }

    private func snapshots() throws -> [Int64] {
        try SnapshotFolder(of: library).changes()
    }

    private func token(_ number: Int64) -> ChangeToken {
        ChangeToken(libraryIdentifier: library.identifier, number: number)
    }
}
