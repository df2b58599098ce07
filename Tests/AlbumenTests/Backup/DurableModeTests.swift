import AlbumenTestSupport
import BlobStore
import Cancellation
import Dispatch
import Foundation
import GRDB
import LTX
import Records
import Testing

@testable import Albumen
@testable import Catalog
@testable import PhotoLibrary

/// A change is reported after the place has it, and not if another copy owns the place.
@Suite(.blocking) struct DurableModeTests {
    @Test func reportedChangesAreInThePlace() throws {
        let fixture = try Self.durable()
        try Self.sending(fixture.library) {
            for number in 3..<6 {
                try fixture.cloud.add(number..<(number + 1))
                try Self.expectConfirmed(fixture)
            }
            try Self.setFavorites(fixture, 0..<6)
            try Self.expectConfirmed(fixture)
        }
        // Nothing is sent any more, so this is what a lost machine leaves.
        let restored = try fixture.restore().library
        let assets = try restored.catalog.read { try $0.assets(after: 0, limit: 10) }
        #expect(assets.count == 6 && assets.allSatisfy(\.isFavorite))
        #expect(try restored.isDurable, "The new owner keeps the promise.")
        #expect(try restored.ownership(of: fixture.place, WorkCancellation()).mode == .durable)
        try restored.close()
    }

