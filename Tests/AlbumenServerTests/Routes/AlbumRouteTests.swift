import Albumen
import AlbumenTestSupport
import Foundation
import HTTPTypes
import MediaRequests
import Testing

@testable import AlbumenServer

/// What the pages of albums show: details, covers and orders.
@Suite struct AlbumRouteTests {
    @Test func `an album has its description and the days of its visible photos`() async throws {
        try await GalleryFixture.open { gallery in
            let assets = try gallery.addDays(4)
            let album = try gallery.addAlbum("Lake", [assets[2], assets[0], assets[3]])
            try gallery.setHidden(true, assets[0])
            let before = try await details(album, gallery)
            #expect(before.title == "Lake")
            #expect(before.description == "")
            // 2001-01-01 is day 11323. The oldest photo is of the day after it.
            #expect([before.firstDay, before.lastDay] == [11_324, 11_325])
            let answer = try await gallery.change(
                .patch, "/api/collections/\(album)", "{\"description\": \"A week\\nby the lake\"}")
            #expect(answer.status == 200)
            #expect(try await details(album, gallery).description == "A week\nby the lake")
            let renamed = try await gallery.change(
                .patch, "/api/collections/\(album)", "{\"title\": \"Sea\", \"description\": \"\"}")
            #expect(renamed.status == 200)
            let after = try await details(album, gallery)
            #expect(after.title == "Sea")
            #expect(after.description == "")
        }
    }

    @Test func `days are local where the photo was taken`() async throws {
        try await GalleryFixture.open { gallery in
            let asset = try gallery.add(
                .image("late.jpg") {
                    $0.captureDate = MediaProbe.CaptureDate(
                        secondsSinceReferenceDate: 86_400 - 60, utcOffsetInSeconds: 3600, source: .exifOriginal)
                })
            let album = try gallery.addAlbum("Night", [asset])
            let days = try await details(album, gallery)
            #expect([days.firstDay, days.lastDay] == [11_324, 11_324])
        }
    }

    @Test func `folders and empty albums have no days`() async throws {
        try await GalleryFixture.open { gallery in
            let folder = try gallery.addFolder("Trips")
            for uuid in [folder, try gallery.addAlbum("Empty")] {
                let found = try await details(uuid, gallery)
                #expect(found.firstDay == nil)
                #expect(found.lastDay == nil)
            }
            let answer = try await gallery.change(
                .patch, "/api/collections/\(folder)", "{\"description\": \"All trips\"}")
            #expect(answer.status == 200)
            #expect(try await details(folder, gallery).description == "All trips")
        }
    }

    @Test func `a description has a limit and no zero`() async throws {
        try await GalleryFixture.open { gallery in
            let album = try gallery.addAlbum("Lake")
            for (text, status) in [
                (String(repeating: "a", count: 16_384), 200), (String(repeating: "a", count: 16_385), 422),
                ("\\u0000", 422),
            ] {
                let answer = try await gallery.change(
                    .patch, "/api/collections/\(album)", "{\"description\": \"\(text)\"}")
                #expect(answer.status == status)
            }
            for body in ["{\"description\": null}", "{\"description\": 3}"] {
                #expect(try await gallery.change(.patch, "/api/collections/\(album)", body).status == 400)
            }
        }
    }

    @Test func `covers are the first visible photos in the order of the request`() async throws {
        try await GalleryFixture.open { gallery in
            let assets = try gallery.addDays(3)
            let first = try gallery.addAlbum("First", [assets[1], assets[0]])
            let second = try gallery.addAlbum("Second", [assets[2], assets[0]])
            let hidden = try gallery.addAlbum("Hidden", [assets[2]])
            let empty = try gallery.addAlbum("Empty")
            try gallery.setHidden(true, assets[2])
            let unknown = UUID().uuidString
            let list = [second, unknown, empty, hidden, first, second, AlbumIdentifier.recents, "nonsense"]
            let covers = try await covers(list, gallery)
            #expect(covers.map { $0?.asset } == [assets[0], nil, nil, nil, assets[1], assets[0], nil, nil])
            let content = try gallery.source(assets[1]).contentTag
            #expect(covers[4]?.content == content)
        }
    }

    @Test func `a chosen cover comes first until it isn't shown in the album`() async throws {
        try await GalleryFixture.open { gallery in
            let assets = try gallery.addDays(3)
            let album = try gallery.addAlbum("Lake", [assets[0], assets[1]])
            func chosen() async throws -> String? {
                let all = try await gallery.respond("/api/collections").decoded(as: CollectionsAnswer.self)
                return try #require(all.collections.first { $0.identifier == album }).cover
            }
            func choose(_ cover: String) async throws -> Answer {
                try await gallery.change(.patch, "/api/collections/\(album)", "{\"cover\": \(cover)}")
            }
            #expect(try await chosen() == nil)
            let answer = try await choose("\"\(assets[1])\"")
            #expect(answer.status == 200)
            #expect(try answer.decoded(as: CollectionsAnswer.Collection.self).cover == assets[1])
            #expect(try await chosen() == assets[1])
            #expect(try await covers([album], gallery).map { $0?.asset } == [assets[1]])
            try gallery.setHidden(true, assets[1])
            #expect(try await chosen() == nil)
            #expect(try await covers([album], gallery).map { $0?.asset } == [assets[0]])
            try gallery.setHidden(false, assets[1])
            #expect(try await choose("null").status == 200)
            #expect(try await covers([album], gallery).map { $0?.asset } == [assets[0]])
            #expect(try await choose("\"\(assets[2])\"").status == 422)
            #expect(try await choose("\"nonsense\"").status == 400)
            #expect(try await choose("3").status == 400)
        }
    }

