import AlbumenTestSupport
import BlobStore
import Cancellation
import Foundation
import GRDB
import LTX
import Testing

@testable import Albumen
@testable import Catalog
@testable import PhotoLibrary

/// Whatever is lost between two runs, the next one sends what the place lacks, and a restoration has the newest state.
@Suite struct BackupContinuationTests {
    /// What disappears, or changes, between two runs.
    enum Mishap: CaseIterable {
        case nothing, ledger, state, segments, folder, newestObject, allObjects, log, foreignChange, staleLedger
    }

    @Test(arguments: Mishap.allCases) func theNextRunContinues(after mishap: Mishap) throws {
        let fixture = try BackupFixture(photos: 1)
        try fixture.send()
        try fixture.cloud.add(1..<2)
        let folder = try BackupFolder(for: fixture.place.address, of: fixture.library)
        let ledger = try Data(contentsOf: folder.ledger)
        try fixture.send()
        try fixture.cloud.add(2..<3)
        try Self.cause(mishap, fixture, folder, ledger: ledger)
        try fixture.cloud.add(3..<4)
        try fixture.send()
        let transactions = try fixture.files().map(\.name.transactions.upperBound)
        #expect(Set(transactions).count >= 2 || mishap == .allObjects)
        try Self.expectEqualState(fixture)
        // Nothing more is sent without a change.
        let files = try fixture.files()
        try fixture.send()
        #expect(try fixture.files().map(\.name) == files.map(\.name))
    }

    @Test func filesWaitWhileThePlaceCannotBeUsed() throws {
        let fixture = try BackupFixture(photos: 1)
        let backup = try fixture.backup()
        try backup.step()
        #expect(try fixture.library.backupStatus(at: fixture.place.address).oldestWaiting == nil)
        for number in 1..<4 {
            fixture.cloud.clock.advance(days: 0.001)
            try fixture.cloud.add(number..<(number + 1))
            #expect(try backup.ship())
        }
        let status = try fixture.library.backupStatus(at: fixture.place.address)
        #expect(status.waitingChanges > 0 && status.isRunning)
        let oldest = try #require(status.oldestWaiting)
        #expect(fixture.cloud.clock.now.timeIntervalSince(oldest) > 150)
        #expect(backup.staging.state.waiting.count == 3)
        // They become one file.
        #expect(try backup.upload() == 1)
        #expect(try fixture.files().count == 2)
        let later = try fixture.library.backupStatus(at: fixture.place.address)
        #expect(later.waitingChanges == 0 && later.oldestWaiting == nil && later.storedDate != nil)
        try backup.close()
        try Self.expectEqualState(fixture)
    }

    @Test func oneProcessSendsTheChanges() throws {
        let fixture = try BackupFixture(photos: 1)
        let backup = try fixture.backup()
        let error = #expect(throws: CloudError.self) { try fixture.backup() }
        #expect(error?.code == .busy)
        try fixture.send()
        #expect(try fixture.files().isEmpty)
        try backup.close()
    }

    @Test func upkeepMergesAndRemovesWithoutLosingTheNewestState() throws {
        let fixture = try BackupFixture(photos: 1)
        try fixture.send()
        var number = 1
        for _ in 0..<6 {
            for _ in 0..<3 {
                fixture.cloud.clock.advance(days: 20.0 / 86_400)
                try fixture.cloud.add(number..<(number + 1))
                number += 1
                try fixture.send()
            }
            fixture.cloud.clock.advance(days: 0.3)
            let backup = try fixture.backup()
            try backup.keepUp()
            try backup.close()
        }
        let levels = Set(try fixture.files().map(\.name.level))
        #expect(levels.isSuperset(of: [1, 2, 3, 9]))
        try Self.expectEqualState(fixture)
        fixture.cloud.clock.advance(days: 2)
        let backup = try fixture.backup()
        try backup.keepUp()
        try backup.close()
        #expect(try !fixture.files().contains { $0.name.level == 0 })
        try Self.expectEqualState(fixture)
    }

