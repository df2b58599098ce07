import AlbumenTestSupport
import Catalog
import Foundation
import Testing

@testable import Albumen

@Suite struct TimelineCacheTests {
    let temporary: TemporaryLibrary
    let cache: TimelineCache
    let album: AssetFetch.Membership

    init() throws {
        temporary = try TemporaryLibrary()
        cache = TimelineCache(of: temporary.library)
        album = .smartAlbum(try #require(SmartAlbum.withSubtype(209)))
        try temporary.add([.image("a.jpg")])
    }

    @Test func aTimelineIsKeptWhileTheLibraryChanges() throws {
        let before = try cache.current(album, access: .full)
        try temporary.add([.image("b.jpg")])
        let after = try cache.current(album, access: .full)
        #expect(after.identifiers.count == 2)
        #expect(after.version > before.version)
        let kept = try cache.timeline(album, access: .full, version: before.version)
        #expect(kept?.identifiers == before.identifiers)
        #expect(kept?.version == before.version)
    }

    @Test func aVersionThatIsNeitherKeptNorNowsIsGone() throws {
        let before = try temporary.library.timeline(of: album, access: .full)
        #expect(try cache.timeline(album, access: .full, version: before.version)?.version == before.version)
        let other = TimelineCache(of: temporary.library)
        try temporary.add([.image("b.jpg")])
        #expect(try other.timeline(album, access: .full, version: before.version) == nil)
        #expect(try other.timeline(album, access: .full, version: before.version + 1_000) == nil)
        #expect(try cache.timeline(album, access: .full, version: before.version) != nil)
    }

    @Test func theTimelineNotUsedForLongestMakesWay() throws {
        let albums = SmartAlbum.all.prefix(9).map { AssetFetch.Membership.smartAlbum($0) }
        let version = try cache.current(albums[0], access: .full).version
        for album in albums[1..<8] { _ = try cache.current(album, access: .full) }
        // Used again: the second is now the one not used for longest.
        _ = try cache.current(albums[0], access: .full)
        _ = try cache.current(albums[8], access: .full)
        // From here on, only what is kept can be answered.
        try temporary.add([.image("b.jpg")])
        #expect(try cache.timeline(albums[1], access: .full, version: version) == nil)
        for album in [albums[0]] + albums[2...] {
            #expect(try cache.timeline(album, access: .full, version: version) != nil, "\(album)")
        }
    }

    @Test func whatOneMaySeeIsNotAnsweredToAnother() throws {
        let all = try cache.current(album, access: .full)
        #expect(all.identifiers.count == 1)
        for access in [Access.none, .addOnly, .limited(client: "app")] {
            #expect(try cache.current(album, access: access).identifiers == [])
            #expect(try cache.timeline(album, access: access, version: all.version)?.identifiers == [])
        }
        let identifier = all.identifiers[0]
        try temporary.library.catalog.write(author: "test") { try $0.grant(asset: identifier, to: "app") }
        let other = TimelineCache(of: temporary.library)
        #expect(try other.current(album, access: .limited(client: "app")).identifiers == [identifier])
        #expect(try other.current(album, access: .limited(client: "other")).identifiers == [])
        #expect(try other.current(album, access: .none).identifiers == [])
    }

    /// A version that is gone for one is gone, also while another's timeline of it is kept.
    @Test func aKeptVersionIsKeptForItsAccessAlone() throws {
        let version = try cache.current(album, access: .full).version
        try temporary.add([.image("b.jpg")])
        #expect(try cache.timeline(album, access: .full, version: version) != nil)
        for access in [Access.none, .limited(client: "app")] {
            #expect(try cache.timeline(album, access: access, version: version) == nil)
        }
    }

    @Test func manyWhoAskAtOnceGetTheSame() async throws {
        let timelines = try await withThrowingTaskGroup(of: Timeline.self) { group in
            for _ in 0..<8 { group.addTask { [cache, album] in try cache.current(album, access: .full) } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(Set(timelines.map(\.version)).count == 1)
        #expect(timelines.allSatisfy { $0.identifiers.count == 1 })
    }
}
