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

/// A lost machine loses nothing that was sent, and what wasn't is named.
@Suite struct BackupJourneyTests {
    @Test func everyTableOfTheCatalogComesBack() throws {
        let fixture = try BackupFixture(photos: 4)
        try fixture.cloud.sync()
        try fixture.send()
        try Self.changeEverything(fixture.cloud.temporary)
        try fixture.cloud.sync()
        try fixture.send()
        let before = try CatalogRows.all(of: fixture.library)
        #expect(before.count > 30)
        for table in ["asset", "resource", "collection", "albumMember", "grants", "change", "importedFile"] {
            #expect(before[table]?.isEmpty == false, "\(table)")
        }
        let (restored, summary) = try fixture.restore()
        defer { #expect(throws: Never.self) { try restored.close() } }
        let after = try CatalogRows.all(of: restored)
        #expect(Set(before.keys) == Set(after.keys))
        for (table, rows) in before where table != "place" { #expect(after[table] == rows, "\(table)") }
        #expect(restored.identifier == fixture.library.identifier)
        #expect(summary.missing.isEmpty)
        // The originals come when they are needed.
        #expect(summary.remote.count == (try Set(fixture.cloud.digests()).count))
        for digest in try fixture.cloud.digests() {
            let bytes = try fixture.library.blobs.read(digest, atMost: 1 << 20)
            let file = try restored.originals.openOrFetch(digest)
            #expect(try file.withDescriptor { try BlobDigest(hashing: $0, named: "original") } == digest)
            #expect(!bytes.isEmpty)
        }
        let findings = try LibraryVerification(of: restored).run(reclaimsOrphans: false) { Issue.record("\($0)") }
        #expect(findings.faults == 0)
    }

    /// With few waiting originals, the place is asked for each. With many, it's listed.
    @Test(arguments: [1000, 1]) func waitingOriginalsAreNamedAndUploadedOnesAreFound(listingFrom threshold: Int) throws
    {
        let fixture = try BackupFixture(photos: 1)
        try fixture.cloud.sync()
        try fixture.cloud.add(1..<3)
        let digests = try fixture.cloud.digests()
        try fixture.send()
        // The catalog in the place says that both wait. One was uploaded after it was sent.
        let place = try fixture.place
        _ = try place.upload(
            RemoteUpload(of: digests[1], size: Int64(try fixture.library.blobs.size(of: digests[1]) ?? 0)),
            from: fixture.library.blobs.open(digests[1]), WorkCancellation(), progress: { _ in }, save: { _ in })
        let (restored, summary) = try fixture.restore {
            $0.replacesOwner = true
            $0.listingThreshold = threshold
        }
        defer { #expect(throws: Never.self) { try restored.close() } }
        #expect(summary.missing.map(\.digest) == [digests[2]])
        #expect(summary.missing.first?.name.hasPrefix("2.png") == true)
        #expect(summary.remote.count == 2)
        let list = try String(contentsOf: restored.folder.appending(path: "not-restored.txt"), encoding: .utf8)
        #expect(
            list.contains("2.png") && list.contains(digests[2].hexadecimal) && !list.contains(digests[1].hexadecimal))
        let placement = try restored.catalog.read { try $0.placement(ofBytes: digests[1]) }
        #expect(placement?.state == .stored)
        // Its pieces are known, so its bytes are checked when they come.
        let file = try restored.originals.openOrFetch(digests[1])
        #expect(try file.withDescriptor { try BlobDigest(hashing: $0, named: "original") } == digests[1])
    }

    @Test func theOldCopyStopsAndKeepsItsChanges() throws {
        let fixture = try BackupFixture()
        try fixture.cloud.sync()
        try fixture.send()
        let (restored, summary) = try fixture.restore()
        defer { #expect(throws: Never.self) { try restored.close() } }
        try fixture.cloud.add(3..<4)
        for work in [fixture.send, { _ = try fixture.cloud.sync() }, { _ = try fixture.cloud.evict() }] {
            let error = #expect(throws: RemoteBlobError.self) { try work() }
            #expect(error?.code == .occupied)
        }
        #expect(try fixture.cloud.here().count == 4)
        // The new owner goes on, and can itself be restored.
        let place = try restored.connectedPlace()
        let ownership = try restored.ownership(of: place, WorkCancellation())
        #expect(ownership.epoch == summary.epoch)
        try CatalogBackup.sendOnce(restored, WorkCancellation())
        let (again, second) = try fixture.restore()
        defer { #expect(throws: Never.self) { try again.close() } }
        #expect(second.epoch > summary.epoch)
    }

    @Test func tokensOfLostChangesExpireAlsoAfterNewChanges() throws {
        let fixture = try BackupFixture()
        try fixture.cloud.sync()
        try fixture.send()
        let shared = try fixture.library.owner.currentToken()
        try fixture.cloud.add(3..<4)
        let lost = try fixture.library.owner.currentToken()
        let (restored, _) = try fixture.restore()
        defer { #expect(throws: Never.self) { try restored.close() } }
        let uuid = try #require(try restored.catalog.read { try $0.assets(after: 0, limit: 1) }.first?.uuid)
        var transaction = Transaction()
        for isFavorite in [true, false] { transaction.record(.setFavorite(isFavorite, assetUUID: uuid)) }
        _ = try restored.owner.commit(transaction)
        #expect(try restored.owner.currentToken().number >= lost.number)
        #expect(try !restored.owner.changes(since: shared).entries.isEmpty)
        let error = #expect(throws: LibraryError.self) { try restored.owner.changes(since: lost) }
        #expect(error?.code == .changeTokenExpired)
    }

    @Test func aRestorationRefusesWhatWouldLoseSomething() throws {
        let fixture = try BackupFixture()
        let nothing = #expect(throws: BackupError.self) { try fixture.restore() }
        #expect(nothing?.code == .noBackup)
        try fixture.send()
        let running = #expect(throws: BackupError.self) { try fixture.restore { _ in } }
        #expect(running?.code == .ownerIsRunning)
        fixture.cloud.clock.advance(days: 0.01)
        let (restored, _) = try fixture.restore { _ in }
        try restored.close()
        let full = #expect(throws: BackupError.self) {
            try LibraryRestoration(from: fixture.cloud.settings, to: restored.folder, WorkCancellation()).run(
                .init(), notify: { _ in })
        }
        #expect(full?.code == .folderNotEmpty)
        let early = #expect(throws: BackupError.self) { try fixture.restore { $0.date = .distantPast } }
        #expect(early?.code == .noBackup)
        // A place that lost its newest file is found out.
        let newest = try #require(try fixture.files().last)
        let replica = CatalogReplica(
            of: try #require(try CatalogReplica.all(in: fixture.place, WorkCancellation()).keys.max()),
            in: try fixture.place)
        try fixture.place.remove(replica.name(of: newest.name), WorkCancellation())
        #expect(throws: (any Error).self) { try fixture.restore() }
    }

    @Test func aReadOnlyRestorationLeavesThePlaceToItsOwner() throws {
        let fixture = try BackupFixture()
        try fixture.cloud.sync()
        try fixture.send()
        let (restored, _) = try fixture.restore { $0.isReadOnly = true }
        defer { #expect(throws: Never.self) { try restored.close() } }
        let error = #expect(throws: RemoteBlobError.self) {
            try CatalogBackup.sendOnce(restored, WorkCancellation())
        }
        #expect(error?.code == .occupied)
        try fixture.cloud.add(3..<4)
        try fixture.send()
        #expect(try fixture.cloud.sync().stored == 1)
        let digest = try fixture.cloud.digests()[0]
        #expect(throws: Never.self) { try restored.originals.openOrFetch(digest) }
    }

    @Test func anEarlierStateIsRestored() throws {
        let fixture = try BackupFixture(photos: 1)
        try fixture.send()
        var dates: [Date] = []
        for number in 1..<4 {
            fixture.cloud.clock.advance(days: 0.01)
            dates.append(fixture.cloud.clock.now)
            fixture.cloud.clock.advance(days: 0.001)
            try fixture.cloud.add(number..<(number + 1))
            try fixture.send()
        }
        for (index, date) in dates.enumerated() {
            let (restored, summary) = try fixture.restore { options in
                (options.date, options.isReadOnly) = (date, true)
            }
            #expect(summary.assets == index + 1)
            #expect(summary.date < date)
            try restored.close()
        }
    }

    /// Makes rows in as many tables as possible.
    private static func changeEverything(_ temporary: TemporaryLibrary) throws {
        let library = temporary.library
        let burst = try temporary.addBurst("burst", count: 3)
        let assets = try library.catalog.read { try $0.assets(after: 0, limit: 100) }
        try temporary.commit(.setFavorite(true, assetUUID: assets[0].uuid), .setHidden(true, assetUUID: assets[1].uuid))
        try temporary.commit(.trash(assetUUID: assets[2].uuid))
        try library.catalog.write(author: "test") { transaction in
            try transaction.grant(asset: assets[0].id, to: "app")
        }
        _ = burst
    }
}
