import AlbumenTestSupport
import Catalog
import Foundation
import MediaRequests
import Records
import Testing

@testable import Albumen
@testable import PhotoLibrary

@Suite struct TimelineCacheTests {
    let temporary: TemporaryLibrary
    let cache: TimelineCache
    let album: AssetFetch.Membership

    init() throws {
        temporary = try TemporaryLibrary()
        cache = TimelineCache()
        album = .smartAlbum(try #require(SmartAlbum.withSubtype(.smartAlbumUserLibrary)))
        try temporary.add([.image("a.jpg")])
    }

    @Test("a timeline is cached while the library changes")
    func aTimelineIsKeptWhileTheLibraryChanges() throws {
        let before = try cache.current(album, in: temporary.library.owner)
        try temporary.add([.image("b.jpg")])
        let after = try cache.current(album, in: temporary.library.owner)
        #expect(after.identifiers.count == 2)
        #expect(after.version > before.version)
        let kept = try cache.timeline(album, in: temporary.library.owner, version: before.version)
        #expect(kept?.identifiers == before.identifiers)
        #expect(kept?.version == before.version)
    }

    @Test("a version that is neither cached nor current is gone")
    func aVersionThatIsNeitherKeptNorNowsIsGone() throws {
        let before = try temporary.library.owner.timeline(of: album)
        #expect(
            try cache.timeline(album, in: temporary.library.owner, version: before.version)?.version == before.version)
        let other = TimelineCache()
        try temporary.add([.image("b.jpg")])
        #expect(try other.timeline(album, in: temporary.library.owner, version: before.version) == nil)
        #expect(try other.timeline(album, in: temporary.library.owner, version: before.version + 1_000) == nil)
        #expect(try cache.timeline(album, in: temporary.library.owner, version: before.version) != nil)
    }

    @Test("the least recently used timeline is evicted first")
    func theTimelineNotUsedForLongestMakesWay() throws {
        let albums = SmartAlbum.all.prefix(9).map { AssetFetch.Membership.smartAlbum($0) }
        let version = try cache.current(albums[0], in: temporary.library.owner).version
        for album in albums[1..<8] { _ = try cache.current(album, in: temporary.library.owner) }
        // Uses the first one again. Now the second is the least recently used.
        _ = try cache.current(albums[0], in: temporary.library.owner)
        _ = try cache.current(albums[8], in: temporary.library.owner)
        // From here on, only cached timelines are available.
        try temporary.add([.image("b.jpg")])
        #expect(try cache.timeline(albums[1], in: temporary.library.owner, version: version) == nil)
        for album in [albums[0]] + albums[2...] {
            #expect(try cache.timeline(album, in: temporary.library.owner, version: version) != nil, "\(album)")
        }
    }

