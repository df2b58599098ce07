import AlbumenTestSupport
import Catalog
import Foundation
import MediaRequests
import Records
import Testing

@testable import Albumen
@testable import PhotoLibrary

/// Values that are cached by the number of the library's last change must follow a client's grants.
@Suite struct GrantTests {
    private let temporary: TemporaryLibrary
    private let album: AssetFetch.Membership
    private var library: Library { temporary.library }
    private var view: LibraryView { library.view(.limited(client: "app")) }

    init() throws {
        temporary = try TemporaryLibrary()
        album = .smartAlbum(try #require(SmartAlbum.withSubtype(.smartAlbumUserLibrary)))
    }

    @Test("after a grant and its withdrawal, timelines, moments, counts and details equal a fresh fetch")
    func keptValues() throws {
        let uuids = try temporary.add(
            (0..<4).map { day in
                .image("\(day).jpg") {
                    $0.captureDate = MediaProbe.CaptureDate(
                        secondsSinceReferenceDate: Double(day) * 200_000, utcOffsetInSeconds: 0, source: .exifOriginal)
                }
            }
        ).compactMap(\.assetUUID)
        let trip = NewCollection(uuid: UUID().uuidString, kind: .album, title: "Trip")
        try temporary.commit(.createCollection(trip), .editMembers(ListEdit(.add(uuids)), albumUUID: trip.uuid))
        let timelines = TimelineCache()
        try expectFreshValues(timelines, since: view.snapshot(AssetFetch()), count: 0)
        for (chosen, withdrawn) in [([0, 1, 2], []), ([], [1]), ([3], [0]), ([], [2, 3])] {
            let earlier = try view.snapshot(AssetFetch())
            let rows = try library.owner.assetRows(uuids: uuids)
            let version = try library.owner.version()
            try library.catalog.write(author: "test") { transaction in
                for index in chosen { try transaction.grant(asset: rows[uuids[index]] ?? 0, to: "app") }
                for index in withdrawn { try transaction.revoke(asset: rows[uuids[index]] ?? 0, from: "app") }
            }
            #expect(try library.owner.version() == version + 1)
            #expect(try library.grantedClient(ofChange: version + 1) == "app")
            try expectFreshValues(
                timelines, since: earlier, count: earlier.identifiers.count + chosen.count - withdrawn.count)
        }
    }

    @Test("granting the same assets again is no change")
    func repeatedGrant() throws {
        try temporary.add([.image("a.jpg")])
        try library.catalog.write(author: "test") { try $0.grant(asset: 1, to: "app") }
        let version = try library.owner.version()
        try library.catalog.write(author: "test") { transaction in
            try transaction.grant(asset: 1, to: "app")
            try transaction.revoke(asset: 1, from: "other")
        }
        #expect(try library.owner.version() == version)
    }

    @Test("clients are notified of an asset that a client with limited access creates")
    func creation() throws {
        try temporary.add([.image("a.jpg")], access: .limited(client: "app"))
        #expect(try library.grantedClient(ofChange: library.owner.version()) == nil)
        #expect(try view.assetCount(AssetFetch()) == 1)
    }

    @Test("another client's history has no entry for a grant")
    func history() throws {
        try temporary.add([.image("a.jpg")])
        let token = try library.owner.currentToken()
        try library.catalog.write(author: "test") { try $0.grant(asset: 1, to: "app") }
        for view in [library.owner, library.view(.limited(client: "other"))] {
            #expect(try view.changes(since: token).entries.isEmpty)
        }
    }

    /// Compares the cached values of this library with the values that another instance of it reads.
    private func expectFreshValues(
        _ timelines: TimelineCache, since earlier: AssetSnapshot, count: Int
    ) throws {
        let other = try Library(at: temporary.folder, workerExecutable: nil)
        defer { #expect(throws: Never.self) { try other.close() } }
        let fresh = other.view(.limited(client: "app"))
        let identifiers = try fresh.snapshot(AssetFetch()).identifiers
        #expect(identifiers.count == count)
        #expect(
            try timelines.current(album, in: view).identifiers == TimelineCache().current(album, in: fresh).identifiers)
        #expect(try view.moments().moments == fresh.moments().moments)
        #expect(try SmartAlbum.counts(in: view).map(\.count) == SmartAlbum.counts(in: fresh).map(\.count))
        #expect(try view.collections().map(\.shownCount) == fresh.collections().map(\.shownCount))
        switch try view.progress(of: earlier) {
        case .untouched(let now): #expect(now.identifiers == identifiers)
        case .changed(let now, let change):
            #expect(now.identifiers == identifiers)
            let steps = try #require(change)
            let newcomers = Array(now.identifiers).filter { !earlier.identifiers.contains($0) }
            #expect(steps.applied(to: Array(earlier.identifiers), inserting: newcomers) == Array(identifiers))
        }
    }
}
