import AlbumenTestSupport
import BlobStore
import Catalog
import Foundation
import Records
import Testing

@testable import Albumen
@testable import PhotoLibrary

/// The covers that the user chooses for albums.
@Suite struct AlbumCoverTests {
    private let temporary: TemporaryLibrary
    private let photos: [AssetRecord]
    private let album = UUID().uuidString

    private var library: Library { temporary.library }

    /// An album of four photos.
    init() throws {
        let temporary = try TemporaryLibrary()
        self.temporary = temporary
        photos = try temporary.add((0..<4).map { .image("\($0).jpg") }).compactMap { try temporary.asset($0) }
        try temporary.commit(
            .createCollection(NewCollection(uuid: album, kind: .album, title: "Lake")),
            .editMembers(ListEdit(.add(photos.map(\.uuid))), albumUUID: album))
    }

    @Test func `the chosen cover comes before the first photo`() throws {
        #expect(try cover() == photos[0].id)
        #expect(try chosen() == nil)
        try choose(2)
        #expect(try cover() == photos[2].id)
        #expect(try chosen() == photos[2].uuid)
        try temporary.commit(.setCover(assetUUID: nil, albumUUID: album))
        #expect(try cover() == photos[0].id)
        #expect(try chosen() == nil)
    }

    @Test func `a cover that leaves the album, is hidden or deleted gives way to the default until it is back`() throws
    {
        try choose(2)
        let (uuid, first) = (photos[2].uuid, photos[0].id)
        let changes: [(away: Transaction.Operation, back: Transaction.Operation)] = [
            (
                .editMembers(ListEdit(.remove([uuid])), albumUUID: album),
                .editMembers(ListEdit(.add([uuid])), albumUUID: album)
            ),
            (.setHidden(true, assetUUID: uuid), .setHidden(false, assetUUID: uuid)),
            (.trash(assetUUID: uuid), .restore(assetUUID: uuid)),
        ]
        for change in changes {
            try temporary.commit(change.away)
            #expect(try cover() == first)
            #expect(try chosen() == nil)
            try temporary.commit(change.back)
            #expect(try cover() == photos[2].id)
        }
        try temporary.commit(.trash(assetUUID: uuid), .purge(assetUUID: uuid))
        #expect(try cover() == first)
        #expect(try chosen() == nil)
        #expect(try library.catalog.read { try $0.structuralFaults() } == [])
    }

    @Test func `only a photo that the album shows can be its cover, and a folder has none`() throws {
        let other = try #require(try temporary.asset(try temporary.add([.image("other.jpg")])[0]))
        let folder = UUID().uuidString
        try temporary.commit(
            .createCollection(NewCollection(uuid: folder, kind: .folder, title: "Trips")),
            .setHidden(true, assetUUID: photos[1].uuid), .trash(assetUUID: photos[3].uuid))
        let change = try library.catalog.read { try $0.latestChange() }
        for (asset, collection) in [
            (other.uuid, album), (photos[1].uuid, album), (photos[3].uuid, album), (UUID().uuidString, album),
            (photos[0].uuid, folder),
        ] {
            let error = #expect(throws: LibraryError.self) {
                try temporary.commit(.setCover(assetUUID: asset, albumUUID: collection))
            }
            #expect(error?.code == .unsupportedChange)
        }
        #expect(throws: LibraryError.self) {
            try temporary.commit(.setCover(assetUUID: nil, albumUUID: UUID().uuidString))
        }
        #expect(try library.catalog.read { try $0.latestChange() } == change)
    }

    @Test func `undoing the deletion of an album restores its cover`() throws {
        try choose(2)
        var transaction = Transaction([.deleteCollection(uuid: album)])
        transaction.settings.keepsReversals = true
        guard case .deleted(let reversal) = try library.owner.commit(transaction).first else {
            Issue.record("The album wasn't deleted.")
            return
        }
        #expect(try cover() == nil)
        try temporary.commit(.restoreCollection(reversal))
        #expect(try cover() == photos[2].id)
    }

    @Test func `a client with limited access sees a cover only if it may see the photo`() throws {
        try choose(2)
        let client = library.view(.limited(client: "app"))
        try library.choose([photos[1].id, photos[3].id], forClient: "app", author: "test")
        #expect(try client.covers(ofAlbums: [album]) == [album: photos[1].id])
        #expect(try client.chosenCovers().isEmpty)
        #expect(throws: LibraryError.self) {
            try temporary.commit(
                .setCover(assetUUID: photos[3].uuid, albumUUID: album), access: .limited(client: "app"))
        }
        try library.choose([photos[2].id], forClient: "app", author: "test")
        #expect(try client.covers(ofAlbums: [album]) == [album: photos[2].id])
        #expect(try client.chosenCovers().values.map(\.uuid) == [photos[2].uuid])
        // In its own album, the client chooses among the photos that it sees.
        let own = UUID().uuidString
        try temporary.commit(
            .createCollection(NewCollection(uuid: own, kind: .album, title: "Mine")),
            .editMembers(ListEdit(.add([photos[1].uuid, photos[3].uuid])), albumUUID: own),
            access: .limited(client: "app"))
        try temporary.commit(.editMembers(ListEdit(.add([photos[0].uuid])), albumUUID: own))
        try temporary.commit(.setCover(assetUUID: photos[3].uuid, albumUUID: own), access: .limited(client: "app"))
        #expect(try client.covers(ofAlbums: [own]) == [own: photos[3].id])
        #expect(throws: LibraryError.self) {
            try temporary.commit(
                .setCover(assetUUID: photos[0].uuid, albumUUID: own), access: .limited(client: "app"))
        }
    }

    @Test func `the history contains covers, and setting the same cover again is no change`() throws {
        let snapshot = temporary.folder.appending(path: "before.sqlite")
        let start = try library.catalog.copy(to: snapshot)
        try choose(2)
        let change = try library.catalog.read { try $0.latestChange() }
        #expect(change == start + 1)
        try choose(2)
        #expect(try library.catalog.read { try $0.latestChange() } == change)
        let live = library.folder.appending(path: "catalog.sqlite")
        var replayed = try ReplayedCatalog(of: snapshot)
        let actual = try ReplayedCatalog(of: live)
        #expect(replayed.collections != actual.collections)
        try replayed.replay(live, after: start)
        #expect(replayed.collections == actual.collections)
    }

    @Test func `verification reports a cover that was never in the library`() throws {
        try library.catalog.write(author: "test") { transaction in
            let row = try #require(try transaction.reader.collections(.uuids([album]), scope: .everything).first)
            try transaction.update(collection: row.id) { $0.coverID = 4_711 }
        }
        let faults = try library.catalog.read { try $0.structuralFaults() }
        #expect(faults == ["the cover of the album “Lake” was never in the library"])
    }

    // MARK: Parts

    private func choose(_ index: Int) throws {
        try temporary.commit(.setCover(assetUUID: photos[index].uuid, albumUUID: album))
    }

    private func cover() throws -> Int64? { try library.owner.covers(ofAlbums: [album])[album] }

    private func chosen() throws -> String? { try library.owner.chosenCovers().values.first?.uuid }
}