    @Test func changesOfManyThreadsGoTogether() throws {
        let fixture = try Self.durable()
        let before = try fixture.files().count
        let changes = 40
        try Self.sending(fixture.library) {
            let uuids = try Self.uuids(fixture)
            let library = fixture.library
            DispatchQueue.concurrentPerform(iterations: changes) { number in
                #expect(throws: Never.self) {
                    try library.owner.commit([
                        .setFavorite(number.isMultiple(of: 2), assetUUID: uuids[number % uuids.count])
                    ])
                }
            }
            try Self.expectConfirmed(fixture)
        }
        let added = try fixture.files().count - before
        #expect(added >= 1 && added <= changes)
    }

    @Test func aChangeThatNobodySendsIsUnconfirmedAndStays() throws {
        let fixture = try Self.durable()
        let impatient = ChangeConfirmation(ofLibrary: fixture.library.folder, fixture.library.catalog, patience: 0.05)
        fixture.library.catalog.confirmDurableChanges { try impatient.wait(for: $0) }
        let error = #expect(throws: CatalogError.self) { try Self.setFavorites(fixture, 0..<1) }
        #expect(error?.code == .unconfirmed && error?.message.contains("may be there later") == true)
        #expect(try fixture.library.catalog.read { try $0.assets(after: 0, limit: 1) }.first?.isFavorite == true)
        #expect(try !fixture.library.backupStatus(at: fixture.cloud.settings.address).isComplete)
        // Whoever sends the next time sends it, and a new change finds it there.
        try fixture.send()
        try Self.expectConfirmed(fixture)
    }

    @Test func anImportWhoseConfirmationIsMissingKeepsItsFiles() throws {
        let fixture = try Self.durable()
        let impatient = ChangeConfirmation(ofLibrary: fixture.library.folder, fixture.library.catalog, patience: 0.05)
        fixture.library.catalog.confirmDurableChanges { try impatient.wait(for: $0) }
        #expect(throws: (any Error).self) { try fixture.cloud.add(3..<4) }
        #expect(try fixture.cloud.digests().count == 4)
        #expect(try fixture.cloud.here().count == 4, "The row's bytes are here.")
    }

    @Test(arguments: [true, false])
    func aReplacedCopyAcceptsNoChanges(isDurable: Bool) throws {
        let fixture = try isDurable ? Self.durable() : BackupFixture()
        try fixture.send()
        let (restored, _) = try fixture.restore()
        try restored.close()
        #expect(throws: RemoteBlobError.self) { try fixture.send() }
        let error = #expect(throws: CatalogError.self) { try Self.setFavorites(fixture, 0..<1) }
        #expect(error?.code == .replaced && error?.message.contains("--take-over") == true)
        #expect(try fixture.library.catalog.read { try $0.assets(after: 0, limit: 1) }.first?.isFavorite == false)
        // It can become the owner again, and it can go on without the place.
        try fixture.cloud.connect(takingOver: true)
        #expect(try fixture.library.isDurable == isDurable)
        if isDurable { try fixture.cloud.connect(isDurable: false) }
        try Self.setFavorites(fixture, 0..<1)
        #expect(try fixture.library.catalog.read { try $0.assets(after: 0, limit: 1) }.first?.isFavorite == true)
    }

    @Test func aDisconnectedCopyAcceptsChangesWithoutThePlace() throws {
        for replaces in [false, true] {
            let fixture = try Self.durable()
            if replaces {
                try fixture.restore().library.close()
                #expect(throws: RemoteBlobError.self) { try fixture.send() }
            }
            // Disconnecting takes photos out of Unable to Upload, which is a change.
            let assets = try fixture.library.catalog.read { try $0.assets(after: 0, limit: 1) }
            try fixture.library.catalog.pool.writeWithoutTransaction { database in
                try database.execute(
                    sql: "UPDATE asset SET isUnableToUpload = 1 WHERE id = ?", arguments: [assets[0].id])
            }
            try fixture.library.disconnect()
            try Self.setFavorites(fixture, 0..<1)
            #expect(try fixture.library.catalog.read { try $0.place() } == nil)
        }
    }

    @Test func aCopyThatOwnsItsPlaceAgainAcceptsChanges() throws {
        let fixture = try BackupFixture()
        try fixture.send()
        let address = fixture.cloud.settings.address
        try fixture.library.catalog.maintain {
            try $0.refuseChanges(at: address, because: "Its folder had another path.")
        }
        #expect(throws: CatalogError.self) { try Self.setFavorites(fixture, 0..<1) }
        // Nobody had taken the place over, so the next sending finds that out.
        try fixture.send()
        try Self.setFavorites(fixture, 0..<1)
        #expect(try !fixture.library.backupStatus(at: address).isReplaced)
    }

    @Test func accessCanBeTakenBackInAReplacedCopy() throws {
        let fixture = try BackupFixture()
        try fixture.library.setAccess(.full, ofClient: "slideshow", author: "command")
        try fixture.send()
        try fixture.restore().library.close()
        #expect(throws: RemoteBlobError.self) { try fixture.send() }
        #expect(throws: CatalogError.self) { try Self.setFavorites(fixture, 0..<1) }
        try fixture.library.setAccess(.none, ofClient: "slideshow", author: "command")
    }

    @Test func purgedBytesLeaveAlsoIfThePlaceDoesNotConfirm() throws {
        let fixture = try Self.durable()
        let impatient = ChangeConfirmation(ofLibrary: fixture.library.folder, fixture.library.catalog, patience: 0.05)
        fixture.library.catalog.confirmDurableChanges { try impatient.wait(for: $0) }
        let digest = try #require(try fixture.cloud.digests().first)
        let uuid = try Self.uuids(fixture)[0]
        for operation in [Transaction.Operation.trash(assetUUID: uuid), .purge(assetUUID: uuid)] {
            let error = #expect(throws: CatalogError.self) { try fixture.library.owner.commit([operation]) }
            #expect(error?.code == .unconfirmed)
        }
        #expect(try !fixture.library.blobs.contains(digest))
    }

    @Test func anotherLibrarysDiskGetsNothingAndStopsNobody() throws {
        let (own, other) = (try BackupFixture(), try BackupFixture(photos: 1))
        try own.send()
        try other.send()
        let (place, away) = (own.cloud.place.url, own.cloud.place.url.appendingPathExtension("away"))
        try FileManager.default.moveItem(at: place, to: away)
        try FileManager.default.copyItem(at: other.cloud.place.url, to: place)
        let before = try FileManager.default.subpathsOfDirectory(atPath: place.path).sorted()
        try own.cloud.add(3..<4)
        let error = #expect(throws: RemoteBlobError.self) { try own.send() }
        #expect(error?.code == .unreachable || error?.code == .occupied, "\(String(describing: error))")
        #expect(try FileManager.default.subpathsOfDirectory(atPath: place.path).sorted() == before)
        // The library goes on, and its own disk gets the changes later.
        try Self.setFavorites(own, 0..<1)
        try FileManager.default.removeItem(at: place)
        try FileManager.default.moveItem(at: away, to: place)
        try own.send()
        #expect(try own.library.backupStatus(at: own.cloud.settings.address).isComplete)
    }

    @Test func anOlderCopyOfTheWholeFolderIsRefusedAcrossEpochs() throws {
        let fixture = try BackupFixture()
        try fixture.send()
        let folder = try BackupFolder(for: fixture.cloud.settings.address, of: fixture.library)
        let older = fixture.cloud.sources.file("older")
        try FileManager.default.copyItem(at: folder.url, to: older)
        try fixture.cloud.connect(isDurable: true)
        try Self.sending(fixture.library) { try Self.setFavorites(fixture, 0..<1) }
        let files = try fixture.files()
        // The folder and the place's row as they were before.
        try FileManager.default.removeItem(at: folder.url)
        try FileManager.default.copyItem(at: older, to: folder.url)
        try fixture.library.catalog.maintain { catalog in
            try catalog.setPlace(PlaceRecord(address: fixture.cloud.settings.address, date: fixture.cloud.clock.now))
        }
        let refused = #expect(throws: RemoteBlobError.self) { try fixture.send() }
        #expect(refused?.code == .occupied && refused?.message.contains("older copy") == true)
        #expect(try fixture.files() == files)
        #expect(try fixture.library.backupStatus(at: fixture.cloud.settings.address).failure?.contains("older") == true)
    }

    @Test func changesAreSentDuringTheUpkeep() throws {
        let fixture = try Self.durable()
        try fixture.library.catalog.maintain { _ in }
        // Each command that sends also keeps up, and changes of others are confirmed meanwhile.
        let (ended, cancellation) = (DispatchSemaphore(value: 0), WorkCancellation())
        let library = fixture.library
        let thread = Thread {
            while !cancellation.isCancelled {
                #expect(throws: Never.self) { try CatalogBackup.sendOnce(library, WorkCancellation()) }
            }
            ended.signal()
        }
        thread.start()
        for number in 3..<8 { try fixture.cloud.add(number..<(number + 1)) }
        cancellation.cancel()
        ended.wait()
        #expect(try fixture.cloud.digests().count == 8)
    }

    @Test func theSenderOfAReplacedCopyStopsIt() throws {
        let fixture = try Self.durable()
        try Self.sending(fixture.library) {
            let (restored, _) = try fixture.restore()
            try restored.close()
            // The sender finds the new owner before it confirms the change.
            let error = #expect(throws: CatalogError.self) { try Self.setFavorites(fixture, 0..<1) }
            #expect(error?.code == .unconfirmed && error?.message.contains("another copy") == true)
        }
        #expect(try fixture.library.backupStatus(at: fixture.cloud.settings.address).isReplaced)
    }

    @Test func anOlderCopyOfTheFolderReplacesNoReportedChange() throws {
        let fixture = try Self.durable()
        let folder = try BackupFolder(for: fixture.cloud.settings.address, of: fixture.library)
        let (state, ledger) = try (Data(contentsOf: folder.state), Data(contentsOf: folder.ledger))
        try fixture.cloud.connect(isDurable: false)
        try fixture.cloud.connect(isDurable: true)
        let newer = try (Data(contentsOf: folder.state), Data(contentsOf: folder.ledger))
        #expect(newer.0 != state && newer.1 != ledger)
        try Self.sending(fixture.library) { try Self.setFavorites(fixture, 0..<1) }
        let files = try fixture.files()
        try newer.0.write(to: folder.state)
        try newer.1.write(to: folder.ledger)
        let refused = #expect(throws: RemoteBlobError.self) { _ = try fixture.backup() }
        #expect(refused?.code == .occupied && refused?.message.contains("older copy") == true)
        #expect(try fixture.files() == files)
        try fixture.cloud.connect(takingOver: true)
        try fixture.send()
        #expect(try fixture.library.backupStatus(at: fixture.cloud.settings.address).isComplete)
    }

    @Test func theLastChangesAreSentAtTheEnd() throws {
        let fixture = try BackupFixture()
        try fixture.send()
        let (ending, cancellation) = (WorkCancellation(), WorkCancellation())
        let backup = try fixture.backup()
        try fixture.cloud.add(3..<4)
        ending.cancel()
        try BackupFollower(backup, until: ending).run { Issue.record($0) }
        try backup.close()
        withExtendedLifetime(cancellation) {}
        #expect(try fixture.library.backupStatus(at: fixture.cloud.settings.address).isComplete)
    }

    // MARK: Parts

    private static func durable() throws -> BackupFixture {
        let fixture = try BackupFixture()
        try fixture.cloud.connect(isDurable: true)
        #expect(try fixture.library.isDurable)
        // Ten seconds may be too short on a busy machine.
        let folder = fixture.library.folder
        fixture.library.catalog.confirmDurableChanges { [weak catalog = fixture.library.catalog] change in
            guard let catalog else { return }
            try ChangeConfirmation(ofLibrary: folder, catalog, patience: 600).wait(for: change)
        }
        return fixture
    }

    /// Runs the body while another thread sends the changes.
    private static func sending(_ library: Library, _ body: () throws -> Void) throws {
        let (ending, ended) = (WorkCancellation(), DispatchSemaphore(value: 0))
        let thread = Thread {
            CatalogBackup.follow(library, until: ending, WorkCancellation()) { _ in }
            ended.signal()
        }
        thread.start()
        defer {
            ending.cancel()
            ended.wait()
        }
        try body()
    }

    private static func expectConfirmed(_ fixture: BackupFixture) throws {
        let status = try fixture.library.backupStatus(at: fixture.cloud.settings.address)
        #expect(status.isComplete && status.isDurable, "\(status)")
    }

    private static func uuids(_ fixture: BackupFixture) throws -> [String] {
        try fixture.library.catalog.read { try $0.assets(after: 0, limit: 100) }.map(\.uuid)
    }

    private static func setFavorites(_ fixture: BackupFixture, _ numbers: Range<Int>) throws {
        let uuids = try uuids(fixture)
        try fixture.library.owner.commit(numbers.map { .setFavorite(true, assetUUID: uuids[$0]) })
    }
}
