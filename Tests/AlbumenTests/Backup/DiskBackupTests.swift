import AlbumenTestSupport
import BlobStore
import Cancellation
import Catalog
import Foundation
import LTX
import Records
import Testing

@testable import Albumen
@testable import PhotoLibrary

/// A copy on another disk has everything, continues, and becomes a library again.
@Suite struct DiskBackupTests {
    @Test func theNextBackupCopiesWhatIsNew() throws {
        let (fixture, disk) = (try CloudFixture(photos: 3), try TemporaryFolder())
        let first = try Self.backUp(fixture.library, to: disk)
        #expect(first.copied == 3 && first.present == 0 && first.failed == 0)
        try fixture.add(3..<5)
        let second = try Self.backUp(fixture.library, to: disk)
        #expect(second.copied == 2 && second.present == 3)
        let restored = try Self.restore(disk)
        defer { #expect(throws: Never.self) { try restored.library.close() } }
        #expect(restored.summary.fetched.count == 5 && restored.summary.missing.isEmpty)
        for digest in try fixture.digests() {
            guard case .intact = try restored.library.blobs.verify(digest) else {
                Issue.record("\(digest)")
                continue
            }
        }
        let (before, after) = (try CatalogRows.all(of: fixture.library), try CatalogRows.all(of: restored.library))
        for (table, rows) in before { #expect(after[table] == rows, "\(table)") }
        let summary = try LibraryVerification(of: restored.library).run(reclaimsOrphans: false) {
            Issue.record("\($0)")
        }
        #expect(summary.faults == 0)
        #expect(try restored.library.cloudSettings() == nil)
    }

    @Test func aDamagedOriginalIsNamedAndTheOthersAreCopied() throws {
        let (fixture, disk) = (try CloudFixture(photos: 3), try TemporaryFolder())
        let digests = try fixture.digests()
        try fixture.library.blobs.remove(digests[1])
        var failures: [String] = []
        let summary = try DiskBackup(of: fixture.library, to: disk.url, WorkCancellation()).run(
            report: { name, _ in failures.append(name) })
        #expect(summary.copied == 2 && summary.failed == 1)
        #expect(failures.count == 1 && failures[0].hasPrefix("1.png"))
        let restored = try Self.restore(disk)
        #expect(restored.summary.missing.map(\.digest) == [digests[1]])
        try restored.library.close()
    }

    @Test func anEarlierStateComesBackWithItsPhotos() throws {
        let (fixture, disk) = (try CloudFixture(photos: 2), try TemporaryFolder())
        _ = try Self.backUp(fixture.library, to: disk)
        fixture.clock.advance(days: 1)
        let date = fixture.clock.now
        fixture.clock.advance(days: 1)
        try fixture.purge(try fixture.digests()[0])
        _ = try Self.backUp(fixture.library, to: disk)
        let present = try Self.restore(disk)
        #expect(present.summary.assets == 1 && present.summary.fetched.count == 1)
        try present.library.close()
        let earlier = try Self.restore(disk, before: date)
        #expect(earlier.summary.assets == 2 && earlier.summary.fetched.count == 2)
        try earlier.library.close()
    }

    @Test func aFolderBelongsToOneLibrary() throws {
        let (fixture, other, disk) = (try CloudFixture(photos: 1), try CloudFixture(photos: 1), try TemporaryFolder())
        _ = try Self.backUp(fixture.library, to: disk)
        let error = #expect(throws: RemoteBlobError.self) { try Self.backUp(other.library, to: disk) }
        #expect(error?.code == .occupied)
        let own = #expect(throws: BackupError.self) {
            try DiskBackup(of: fixture.library, to: fixture.library.folder, WorkCancellation())
        }
        #expect(own?.code == .withinLibrary)
        let inside = #expect(throws: BackupError.self) {
            try DiskBackup(
                of: fixture.library, to: fixture.library.folder.appending(path: "originals"), WorkCancellation())
        }
        #expect(inside?.code == .withinLibrary)
    }

    @Test func originalsThatAreOnlyInThePlaceAreCopiedToo() throws {
        let (fixture, disk) = (try CloudFixture(photos: 2), try TemporaryFolder())
        try fixture.connect()
        try fixture.sync()
        try fixture.evict()
        #expect(try fixture.here().isEmpty)
        let summary = try Self.backUp(fixture.library, to: disk)
        #expect(summary.copied == 2 && summary.failed == 0)
        #expect(try fixture.here().isEmpty, "They don't stay on this machine.")
        let restored = try Self.restore(disk)
        #expect(restored.summary.fetched.count == 2)
        try restored.library.close()
    }

    private static func backUp(_ library: Library, to disk: TemporaryFolder) throws -> DiskBackup.Summary {
        try DiskBackup(of: library, to: disk.url, WorkCancellation()).run(
            report: { name, reason in Issue.record("\(name): \(reason)") })
    }

    private static func restore(
        _ disk: TemporaryFolder, before date: Date? = nil
    ) throws -> (library: Library, summary: LibraryRestoration.Summary) {
        var options = LibraryRestoration.Options()
        (options.fetchesOriginals, options.date) = (true, date)
        // Beside the backup, so that it's removed with it.
        let folder = disk.url.appending(path: "restored-\(UUID().uuidString)", directoryHint: .isDirectory)
        let restoration = try LibraryRestoration(
            from: CloudSettings(address: "dir:\(disk.path.dropLast())"), to: folder, WorkCancellation())
        let summary = try restoration.run(options, notify: { _ in })
        return (try Library(at: folder, workerExecutable: nil), summary)
    }
}
