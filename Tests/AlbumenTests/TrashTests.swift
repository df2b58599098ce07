import AlbumenTestSupport
import BlobStore
import Catalog
import Foundation
import MediaRequests
import MediaWork
import Records
import Synchronization
import Testing

@testable import Albumen
@testable import PhotoLibrary

/// Recently Deleted, and purging from it (§5.4).
@Suite struct TrashTests {
    let temporary: TemporaryLibrary
    var library: Library { temporary.library }

    init() throws {
        temporary = try TemporaryLibrary()
    }

    @Test("a purged asset leaves its tombstone and no bytes")
    func aPurgedAssetLeavesItsTombstoneAndNoBytes() throws {
        let uuid = try add("a.jpg")
        let digest = try digest(of: uuid)
        try temporary.commit(.trash(assetUUID: uuid))
        #expect(try library.blobs.contains(digest))
        try temporary.commit(.purge(assetUUID: uuid))
        #expect(try library.catalog.read { try $0.asset(uuid: uuid) } == nil)
        #expect(try !library.blobs.contains(digest))
        try expectWhole()
    }

    @Test("only assets in Recently Deleted can be purged")
    func onlyWhatIsInRecentlyDeletedCanBePurged() throws {
        let uuid = try add("a.jpg")
        #expect(throws: LibraryError.self) { try temporary.commit(.purge(assetUUID: uuid)) }
        #expect(try library.blobs.contains(digest(of: uuid)))
    }

    @Test("if one of two assets with the same blob is purged, the other can still be read")
    func aSharedBlobStaysUntilItsLastAssetGoes() throws {
        let bytes = SampleMedia.jpeg(comment: "shared")
        let first = try create(bytes)
        try temporary.commit(.trash(assetUUID: first))
        let second = try create(bytes)
        #expect(first != second)
        let digest = try digest(of: second)
        #expect(try self.digest(of: first) == digest)
        try temporary.commit(.purge(assetUUID: first))
        #expect(try library.blobs.read(digest, atMost: 1 << 20) == bytes)
        try temporary.commit(.trash(assetUUID: second))
        try temporary.commit(.purge(assetUUID: second))
        #expect(try !library.blobs.contains(digest))
        try expectWhole()
    }

    @Test("deleted assets are found only in Recently Deleted, the last deleted first")
    func whatWasDeletedIsFoundThereAloneTheLastFirst() throws {
        let clock = Mutex(Date(timeIntervalSinceReferenceDate: 1_000))
        let temporary = try TemporaryLibrary(now: { clock.withLock { $0 } })
        let uuids = try temporary.add([.image("a.jpg"), .image("b.jpg"), .image("c.jpg")]).compactMap(\.assetUUID)
        try temporary.commit(.setHidden(true, assetUUID: uuids[2]))
        for (day, uuid) in [uuids[1], uuids[2], uuids[0]].enumerated() {
            clock.withLock { $0 = Date(timeIntervalSinceReferenceDate: 86_400 * Double(day + 1)) }
            try temporary.commit(.trash(assetUUID: uuid))
        }
        var fetch = AssetFetch()
        fetch.membership = .smartAlbum(.recentlyDeleted)
        let found = try temporary.library.owner.assetIdentifiers(fetch)
        let records = try temporary.library.owner.assets(withIdentifiers: found)
        #expect(found.compactMap { records[$0]?.uuid } == [uuids[0], uuids[2], uuids[1]])
        #expect(try temporary.library.owner.asset(withUUID: uuids[0]) == nil)
        #expect(try temporary.library.owner.trashedAsset(withUUID: uuids[0])?.uuid == uuids[0])
        clock.withLock { $0 = Date(timeIntervalSinceReferenceDate: 86_400 * 32.5) }
        #expect(try temporary.library.owner.expiredTrash() == [uuids[2], uuids[1]])
    }

