import AlbumenTestSupport
import BlobStore
import Cancellation
import Foundation
import GRDB
import LTX
import Records
import Testing

@testable import Albumen
@testable import Catalog
@testable import PhotoLibrary

/// The status never says that the place has what it doesn't have.
@Suite struct BackupHonestyTests {
    @Test func aReplacedCopyIsNotProtectedAndSaysSo() throws {
        let fixture = try BackupFixture()
        try fixture.cloud.sync()
        try fixture.send()
        #expect(try Self.status(fixture).isComplete)
        // It has begun to send when another machine takes the library over.
        let backup = try fixture.backup()
        let (restored, _) = try fixture.restore()
        try restored.close()
        try fixture.cloud.add(3..<4)
        #expect(throws: RemoteBlobError.self) { try backup.step() }
        #expect(try !Self.status(fixture).isComplete)
        try backup.close()
        #expect(throws: RemoteBlobError.self) { try fixture.send() }
        let status = try Self.status(fixture)
        #expect(status.isReplaced && !status.isComplete && status.failure?.contains("taken over") == true)
        // Afterwards, it owns the place again, which has nothing of it yet.
        try fixture.cloud.connect(takingOver: true)
        #expect(try !Self.status(fixture).isComplete)
        try fixture.send()
        let last = try Self.status(fixture)
        #expect(last.isComplete, "\(last)")
    }

    @Test func anEmptiedPlaceIsNotTakenForAFullOne() throws {
        let fixture = try BackupFixture()
        try fixture.send()
        #expect(try Self.status(fixture).isComplete)
        let place = fixture.cloud.place
        for name in try place.names() { try FileManager.default.removeItem(at: place.file(name)) }
        try fixture.cloud.connect()
        #expect(try !Self.status(fixture).isComplete)
        try fixture.send()
        #expect(try Self.status(fixture).isComplete)
        try BackupContinuationTests.expectEqualState(fixture)
    }

    @Test func anOlderCatalogIsNotTakenForTheNewestOne() throws {
        let fixture = try BackupFixture()
        try fixture.cloud.add(3..<6)
        try fixture.send()
        try fixture.library.catalog.pool.writeWithoutTransaction { database in
            try database.execute(sql: "DELETE FROM change WHERE id = (SELECT max(id) FROM change)")
            try database.execute(sql: "UPDATE sqlite_sequence SET seq = seq - 1 WHERE name = 'change'")
        }
        #expect(try !Self.status(fixture).isComplete)
        try fixture.send()
        #expect(try Self.status(fixture).isComplete)
        try fixture.cloud.add(6..<7)
        #expect(try !Self.status(fixture).isComplete)
    }

    @Test func aReadOnlyCopySendsNothingEvenIfItHasTheOwnersPath() throws {
        let fixture = try BackupFixture()
        try fixture.cloud.sync()
        try fixture.send()
        let files = try fixture.files()
        let folder = fixture.library.folder
        try fixture.library.close()
        try FileManager.default.removeItem(at: folder)
        var options = LibraryRestoration.Options()
        options.isReadOnly = true
        _ = try LibraryRestoration(from: fixture.cloud.settings, to: folder, WorkCancellation()).run(
            options, notify: { _ in })
        let library = try Library(at: folder, workerExecutable: nil)
        defer { #expect(throws: Never.self) { try library.close() } }
        #expect(try library.backupStatus(at: fixture.cloud.settings.address).isReadOnly)
        let uuid = try #require(try library.catalog.read { try $0.assets(after: 0, limit: 1) }.first?.uuid)
        var transaction = Transaction()
        transaction.record(.setFavorite(true, assetUUID: uuid))
        let refusal = #expect(throws: CatalogError.self) { _ = try library.owner.commit(transaction) }
        #expect(refusal?.code == .replaced && refusal?.message.contains("only reads") == true)
        #expect(try library.catalog.read { try $0.assets(after: 0, limit: 1) }.first?.isFavorite == false)
        let sending = #expect(throws: RemoteBlobError.self) {
            try CatalogBackup.sendOnce(library, WorkCancellation())
        }
        #expect(sending?.code == .occupied)
        #expect(throws: RemoteBlobError.self) { try CloudSync(of: library, WorkCancellation()).run() }
        #expect(try fixture.files().map(\.name) == files.map(\.name))
    }

    @Test func aRestorationThroughASymbolicLinkOwnsThePlace() throws {
        let fixture = try BackupFixture()
        try fixture.send()
        let parent = try TemporaryFolder()
        try parent.makeFolder("real")
        let link = parent.file("link").path(percentEncoded: false)
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "real")
        let folder = parent.url.appending(path: "link/new", directoryHint: .isDirectory)
        var options = LibraryRestoration.Options()
        options.replacesOwner = true
        _ = try LibraryRestoration(from: fixture.cloud.settings, to: folder, WorkCancellation()).run(
            options, notify: { _ in })
        for path in ["link/new", "real/new"] {
            let library = try Library(
                at: parent.url.appending(path: path, directoryHint: .isDirectory), workerExecutable: nil)
            #expect(throws: Never.self, "\(path)") { try CatalogBackup.sendOnce(library, WorkCancellation()) }
            try library.close()
        }
    }

    @Test func twoRestorationsToOneFolderDontDisturbEachOther() throws {
        let fixture = try BackupFixture()
        try fixture.send()
        let parent = try TemporaryFolder()
        let folder = parent.url.appending(path: "new", directoryHint: .isDirectory)
        let working = try parent.makeFolder(".new.restoring")
        let lock = try CloudLock(folder: working, busy: "")
        let error = #expect(throws: CloudError.self) {
            try LibraryRestoration(from: fixture.cloud.settings, to: folder, WorkCancellation()).run(
                .init(), notify: { _ in })
        }
        #expect(error?.code == .busy)
        #expect(FileManager.default.fileExists(atPath: working.path(percentEncoded: false)))
        withExtendedLifetime(lock) {}
    }

    private static func status(_ fixture: BackupFixture) throws -> BackupStatus {
        try fixture.library.backupStatus(at: fixture.cloud.settings.address)
    }
}
