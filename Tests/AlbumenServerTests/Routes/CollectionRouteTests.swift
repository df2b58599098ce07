import Albumen
import AlbumenTestSupport
import Foundation
import HTTPTypes
import MediaRequests
import Records
import Testing

@testable import AlbumenServer

/// The list of collections.
@Suite struct CollectionRouteTests {
    @Test func `the entire library is first and each smart album appears once`() async throws {
        try await GalleryFixture.open { gallery in
            let collections = try await collections(gallery)
            #expect(collections.first?.subtype == 209)
            #expect(Set(collections.map(\.subtype)).count == collections.count)
            let wanted: Set = [
                201, 202, 203, 204, 205, 206, 207, 208, 209, 210, 211, 212, 213, 214, 215, 216, 217, 220,
                1_000_000_201,
            ]
            #expect(Set(collections.map(\.subtype)) == wanted)
            for collection in collections {
                #expect(collection.type == "smartAlbum")
                #expect(collection.identifier == AlbumIdentifier.identifier(collection.subtype))
                #expect(collection.count == 0)
                #expect(!collection.title.isEmpty)
            }
        }
    }

    @Test func `counts match a fetch`() async throws {
        try await GalleryFixture.open { gallery in
            let assets = try addOneOfEachKind(gallery)
            try await expectCounts(gallery)
            #expect(
                try await collections(gallery).allSatisfy {
                    $0.count > 0 || [203, 205, 215, 216, 1_000_000_201].contains($0.subtype)
                })
            for asset in assets {
                try gallery.setHidden(true, asset)
                try await expectCounts(gallery)
            }
            #expect(try await collections(gallery).first { $0.subtype == 205 }?.count == assets.count)
            for asset in assets {
                try gallery.setHidden(false, asset)
                try gallery.temporary.commit(.trash(assetUUID: asset))
                try await expectCounts(gallery)
            }
            for collection in try await collections(gallery) {
                #expect(collection.count == (collection.subtype == 1_000_000_201 ? assets.count : 0))
            }
        }
    }

    @Test func `a count is the timeline's length`() async throws {
        try await GalleryFixture.open { gallery in
            _ = try addOneOfEachKind(gallery)
            for collection in try await collections(gallery) {
                let timeline = try await gallery.respond("/api/collections/\(collection.identifier)/timeline")
                #expect(try timeline.decoded(as: TimelineAnswer.self).count == collection.count, "\(collection.title)")
            }
        }
    }

    @Test func `Recently Added contains the assets of the last 30 days`() async throws {
        let clock = TestClock()
        try await GalleryFixture.open(now: clock.now) { gallery in
            _ = try gallery.add(.image("first.jpg"))
            #expect(try await recentlyAdded(gallery) == 1)
            for day in 1...6 {
                // Requests in between keep the owner's session.
                clock.advance(by: 5 * 86_400)
                _ = try gallery.add(.image("\(day).jpg"))
                #expect(try await recentlyAdded(gallery) == day + 1)
            }
            clock.advance(by: 1)
            _ = try gallery.add(.image("last.jpg"))
            #expect(try await recentlyAdded(gallery) == 7)
        }
    }

    @Test(arguments: [
        ("zh-CN", "照片"), ("fr;q=1,zh;q=0.5", "照片"), ("en", "Photos"), ("fr", "Photos"), ("?", "Photos"),
    ])
    func `titles are in the browser's language`(language: String, title: String) async throws {
        try await GalleryFixture.open { gallery in
            let answer = try await gallery.respond("/api/collections", headers: [.acceptLanguage: language])
            #expect(try answer.decoded(as: CollectionsAnswer.self).collections.first?.title == title)
            #expect(answer.headers[.cacheControl] == "no-store")
        }
    }

    // MARK: Parts

    private func addOneOfEachKind(_ gallery: GalleryFixture) throws -> [String] {
        let images: [(inout MediaProbe) -> Void] = [
            { _ in }, { $0.subtypes = .photoPanorama }, { $0.subtypes = .photoScreenshot },
            { $0.subtypes = .photoDepthEffect }, { $0.subtypes = .photoLive }, { $0.isRAW = true },
            { $0.isSelfPortrait = true }, { $0.frameCount = 5 }, { $0.burstIdentifier = "burst" },
        ]
        let videos: [(inout MediaProbe) -> Void] = [
            { _ in }, { $0.subtypes = .videoTimelapse }, { $0.subtypes = .videoHighFrameRate },
            { $0.subtypes = .videoScreenRecording },
        ]
        let samples =
            images.enumerated().map { TemporaryLibrary.Sample.image("image-\($0).jpg", $1) }
            + videos.enumerated().map { TemporaryLibrary.Sample.video("video-\($0).mov", $1) }
        return try gallery.temporary.add(samples).map { try #require($0.assetUUID) }
    }

    private func expectCounts(_ gallery: GalleryFixture) async throws {
        for collection in try await collections(gallery) {
            var fetch = AssetFetch()
            fetch.membership = .smartAlbum(
                try #require(SmartAlbum.withSubtype(CollectionSubtype(rawValue: collection.subtype))))
            let fetched = try gallery.library.owner.assetIdentifiers(fetch).count
            #expect(collection.count == fetched, "\(collection.title)")
        }
    }

    private func recentlyAdded(_ gallery: GalleryFixture) async throws -> Int? {
        try await collections(gallery).first { $0.subtype == 206 }?.count
    }

    private func collections(_ gallery: GalleryFixture) async throws -> [CollectionsAnswer.Collection] {
        try await gallery.respond("/api/collections").decoded(as: CollectionsAnswer.self).collections
    }
}