    @Test("a client doesn't receive a timeline cached for another client")
    func whatOneMaySeeIsNotAnsweredToAnother() throws {
        let all = try cache.current(album, in: temporary.library.owner)
        #expect(all.identifiers.count == 1)
        for access in [Access.denied, .addOnly, .limited(client: "app")] {
            #expect(try cache.current(album, in: temporary.library.view(access)).identifiers.isEmpty)
            #expect(
                try cache.timeline(album, in: temporary.library.view(access), version: all.version)?.identifiers.isEmpty
                    == true)
        }
        let identifier = all.identifiers[0]
        try temporary.library.catalog.write(author: "test") { try $0.grant(asset: identifier, to: "app") }
        let other = TimelineCache()
        #expect(
            Array(try other.current(album, in: temporary.library.view(.limited(client: "app"))).identifiers) == [
                identifier
            ])
        #expect(try other.current(album, in: temporary.library.view(.limited(client: "other"))).identifiers.isEmpty)
        #expect(try other.current(album, in: temporary.library.view(.denied)).identifiers.isEmpty)
    }

    @Test("a timeline cached for one access isn't available with another")
    func aKeptVersionIsKeptForItsAccessAlone() throws {
        let version = try cache.current(album, in: temporary.library.owner).version
        try temporary.add([.image("b.jpg")])
        #expect(try cache.timeline(album, in: temporary.library.owner, version: version) != nil)
        for access in [Access.denied, .limited(client: "app")] {
            #expect(try cache.timeline(album, in: temporary.library.view(access), version: version) == nil)
        }
    }

    @Test("concurrent requests receive the same timeline")
    func manyWhoAskAtOnceGetTheSame() async throws {
        let timelines = try await withThrowingTaskGroup(of: Timeline.self) { group in
            for _ in 0..<8 {
                group.addTask { [temporary, cache, album] in try cache.current(album, in: temporary.library.owner) }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(Set(timelines.map(\.version)).count == 1)
        #expect(timelines.allSatisfy { $0.identifiers.count == 1 })
    }

    // MARK: Following

    @Test("an updated timeline matches a fetch")
    func whatFollowsChangesIsWhatAFetchGives() throws {
        let uuid = UUID().uuidString
        try temporary.commit(.createCollection(NewCollection(uuid: uuid, kind: .album, title: "Album")))
        let collection = try #require(try temporary.library.owner.collection(uuid: uuid))
        let albums =
            [209, 203, 205, 206, 1_000_000_201]
            .compactMap { SmartAlbum.withSubtype(CollectionSubtype(rawValue: $0)) }
            .map { AssetFetch.Membership.smartAlbum($0) } + [.album(collection.id)]
        try #require(albums.count == 6)
        var generator = SeededGenerator(seed: 11)
        var trashed: Set<String> = []
        var assets = try addDays(300, using: &generator)
        for step in 0..<150 {
            let one = try #require(assets.randomElement(using: &generator))
            // Assets in Recently Deleted can only be restored.
            switch trashed.contains(one) ? 4 : Int.random(in: 0..<8, using: &generator) {
            case 0: assets += try addDays(3, using: &generator)
            case 1: try temporary.commit(.setFavorite(Bool.random(using: &generator), assetUUID: one))
            case 2: try temporary.commit(.setHidden(Bool.random(using: &generator), assetUUID: one))
            case 3:
                try temporary.commit(.trash(assetUUID: one))
                trashed.insert(one)
            case 4:
                try temporary.commit(.restore(assetUUID: one))
                trashed.remove(one)
            case 5: try temporary.commit(.editMembers(ListEdit(.add([one])), albumUUID: uuid))
            case 6: try temporary.commit(.editMembers(ListEdit(.remove([one])), albumUUID: uuid))
            default:
                var change = AssetChange()
                change.creationDate = .some(Date(timeIntervalSinceReferenceDate: Double(step) * 50_000))
                try temporary.commit(.change(change, assetUUID: one))
            }
            // Some albums are only compared after several changes.
            for album in albums where step.isMultiple(of: 5) || Bool.random(using: &generator) {
                let followed = try cache.current(album, in: temporary.library.owner)
                let fetched = try temporary.library.owner.timeline(of: album)
                try #require(followed.identifiers == fetched.identifiers, "step \(step), \(album)")
                #expect(followed.version <= fetched.version)
            }
        }
    }

    @Test("a timeline doesn't change if no change concerns it")
    func aTimelineThatNothingConcernedStaysTheSame() throws {
        let favorites = AssetFetch.Membership.smartAlbum(try #require(SmartAlbum.withSubtype(.smartAlbumFavorites)))
        let uuids = try temporary.add([.image("b.jpg"), .image("c.jpg")]).map { try #require($0.assetUUID) }
        try temporary.commit(.setFavorite(true, assetUUID: uuids[0]))
        let before = try cache.current(favorites, in: temporary.library.owner)
        try temporary.commit(.setHidden(true, assetUUID: uuids[1]))
        let later = try temporary.library.catalog.read { try $0.latestChange() }
        let after = try cache.current(favorites, in: temporary.library.owner)
        #expect(later > before.version)
        #expect(after.version == before.version)
        #expect(after.identifiers == before.identifiers)
        // It's valid for each later change.
        for version in before.version...later {
            #expect(
                try cache.timeline(favorites, in: temporary.library.owner, version: version)?.version == before.version)
        }
        // A change of one of its photos changes the timeline.
        var change = AssetChange()
        change.creationDate = .some(Date(timeIntervalSinceReferenceDate: 1))
        try temporary.commit(.change(change, assetUUID: uuids[0]))
        #expect(try cache.current(favorites, in: temporary.library.owner).version > later)
        #expect(try cache.timeline(favorites, in: temporary.library.owner, version: later)?.version == before.version)
    }

    private func addDays(_ count: Int, using generator: inout SeededGenerator) throws -> [String] {
        let samples = (0..<count).map { _ in
            TemporaryLibrary.Sample.image("\(UUID().uuidString).jpg") { probe in
                probe.captureDate = MediaProbe.CaptureDate(
                    secondsSinceReferenceDate: Double(Int.random(in: 0..<200, using: &generator)) * 43_200,
                    utcOffsetInSeconds: 0, source: .exifOriginal)
            }
        }
        return try temporary.add(samples).map { try #require($0.assetUUID) }
    }
}
