import AlbumenTestSupport
import BlobStore
import Catalog
import Foundation
import Records
import Synchronization
import Testing

@testable import Albumen
@testable import PhotoLibrary

/// Undoing edits and reverts.
@Suite struct FormerEditTests {
    private struct State: Equatable {
        var row: AssetRecord
        var placeholder: Data?
        var files: [ResourceType: BlobDigest]
    }

    /// The asset without its modification date, which every change sets.
    private func state(_ fixture: EditFixture) throws -> State {
        var row = try fixture.row()
        row.modificationDate = nil
        let resources = try fixture.editing().files.all
        return State(
            row: row, placeholder: try fixture.library.catalog.read { try $0.placeholders(ofAssets: [row.id]) }[row.id],
            files: Dictionary(uniqueKeysWithValues: resources.map { ($0.type, $0.sha256) }))
    }

    private func commit(_ operation: Transaction.Operation, _ fixture: EditFixture) throws -> AssetReversal? {
        var settings = Transaction.Settings()
        settings.keepsReversals = true
        return try fixture.library.owner.commit([operation], settings: settings)[0].reversal
    }

    private func edit(_ name: String, _ fixture: EditFixture, isContinuing: Bool = false) throws -> AssetReversal {
        try #require(
            try commit(.edit(fixture.edit(name, isContinuing: isContinuing), assetUUID: fixture.uuid), fixture))
    }

    private func undo(_ reversal: AssetReversal, _ fixture: EditFixture) throws -> Bool {
        try fixture.library.owner.commit([.revert(reversal)]) == [.reverted(isChanged: true)]
    }

    private func isStored(_ name: String, _ fixture: EditFixture) throws -> Bool {
        try fixture.library.blobs.contains(BlobDigest(hashing: fixture.bytes(name)))
    }

    @Test func `each edit and a revert are undone, one after another`() throws {
        let fixture = try EditFixture()
        var states = [try state(fixture)]
        var reversals = [try edit("A", fixture)]
        states.append(try state(fixture))
        // Another app's edit makes the first one its base, and a continued edit keeps the base.
        reversals.append(try edit("B", fixture))
        states.append(try state(fixture))
        reversals.append(try edit("B2", fixture, isContinuing: true))
        states.append(try state(fixture))
        reversals.append(try #require(try commit(.revertEdit(assetUUID: fixture.uuid), fixture)))
        #expect(try fixture.types() == [.photo])
        try fixture.expectClean()
        for (reversal, expected) in zip(reversals, states).reversed() {
            let change = try fixture.latestChange()
            #expect(try undo(reversal, fixture))
            #expect(try state(fixture) == expected)
            #expect(try fixture.latestChange() == change + 1)
            try fixture.expectClean()
        }
        #expect(try fixture.library.catalog.read { try $0.formerEditFileCount() } == 0)
        for name in ["A", "B", "B2"] { #expect(try !isStored(name, fixture)) }
    }

    @Test func `an undo doesn't replace a later edit, and a change is undone once`() throws {
        let fixture = try EditFixture()
        try fixture.commit(try fixture.edit("A"))
        let reversal = try edit("B", fixture)
        try fixture.commit(try fixture.edit("C"))
        let later = try state(fixture)
        #expect(try !undo(reversal, fixture))
        #expect(try state(fixture) == later)
        let revert = try #require(try commit(.revertEdit(assetUUID: fixture.uuid), fixture))
        try fixture.temporary.commit(.trash(assetUUID: fixture.uuid))
        #expect(try !undo(revert, fixture))
        try fixture.temporary.commit(.restore(assetUUID: fixture.uuid))
        #expect(try undo(revert, fixture))
        #expect(try !undo(revert, fixture))
        #expect(try fixture.data(.fullSizePhoto) == fixture.bytes("C"))
        #expect(try commit(.revertEdit(assetUUID: fixture.uuid), fixture) != nil)
        #expect(try commit(.revertEdit(assetUUID: fixture.uuid), fixture) == nil, "There is no edit to remove.")
    }

    @Test func `a change without a reversal keeps nothing`() throws {
        let fixture = try EditFixture()
        try fixture.commit(try fixture.edit("A"))
        try fixture.revert()
        #expect(try fixture.library.catalog.read { try $0.formerEditFileCount() } == 0)
        #expect(try !isStored("A", fixture))
    }

    @Test func `a purge removes the bytes of kept edits`() throws {
        let fixture = try EditFixture()
        _ = try edit("A", fixture)
        _ = try commit(.revertEdit(assetUUID: fixture.uuid), fixture)
        #expect(try isStored("A", fixture))
        try fixture.temporary.commit(.trash(assetUUID: fixture.uuid))
        try fixture.temporary.commit(.purge(assetUUID: fixture.uuid))
        #expect(try fixture.library.blobs.digests(after: nil, limit: 10).isEmpty)
        #expect(try fixture.library.catalog.read { try $0.formerEditFileCount() } == 0)
    }

    @Test func `verify finds a damaged file of a kept edit`() throws {
        let fixture = try EditFixture()
        _ = try edit("A", fixture)
        _ = try commit(.revertEdit(assetUUID: fixture.uuid), fixture)
        let digest = try BlobDigest(hashing: fixture.bytes("A"))
        _ = try fixture.library.blobs.remove(digest)
        var findings: [LibraryVerification.Finding] = []
        let summary = try LibraryVerification(of: fixture.library).run(reclaimsOrphans: false) { finding in
            if finding.isFault { findings.append(finding) }
        }
        #expect(
            findings
                == [.missing(digest, originalFilename: "FullSizeRender.jpg", assetUUID: fixture.uuid)])
        #expect(summary.resources == 3)
    }

    @Test func `edits are kept for a day, by the next edit and by the server`() throws {
        let clock = Mutex(Date(timeIntervalSinceReferenceDate: 700_000_000))
        let fixture = try EditFixture(now: { clock.withLock { $0 } })
        _ = try edit("A", fixture)
        let outdated = try #require(try commit(.revertEdit(assetUUID: fixture.uuid), fixture))
        clock.withLock { $0 += 86_399 }
        try fixture.library.removeFormerEdits()
        #expect(try isStored("A", fixture))
        clock.withLock { $0 += 2 }
        _ = try edit("B", fixture)
        #expect(try !isStored("A", fixture))
        #expect(try !undo(outdated, fixture))
        _ = try commit(.revertEdit(assetUUID: fixture.uuid), fixture)
        clock.withLock { $0 += 86_401 }
        let change = try fixture.latestChange()
        try fixture.library.removeFormerEdits()
        #expect(try !isStored("B", fixture) && fixture.latestChange() == change)
        try fixture.expectClean()
    }

    @Test func `an asset keeps its newest sixteen edits`() throws {
        let fixture = try EditFixture()
        let row = try fixture.row()
        let files = try fixture.editing().files.all
        let hashes = try fixture.library.catalog.write(author: "test") { catalog in
            for _ in 0..<20 {
                _ = try catalog.keep(FormerEdit(of: row, placeholder: nil, removedDate: catalog.date), files: files)
            }
            return try catalog.removeFormerEdits(before: .distantPast, asset: row.id)
        }
        #expect(hashes.count == 4)
        #expect(try fixture.library.catalog.read { try $0.formerEditFileCount() } == 16)
    }
}
