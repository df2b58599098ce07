import AlbumenTestSupport
import Catalog
import Foundation
import Records
import Testing

@testable import Albumen
@testable import PhotoLibrary

/// How the collections in a fetch result change (§7.3.4).
@Suite struct CollectionProgressTests {
    private let temporary: TemporaryLibrary
    private let uuids: [String]
    private let albums = (0..<3).map { _ in UUID().uuidString }

    private var library: Library { temporary.library }

    init() throws {
        temporary = try TemporaryLibrary()
        uuids = try temporary.add((0..<3).map { .image("\($0).jpg") }).compactMap(\.assetUUID)
        // New albums are inserted at the front.
        for (number, album) in albums.enumerated().reversed() {
            try temporary.commit(
                .createCollection(NewCollection(uuid: album, kind: .album, title: "Album \(number)")))
        }
    }

    private func snapshot(
        _ source: CollectionFetch.Source = .albums(subtype: nil), _ format: String? = nil,
        access: Access = .full
    ) throws -> CollectionSnapshot {
        var fetch = try CollectionFetch(predicate: format.map { try PhotoLibrary.Predicate(format: $0) })
        fetch.source = source
        return try library.view(access).snapshot(fetch)
    }

    private func identifiers(_ snapshot: CollectionSnapshot) -> [String] {
        snapshot.collections.map { String($0.localIdentifier.prefix(36)) }
    }

    private func change(
        of snapshot: CollectionSnapshot, access: Access = .full
    ) throws -> (after: CollectionSnapshot, change: ListChange)? {
        switch try library.view(access).progress(of: snapshot) {
        case .untouched(let newer):
            #expect(identifiers(newer) == identifiers(snapshot))
            return nil
        case .changed(let newer, let change): return (newer, try #require(change))
        }
    }

    @Test("a change of an asset doesn't fetch albums again but increases the version")
    func untouched() throws {
        let snapshot = try snapshot()
        #expect(identifiers(snapshot) == albums)
        try temporary.commit(.setFavorite(true, assetUUID: uuids[0]))
        guard case .untouched(let newer) = try library.owner.progress(of: snapshot) else {
            Issue.record("The albums are said to have changed.")
            return
        }
        #expect(newer.version == (try library.owner.version()))
        #expect(newer.version > snapshot.version)
    }

    @Test("new, deleted, renamed and moved albums are reported as steps")
    func steps() throws {
        let snapshot = try snapshot()
        let new = UUID().uuidString
        try temporary.commit(
            .createCollection(NewCollection(uuid: new, kind: .album, title: "New")),
            .deleteCollection(uuid: albums[1]), .rename("Renamed", collectionUUID: albums[2]))
        let (after, change) = try #require(try change(of: snapshot))
        #expect(identifiers(after) == [new, albums[0], albums[2]])
        #expect(change.removed == [1])
        #expect(change.inserted == [0])
        #expect(change.changed == [2])
        #expect(change.applied(to: identifiers(snapshot), inserting: [new]) == identifiers(after))
        #expect(after.collections[2].record?.title == "Renamed")
        try temporary.commit(.editChildren(ListEdit(.move([2], to: 0)), folderUUID: nil))
        let (_, move) = try #require(try self.change(of: after))
        #expect(move.moves.count == 1)
    }

    @Test("the predicate is evaluated again after each change")
    func predicate() throws {
        let snapshot = try snapshot(.albums(subtype: nil), "estimatedAssetCount > 0")
        #expect(snapshot.collections.isEmpty)
        try temporary.commit(.editMembers(ListEdit(.add([uuids[0]])), albumUUID: albums[1]))
        let (after, change) = try #require(try change(of: snapshot))
        #expect(identifiers(after) == [albums[1]])
        #expect(change.inserted == [0])
    }

    @Test("moments change only with the dates of assets")
    func moments() throws {
        let snapshot = try snapshot(.moments)
        #expect(snapshot.collections.count == 1)
        try temporary.commit(.setFavorite(true, assetUUID: uuids[0]))
        #expect(try change(of: snapshot) == nil)
        try library.catalog.write(author: "test") { transaction in
            try transaction.update(asset: 1) { $0.creationDate = Date(timeIntervalSinceReferenceDate: 1_000_000) }
        }
        let (after, change) = try #require(try change(of: snapshot))
        #expect(after.collections.count == 2)
        #expect(change.changed == [0])
        #expect(change.inserted == [1])
    }

    @Test("a change of access repeats the fetch")
    func access() throws {
        let snapshot = try snapshot()
        let (after, change) = try #require(try change(of: snapshot, access: .limited(client: "app")))
        #expect(after.collections.isEmpty)
        #expect(change.removed == [0, 1, 2])
        let (back, again) = try #require(try self.change(of: after))
        #expect(identifiers(back) == albums)
        #expect(again.inserted == [0, 1, 2])
    }

    private final class Picked: CollectionObject {
        let fetched: FetchedCollection?

        init(_ fetched: FetchedCollection?) { self.fetched = fetched }

        func values(withDates: Bool) -> CollectionValues {
            CollectionValues(
                localIdentifier: fetched?.localIdentifier ?? "own", localizedTitle: fetched?.record?.title,
                startDate: nil, endDate: nil, estimatedAssetCount: 0)
        }
    }

    @Test("a client's own list keeps its objects and reports which of them changed")
    func objects() throws {
        let found = try snapshot().collections
        let picked = [Picked(nil), Picked(found[0]), Picked(found[1])]
        let snapshot = try snapshot(.objects(picked))
        try temporary.commit(.rename("Renamed", collectionUUID: albums[1]))
        let (after, change) = try #require(try change(of: snapshot))
        #expect(change.changed == [2])
        #expect(change.removed.isEmpty && change.inserted.isEmpty)
        #expect(after.collections.count == 3)
    }

    @Test("without a library only smart albums are found")
    func withoutLibrary() throws {
        func count(_ source: CollectionFetch.Source) throws -> Int {
            var fetch = try CollectionFetch()
            fetch.source = source
            return try CollectionSnapshot.withoutLibrary(fetch, access: .full).collections.count
        }
        #expect(try count(.smartAlbums(SmartAlbum.all)) == SmartAlbum.all.count)
        #expect(try count(.albumsWithUUIDs([SmartAlbum.all[0].uuid, albums[0]])) == 1)
        #expect(try count(.albums(subtype: nil)) == 0)
        #expect(try count(.children(ofFolder: nil)) == 0)
    }
}
