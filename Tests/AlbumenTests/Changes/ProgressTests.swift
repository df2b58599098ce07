import AlbumenTestSupport
import Catalog
import Foundation
import Records
import Testing

@testable import Albumen
@testable import PhotoLibrary

/// Changes without steps, and the list afterwards (§7.3.4).
@Suite struct ProgressTests {
    private let temporary: TemporaryLibrary
    private let uuids: [String]

    init() throws {
        temporary = try TemporaryLibrary()
        uuids = try temporary.add((0..<6).map { .image("\($0).jpg") }).compactMap(\.assetUUID)
    }

    private func progress(
        of snapshot: AssetSnapshot, mostTouched: Int = AssetSnapshotProgress.mostTouched
    ) throws -> ListProgress<AssetSnapshot> {
        try temporary.library.catalog.read { reader in
            try AssetSnapshotProgress(snapshot, date: Date(), reader: reader, mostTouched: mostTouched).find()
        }
    }

    private func favor(_ uuids: ArraySlice<String>) throws {
        for uuid in uuids { try temporary.commit(.setFavorite(true, assetUUID: uuid)) }
    }

    @Test("too many changes result in the current list without steps")
    func tooManyChanges() throws {
        let snapshot = try temporary.library.owner.snapshot(AssetFetch())
        try favor(uuids[0..<3])
        guard case .changed(let after, nil) = try progress(of: snapshot, mostTouched: 2) else {
            Issue.record("Steps were told.")
            return
        }
        #expect(after.identifiers == snapshot.identifiers)
        guard case .changed(_, let change?) = try progress(of: snapshot, mostTouched: 3) else {
            Issue.record("No steps were told.")
            return
        }
        #expect(change.changed.count == 3)
    }

    @Test("a list is unchanged if too many changes concern none of its elements")
    func tooManyChangesElsewhere() throws {
        var fetch = AssetFetch()
        fetch.restrictions = [AssetFetch.identifierFilter([uuids[5]])]
        let snapshot = try temporary.library.owner.snapshot(fetch)
        try favor(uuids[0..<3])
        guard case .untouched(let after) = try progress(of: snapshot, mostTouched: 2) else {
            Issue.record("The list is said to have changed.")
            return
        }
        #expect(after.version > snapshot.version)
    }

    @Test("thousands of insertions are still reported as steps")
    func manyNewcomers() throws {
        let library = temporary.library
        let snapshot = try library.owner.snapshot(AssetFetch())
        var random = RandomFetches(seed: 3)
        try library.catalog.write(author: "test") { transaction in
            for number in 0..<3_000 { _ = try transaction.insert(random.asset(number)) }
        }
        try favor(uuids[0..<1])
        let fresh = try library.owner.snapshot(AssetFetch())
        guard case .changed(let after, let change?) = try progress(of: snapshot) else {
            Issue.record("No steps were told.")
            return
        }
        #expect(after.identifiers == fresh.identifiers)
        #expect(change.inserted.count == fresh.identifiers.count - 6)
        #expect(change.changed.count == 1 && change.removed.isEmpty && change.moves.isEmpty)
        let newcomers = change.insertedAfter.map { fresh.identifiers[$0] }
        #expect(change.applied(to: Array(snapshot.identifiers), inserting: newcomers) == Array(fresh.identifiers))
    }

    @Test("commits of this process are reported without its doorbell")
    func ownCommits() throws {
        let heard = CallRecorder<Int64>()
        let isHeard = Gate()
        let subscription = try temporary.library.changes.subscribe(hearsOthers: false) { change in
            heard.record(change)
            isHeard.open()
        }
        defer { subscription.cancel() }
        try favor(uuids[0..<1])
        #expect(isHeard.wait())
        #expect(heard.calls == [try temporary.library.owner.version()])
    }

    @Test("a library is released with its last reference, observed or not")
    func aLibraryIsLetGo() throws {
        weak var feed: ChangeFeed?
        let folder = temporary.folder
        do {
            let library = try Library(at: folder)
            feed = library.changes
            _ = try library.changes.subscribe { _ in }
        }
        // The thread that reported the opening may still be running.
        try waitUntil { feed == nil }
    }

    @Test("assets leave an album of recent days with the next change after they are too old")
    func assetsComeOfAge() throws {
        let library = temporary.library
        try library.catalog.write(author: "test") { transaction in
            try transaction.update(asset: 1) { $0.addedDate = Date(timeIntervalSinceNow: -30 * 86_400 + 3_600) }
        }
        var fetch = AssetFetch()
        fetch.membership = .smartAlbum(try #require(SmartAlbum.withSubtype(.smartAlbumRecentlyAdded)))
        let snapshot = try library.owner.snapshot(fetch)
        #expect(snapshot.identifiers.count == 6)
        try favor(uuids[1..<2])
        let later = Date(timeIntervalSinceNow: 7_200)
        let progress = try library.catalog.read { reader in
            try AssetSnapshotProgress(snapshot, date: later, reader: reader).find()
        }
        guard case .changed(let after, let change?) = progress else {
            Issue.record("No steps were told.")
            return
        }
        #expect(change.removed.count == 1 && change.changed.count == 1)
        #expect(after.identifiers.count == 5)
        #expect(!after.identifiers.contains(1))
    }
}