    @Test func `a hundred covers come with one request and more are refused`() async throws {
        try await GalleryFixture.open { gallery in
            let asset = try gallery.add(.image("a.jpg"))
            let album = try gallery.addAlbum("Album", [asset])
            #expect(try await covers(Array(repeating: album, count: 100), gallery).compactMap(\.self).count == 100)
            let answer = try await gallery.respond(
                "/api/covers?albums=\(Array(repeating: album, count: 101).joined(separator: ","))")
            #expect(answer.status == 400)
        }
    }

    @Test func `an album can be shown by date`() async throws {
        try await GalleryFixture.open { gallery in
            let assets = try gallery.addDays(4)
            let own = [assets[2], assets[0], assets[3], assets[1]]
            let album = try gallery.addAlbum("Lake", own)
            for (order, expected, isByDate) in [
                ("standard", own, false), ("newest", assets, true), ("oldest", Array(assets.reversed()), false),
            ] {
                let path = "/api/collections/\(album)/timeline"
                let answer = try await gallery.respond("\(path)?count=10&order=\(order)")
                let timeline = try answer.decoded(as: TimelineAnswer.self)
                #expect(timeline.window?.identifiers == expected)
                #expect(timeline.isByDate == isByDate)
                let version = "\(path)/\(timeline.version)"
                let window = try await gallery.respond("\(version)?from=1&count=2&order=\(order)")
                #expect(try window.decoded(as: WindowAnswer.self).identifiers == Array(expected[1...2]))
                let identifiers = try await gallery.respond("\(version)/identifiers?order=\(order)")
                #expect(try identifiers.decoded(as: IdentifiersAnswer.self).identifiers == expected)
                let rank = try await gallery.respond("\(version)/ranks/\(assets[3])?order=\(order)")
                #expect(rank.text == "{\"rank\":\(try #require(expected.firstIndex(of: assets[3])))}")
            }
            #expect(try await gallery.respond("/api/collections/\(album)/timeline?order=size").status == 400)
        }
    }

    @Test func `a changed album follows in each order`() async throws {
        try await GalleryFixture.open { gallery in
            let assets = try gallery.addDays(3)
            let album = try gallery.addAlbum("Lake", [assets[1]])
            let path = "/api/collections/\(album)/timeline?count=10&order="
            for order in ["newest", "oldest"] { _ = try await gallery.respond(path + order) }
            try gallery.temporary.commit(.editMembers(ListEdit(.add([assets[2], assets[0]])), albumUUID: album))
            let newest = try await gallery.respond(path + "newest").decoded(as: TimelineAnswer.self)
            #expect(newest.window?.identifiers == assets)
            let oldest = try await gallery.respond(path + "oldest").decoded(as: TimelineAnswer.self)
            #expect(oldest.window?.identifiers == Array(assets.reversed()))
        }
    }

    @Test func `photos in Recently Deleted have the days until they may be purged`() async throws {
        let clock = TestClock()
        try await GalleryFixture.open(now: clock.now) { gallery in
            let asset = try gallery.add(.image("a.jpg"))
            #expect(try await daysLeft(AlbumIdentifier.recents, gallery) == nil)
            try gallery.temporary.commit(.trash(assetUUID: asset))
            for (passed, left) in [(0.0, 30), (0.5, 30), (0.5, 29), (28.5, 1), (0.5, 0), (100, 0)] {
                clock.advance(by: passed * 86_400)
                // The sessions of the fixture end with time, and the days of a timeline don't depend on them.
                let asset = try #require(try gallery.library.owner.assets(uuids: [asset])[asset])
                #expect(gallery.library.owner.daysLeft(of: asset) == left, "\(passed)")
            }
        }
        try await GalleryFixture.open { gallery in
            let asset = try gallery.add(.image("a.jpg"))
            try gallery.temporary.commit(.trash(assetUUID: asset))
            #expect(try await daysLeft(AlbumIdentifier.recentlyDeleted, gallery) == [30])
        }
    }

    // MARK: Parts

    private func details(_ uuid: String, _ gallery: GalleryFixture) async throws -> CollectionDetailsAnswer {
        try await gallery.respond("/api/collections/\(uuid)").decoded(as: CollectionDetailsAnswer.self)
    }

    private func covers(_ albums: [String], _ gallery: GalleryFixture) async throws -> [CoversAnswer.Cover?] {
        let answer = try await gallery.respond("/api/covers?albums=\(albums.joined(separator: ","))")
        return try answer.decoded(as: CoversAnswer.self).covers
    }

    private func daysLeft(_ collection: String, _ gallery: GalleryFixture) async throws -> [Int]? {
        let answer = try await gallery.respond("/api/collections/\(collection)/timeline?count=10")
        return try answer.decoded(as: TimelineAnswer.self).window?.daysLeft
    }
}
