import AlbumenTestSupport
import BlobStore
import Cancellation
import Foundation
import LTX
import Records
import Testing

@testable import Albumen
@testable import PhotoLibrary

/// Former owners' files leave the place, and the backup is restored once a week to check it.
@Suite struct BackupUpkeepTests {
    @Test func filesOfFormerOwnersLeaveAfterTheRetention() throws {
        let fixture = try BackupFixture()
        try fixture.send()
        let former = try #require(try Self.epochs(fixture).first)
        let (restored, _) = try fixture.restore()
        defer { #expect(throws: Never.self) { try restored.close() } }
        let owners = try Self.owners(fixture)
        for (days, remain) in [(0.0, true), (30, true), (8, false)] {
            fixture.cloud.clock.advance(days: days)
            try Self.keepUp(restored)
            #expect(try Self.epochs(fixture).contains(former) == remain, "\(days)")
        }
        #expect(try Self.epochs(fixture).count == 1)
        #expect(try Self.owners(fixture) == owners, "Records of owners stay.")
        let (again, summary) = try fixture.restore()
        #expect(summary.assets == 3)
        try again.close()
    }

    @Test func anOwnerWithoutASnapshotRemovesNothing() throws {
        let fixture = try BackupFixture()
        try fixture.send()
        let (restored, _) = try fixture.restore()
        defer { #expect(throws: Never.self) { try restored.close() } }
        fixture.cloud.clock.advance(days: 40)
        let place = try restored.connectedPlace()
        let ownership = try restored.ownership(of: place, WorkCancellation())
        let backup = try CatalogBackup(of: restored, in: place, ownership, WorkCancellation())
        // Somebody has emptied the present owner's part of the place, and nothing here knows it.
        for file in try backup.replica.files(WorkCancellation()) {
            try place.remove(backup.replica.name(of: file.name), WorkCancellation())
        }
        let former = try Self.epochs(fixture)
        try backup.removeFormerOwners()
        #expect(try former.count == 1 && Self.epochs(fixture) == former)
        try backup.close()
    }

    @Test func aReplacedOwnerRemovesNothing() throws {
        let fixture = try BackupFixture()
        try fixture.send()
        let (second, _) = try fixture.restore()
        defer { #expect(throws: Never.self) { try second.close() } }
        fixture.cloud.clock.advance(days: 40)
        let place = try second.connectedPlace()
        let backup = try CatalogBackup(
            of: second, in: place, second.ownership(of: place, WorkCancellation()), WorkCancellation())
        let (third, _) = try fixture.restore()
        try third.close()
        let error = #expect(throws: RemoteBlobError.self) { try backup.removeFormerOwners() }
        #expect(error?.code == .occupied)
        #expect(try Self.epochs(fixture).count == 3)
        try backup.close()
    }

    @Test func theBackupIsRestoredOnceAWeek() throws {
        let fixture = try BackupFixture()
        try fixture.send()
        let first = try #require(try Self.status(fixture).drill)
        #expect(first.date == fixture.cloud.clock.now && first.failure == nil && first.obstacle == nil)
        fixture.cloud.clock.advance(days: 6)
        try Self.keepUp(fixture.library)
        #expect(try Self.status(fixture).drill == first)
        fixture.cloud.clock.advance(days: 1.5)
        try Self.keepUp(fixture.library)
        #expect(try Self.status(fixture).drill?.date == fixture.cloud.clock.now)
        let folder = try BackupFolder(for: fixture.place.address, of: fixture.library)
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.url.path(percentEncoded: false))
        #expect(!names.contains { $0.contains("drill") })
    }

    @Test func aBackupThatCannotBeRestoredIsReported() throws {
        let fixture = try BackupFixture()
        try fixture.send()
        let paths = try FileManager.default.subpathsOfDirectory(atPath: fixture.cloud.place.path)
        let snapshot = fixture.cloud.place.file(try #require(paths.first { $0.hasSuffix(".ltx") }))
        let intact = try Data(contentsOf: snapshot)
        var data = intact
        data[data.count / 2] ^= 1
        try data.write(to: snapshot)
        fixture.cloud.clock.advance(days: 8)
        try Self.keepUp(fixture.library)
        let failed = try #require(try Self.status(fixture).drill)
        #expect(failed.failure?.contains(".ltx") == true, "\(failed)")
        // It's repeated after a day.
        try intact.write(to: snapshot)
        fixture.cloud.clock.advance(days: 1.1)
        try Self.keepUp(fixture.library)
        #expect(try Self.status(fixture).drill?.failure == nil)
    }

    @Test func theDrillIsOffByTheSettingAndForDisks() throws {
        let fixture = try BackupFixture()
        var settings = fixture.cloud.settings
        settings.isDrillOff = true
        try fixture.library.connect(settings, WorkCancellation())
        try fixture.send()
        #expect(try Self.status(fixture).drill == nil)
        let disk = try TemporaryFolder()
        _ = try DiskBackup(of: fixture.library, to: disk.url, WorkCancellation()).run()
        #expect(try fixture.library.backupStatus(at: "dir:\(disk.path.dropLast())").drill == nil)
    }

    @Test func aLostFileNamesTheNewestStateThatCanBeRestored() throws {
        let fixture = try BackupFixture(photos: 1)
        for number in 1..<4 {
            try fixture.send()
            fixture.cloud.clock.advance(days: 0.001)
            try fixture.cloud.add(number..<(number + 1))
        }
        try fixture.send()
        let files = try fixture.files()
        let transactions = files.filter { $0.name.level == 0 }.map(\.name.transactions.upperBound).sorted()
        #expect(transactions.count == 3)
        let replica = CatalogReplica(of: try #require(try Self.epochs(fixture).last), in: try fixture.place)
        // Files that were merged have it, too.
        for file in files where !file.name.isSnapshot && file.name.transactions.contains(transactions[1]) {
            try fixture.place.remove(replica.name(of: file.name), WorkCancellation())
        }
        let error = #expect(throws: BackupError.self) { try fixture.restore() }
        #expect(error?.code == .incomplete && error?.message.contains("--list") == true)
        let date = try #require(error?.message.firstMatch(of: /--before (\S+Z)/)?.1)
        let seconds = try #require(CivilTime.secondsSinceReferenceDate(String(date)))
        let (restored, summary) = try fixture.restore { options in
            options.date = Date(timeIntervalSinceReferenceDate: seconds)
            options.replacesOwner = true
        }
        #expect(summary.assets == 2)
        try restored.close()
    }

    // MARK: Parts

    private static func keepUp(_ library: Library) throws {
        let place = try library.connectedPlace()
        let backup = try CatalogBackup(
            of: library, in: place, library.ownership(of: place, WorkCancellation()), WorkCancellation())
        try backup.step()
        try backup.keepUp()
        try backup.close()
    }

    private static func status(_ fixture: BackupFixture) throws -> BackupStatus {
        try fixture.library.backupStatus(at: fixture.cloud.settings.address)
    }

    private static func epochs(_ fixture: BackupFixture) throws -> [Epoch] {
        try CatalogReplica.all(in: fixture.place, WorkCancellation()).keys.sorted()
    }

    private static func owners(_ fixture: BackupFixture) throws -> [String] {
        try fixture.cloud.place.names(in: "albumen/owner").filter { !$0.hasSuffix("-head") }
    }
}