    @Test func aDamagedFileIsFoundByMergingAndASnapshotMendsTheBackup() throws {
        let fixture = try BackupFixture(photos: 1)
        try fixture.send()
        for number in 1..<4 {
            fixture.cloud.clock.advance(days: 40.0 / 86_400)
            try fixture.cloud.add(number..<(number + 1))
            try fixture.send()
        }
        let damaged = try #require(try fixture.files().last { $0.name.level == 0 })
        let epoch = try #require(try CatalogReplica.all(in: fixture.place, WorkCancellation()).keys.max())
        let object = fixture.cloud.place.file(epoch.catalogPrefix + damaged.name.path)
        var bytes = try Data(contentsOf: object)
        bytes[bytes.count / 2] ^= 1
        try bytes.write(to: object)
        // Without the copies here, merging reads the place.
        for file in try FileManager.default.contentsOfDirectory(
            at: BackupFolder(for: fixture.cloud.settings.address, of: fixture.library).segments,
            includingPropertiesForKeys: nil)
        {
            try FileManager.default.removeItem(at: file)
        }
        #expect(throws: (any Error).self) { _ = try fixture.restore { $0.isReadOnly = true } }
        fixture.cloud.clock.advance(days: 0.3)
        let backup = try fixture.backup()
        try backup.keepUp()
        try backup.close()
        try Self.expectEqualState(fixture)
        #expect(try fixture.files().contains { $0.name == damaged.name }, "It stays for a while.")
        // The damage stays known, and changes go on.
        try fixture.cloud.add(4..<5)
        try fixture.send()
        try Self.expectEqualState(fixture)
        fixture.cloud.clock.advance(days: 40)
        try fixture.cloud.add(5..<6)
        try fixture.send()
        #expect(try !fixture.files().contains { $0.name == damaged.name })
        try Self.expectEqualState(fixture)
    }

    @Test func aReplicaOfAFolderIsRestoredByLitestream() throws {
        let program = ".build/object-stores/litestream/bin/litestream"
        guard FileManager.default.isExecutableFile(atPath: program) else {
            print("Litestream isn't installed, so nothing restores the replica: script/object-stores")
            return
        }
        let fixture = try BackupFixture(photos: 2)
        try fixture.send()
        try fixture.cloud.add(2..<5)
        try fixture.send()
        let epoch = try #require(try CatalogReplica.all(in: fixture.place, WorkCancellation()).keys.max())
        let output = fixture.cloud.sources.file("restored.sqlite").path(percentEncoded: false)
        let replica = fixture.cloud.place.file(String(epoch.catalogPrefix.dropLast())).path(percentEncoded: false)
        let run = try ProgramRun(
            URL(filePath: program), ["restore", "-o", output, "-integrity-check", "full", "file://\(replica)"])
        let outcome = try run.wait()
        #expect(outcome.exitStatus == 0, "\(outcome.error)")
        let restored = try fixture.restore { $0.isReadOnly = true }.library
        try restored.close()
        // The library has an epoch more, so only its size is the same.
        let size = try FileManager.default.attributesOfItem(atPath: output)[.size] as? Int ?? 0
        #expect(size > 0 && size % 4096 == 0)
    }

    private static func cause(
        _ mishap: Mishap, _ fixture: BackupFixture, _ folder: BackupFolder, ledger: Data
    ) throws {
        let manager = FileManager.default
        switch mishap {
        case .nothing: break
        case .ledger: try manager.removeItem(at: folder.ledger)
        case .state: try manager.removeItem(at: folder.state)
        case .segments:
            for name in try folder.names() { try folder.remove(name) }
        case .folder: try manager.removeItem(at: folder.url)
        case .newestObject, .allObjects:
            let place = try fixture.place
            for (epoch, files) in try CatalogReplica.all(in: place, WorkCancellation()) {
                let replica = CatalogReplica(of: epoch, in: place)
                let sorted = files.sorted { $0.name.transactions.upperBound < $1.name.transactions.upperBound }
                for file in mishap == .allObjects ? sorted : Array(sorted.suffix(1)) {
                    try place.remove(replica.name(of: file.name), WorkCancellation())
                }
            }
        case .log:
            // As the sqlite3 program does.
            try fixture.library.catalog.pool.writeWithoutTransaction { database in
                try database.execute(sql: "PRAGMA wal_checkpoint(TRUNCATE)")
            }
        case .foreignChange:
            try fixture.library.catalog.pool.writeWithoutTransaction { database in
                try database.execute(sql: "DELETE FROM importedFile")
            }
        case .staleLedger: try ledger.write(to: folder.ledger)
        }
    }

    /// Restores the newest state, and compares its rows with the library's.
    static func expectEqualState(_ fixture: BackupFixture) throws {
        let (restored, _) = try fixture.restore { $0.isReadOnly = true }
        defer { #expect(throws: Never.self) { try restored.close() } }
        let (before, after) = (try CatalogRows.all(of: fixture.library), try CatalogRows.all(of: restored))
        for (table, rows) in before where table != "place" { #expect(after[table] == rows, "\(table)") }
    }
}