    @Test("the thumbnail of a shared blob is kept with it")
    func theThumbnailOfASharedBlobStaysWithIt() throws {
        let bytes = try SampleMedia.photograph(width: 400, height: 300)
        let (first, second) = (try create(bytes), try create(bytes))
        let digest = try digest(of: second)
        let workers = try library.workers()
        let rendering = try workers.render(bytes, RenderRequest(filename: "a.jpg", sizes: Derivatives.sizes))
        try library.derivatives.store([Derivatives.encode(rendering, of: digest)])
        try temporary.commit(.trash(assetUUID: first))
        try temporary.commit(.purge(assetUUID: first))
        #expect(try library.derivatives.contains(.thumbnail, digest))
        try temporary.commit(.trash(assetUUID: second))
        try temporary.commit(.purge(assetUUID: second))
        #expect(try !library.derivatives.contains(.thumbnail, digest))
    }

    // MARK: The guard

    @Test("a large deletion needs its count")
    func aRemovalOfMoreThanAHundredthNeedsItsCount() throws {
        let uuids = try temporary.add((0..<101).map { .image("\($0).jpg") }).compactMap(\.assetUUID)
        var transaction = Transaction()
        for uuid in uuids { transaction.record(.trash(assetUUID: uuid)) }
        let deletion = try #require(try library.owner.deletion(in: transaction))
        #expect(deletion.assets == 101)
        #expect(deletion.needsCount)
        for count in [nil, 100, 102] {
            let error = #expect(throws: LibraryError.self) {
                try library.owner.commit(transaction, confirmedRemovals: count)
            }
            #expect(error?.code == .needsConfirmation)
            #expect(error?.message.contains("101") ?? false)
        }
        #expect(try library.owner.assetCount(AssetFetch()) == 101)
        _ = try library.owner.commit(transaction, confirmedRemovals: 101)
        #expect(try library.owner.assetCount(AssetFetch()) == 0)
    }

    @Test("a hundred assets can be deleted without a count")
    func aHundredMayGoWithoutACount() throws {
        let uuids = try temporary.add((0..<100).map { .image("\($0).jpg") }).compactMap(\.assetUUID)
        var transaction = Transaction()
        for uuid in uuids { transaction.record(.trash(assetUUID: uuid)) }
        #expect(try library.owner.deletion(in: transaction)?.needsCount == false)
        _ = try library.owner.commit(transaction)
    }

    @Test(
        "the environment answers for the user",
        arguments: [
            ("allow", 5, true), ("allow", 500, false), ("500", 500, true), ("499", 500, false), ("no", 1, false),
        ])
    func theEnvironmentAnswersForTheUser(setting: String, assets: Int, isAllowed: Bool) throws {
        var deletion = Deletion()
        (deletion.assets, deletion.needsCount) = (assets, assets > 100)
        let confirmation = try #require(ConfirmationSetting(environment: ["ALBUMEN_CONFIRM": setting]))
        #expect(confirmation.answer(to: deletion) == isAllowed)
        #expect(ConfirmationSetting(environment: [:]) == nil)
    }

    // MARK: Imports

    @Test("an import reports files in Recently Deleted and restores them on request")
    func anImportTellsWhatIsInRecentlyDeletedAndBringsItBackIfAsked() throws {
        let folder = try TemporaryFolder()
        let file = try folder.write(SampleMedia.jpeg(comment: "a"), to: "photos/a.jpg")
        let copy = try folder.write(SampleMedia.jpeg(comment: "a"), to: "copies/b.jpg")
        let imported = try temporary.importPaths([file.path])
        guard case .imported(_, let uuid, _, _) = imported[0] else {
            Issue.record("\(imported)")
            return
        }
        try temporary.commit(.trash(assetUUID: uuid))
        // Both the unchanged file and the new copy are reported.
        for path in [file.path, copy.path] {
            #expect(try temporary.importPaths([path]) == [.trashedDuplicate(path: path, assetUUID: uuid)])
        }
        #expect(try library.owner.asset(withUUID: uuid) == nil)
        for path in [file.path, copy.path] {
            let events = CallRecorder<IngestEvent>()
            let summary = try Ingest(into: library, restoresTrashed: true, report: { events.record($0) }).run([path])
            #expect(events.calls == [.restored(path: path, assetUUID: uuid)])
            #expect(summary.restored == 1)
            #expect(try library.owner.asset(withUUID: uuid) != nil)
            try temporary.commit(.trash(assetUUID: uuid))
        }
        try temporary.commit(.purge(assetUUID: uuid))
        guard case .imported = try temporary.importPaths([file.path])[0] else {
            Issue.record("A purged photo comes in again.")
            return
        }
    }

    @Test("a purge and a concurrent import of the same bytes lose nothing, repeatedly")
    func aPurgeAndAnImportAtOnceLoseNothing() throws {
        let folder = try TemporaryFolder()
        for round in 0..<40 {
            let paths = try (0..<4).map {
                try folder.write(SampleMedia.jpeg(comment: "\(round)-\($0)"), to: "\(round)/\($0).jpg").path
            }
            let uuids = try temporary.importPaths(paths).compactMap { event in
                if case .imported(_, let uuid, _, _) = event { uuid } else { nil }
            }
            #expect(uuids.count == 4)
            for uuid in uuids { try temporary.commit(.trash(assetUUID: uuid)) }
            let failures = CallRecorder<String>()
            DispatchQueue.concurrentPerform(iterations: 2) { half in
                do {
                    if half == 0 {
                        for uuid in uuids { try temporary.commit(.purge(assetUUID: uuid)) }
                    } else {
                        _ = try Ingest(into: library, restoresTrashed: false, report: { _ in }).run(paths)
                    }
                } catch {
                    failures.record("\(error)")
                }
            }
            #expect(failures.calls == [])
            // The purge deleted the assets that the import found in Recently Deleted. The import added the others.
            for uuid in uuids { #expect(try library.catalog.read { try $0.asset(uuid: uuid) } == nil) }
        }
        try expectWhole()
    }

    @Test("a deleted asset isn't restored when its other half is imported")
    func whatTheUserTookAwayDoesNotComeBackWithTheOtherHalf() throws {
        let raw = TemporaryLibrary.Sample.image("IMG_1.dng") {
            ($0.isRAW, $0.location) = (true, .init(latitude: 1, longitude: 2))
        }
        let jpeg = TemporaryLibrary.Sample.image("IMG_1.jpg") { probe in
            (probe.location, probe.caption) = (.init(latitude: 1, longitude: 2), "From the file")
        }
        let uuid = try #require(try temporary.add([raw])[0].assetUUID)
        var change = AssetChange()
        (change.location, change.caption) = (.some(nil), .some(nil))
        try temporary.commit(.change(change, assetUUID: uuid))
        #expect(try temporary.add([jpeg]) == [.joined(assetUUID: uuid)])
        let asset = try #require(try library.owner.asset(withUUID: uuid))
        #expect(asset.latitude == nil)
        #expect(try library.owner.metadata(ofAsset: asset.id)?.caption == nil)
    }

    private func add(_ name: String) throws -> String {
        try #require(try temporary.add([.image(name)])[0].assetUUID)
    }

    private func create(_ bytes: Data) throws -> String {
        let draft = AssetDraft(uuid: UUID().uuidString, parts: [.init(type: .photo, bytes: .data(bytes))])
        try temporary.commit(.createAsset(draft))
        return draft.uuid
    }

    private func digest(of uuid: String) throws -> BlobDigest {
        let asset = try #require(try library.catalog.read { try $0.asset(uuid: uuid) })
        let resource = try #require(try library.owner.resources(ofAsset: asset.id)?.first)
        return resource.sha256
    }

    private func expectWhole() throws {
        let summary = try LibraryVerification(of: library).run(reclaimsOrphans: false) { finding in
            Issue.record("\(finding)")
        }
        #expect(summary.orphans == 0)
    }
}
