import AlbumenTestSupport
import Catalog
import Foundation
import MediaRequests
import Records
import Synchronization
import Testing

@testable import Albumen
@testable import AlbumenServer
@testable import PhotoLibrary

/// Photos with a future date don't take over the top of the page.
@Suite struct FutureDateTests {
    /// Noon of a day, UTC.
    private static let noon = Date(timeIntervalSince1970: 20_254 * 86_400 + 43_200)
    private static let day = 86_400.0
    private let atNoon: @Sendable () -> Date = { Self.noon }

    @Test func `future photos are counted without marks, in PhotoKit's order`() async throws {
        try await GalleryFixture.open(now: atNoon) { gallery in
            let past = try add(stride(from: -10, through: -1, by: 1).map { Double($0) * Self.day }, gallery)
            let future = try add([700 * Self.day, 20_000 * Self.day, 3 * Self.day], gallery)
            let timeline = try await timeline(gallery, "?count=4")
            #expect(timeline.count == 13)
            #expect(timeline.futureCount == 3)
            #expect(timeline.marks.first?.rank == 3)
            #expect(timeline.marks.last?.rank == 12)
            #expect(timeline.window?.from == 3)
            #expect(timeline.window?.identifiers == Array(past.reversed().prefix(4)))
            let all = try await gallery.respond(
                "/api/collections/\(AlbumIdentifier.recents)/timeline/\(timeline.version)?count=500"
            ).decoded(as: WindowAnswer.self)
            #expect(Array(all.identifiers.prefix(3)) == [future[1], future[0], future[2]])
        }
    }

    /// 01:00 tomorrow in Auckland is today in Berlin, and a clock without a zone may be 14 hours ahead of UTC.
    @Test func `a photo of today in any time zone is not in the future`() async throws {
        try await GalleryFixture.open(now: atNoon) { gallery in
            _ = try add([-Self.day, 0, 14 * 3600, 35.9 * 3600], gallery)
            #expect(try await timeline(gallery).futureCount == 0)
            _ = try add([36 * 3600], gallery)
            #expect(try await timeline(gallery).futureCount == 1)
        }
    }

    @Test func `the limit moves with the day without a change of the library`() async throws {
        let clock = Mutex(Self.noon)
        let now: @Sendable () -> Date = { clock.withLock { $0 } }
        try await GalleryFixture.open(now: now) { gallery in
            _ = try add([-Self.day, 40 * 3600], gallery)
            let before = try await timeline(gallery)
            #expect(before.futureCount == 1)
            clock.withLock { $0 += Self.day }
            let after = try gallery.library.owner.timeline(of: .library)
            #expect(try gallery.library.owner.futureCount(of: after) == 0)
        }
    }

    @Test func `a library of only future photos shows them`() async throws {
        try await GalleryFixture.open(now: atNoon) { gallery in
            #expect(try await timeline(gallery).futureCount == 0)
            _ = try add([10 * Self.day, 20 * Self.day], gallery)
            #expect(try await timeline(gallery).futureCount == 0)
        }
    }

    @Test func `thousands are counted, excluding photos without a date`() async throws {
        try await GalleryFixture.open(now: atNoon) { gallery in
            _ = try add((0..<3_000).map { Self.day * 5 + Double($0) }, gallery)
            _ = try add([-5], gallery)
            let undated = AssetRecord(
                uuid: UUID().uuidString, mediaType: .image, mediaSubtypes: [], playbackStyle: .image, pixelWidth: 3,
                pixelHeight: 2, duration: 0, creationDate: nil, addedDate: Self.noon)
            _ = try gallery.library.catalog.write(author: "test") { try $0.insert(undated) }
            let timeline = try await timeline(gallery, "?count=9")
            #expect(timeline.futureCount == 3_000)
            #expect(timeline.window?.identifiers.count == 2)
            #expect(timeline.window?.identifiers.last == undated.uuid)
        }
    }

    @Test func `an arranged album keeps its order`() async throws {
        try await GalleryFixture.open(now: atNoon) { gallery in
            let assets = try add([9 * Self.day, -Self.day], gallery)
            let album = try gallery.addAlbum("Album", assets)
            let answer = try await gallery.respond("/api/collections/\(album)/timeline")
            #expect(try answer.decoded(as: TimelineAnswer.self).futureCount == 0)
        }
    }

    private func timeline(_ gallery: GalleryFixture, _ query: String = "") async throws -> TimelineAnswer {
        try await gallery.respond("/api/collections/\(AlbumIdentifier.recents)/timeline\(query)")
            .decoded(as: TimelineAnswer.self)
    }

    /// Adds photos that were taken the given numbers of seconds after noon.
    private func add(_ distances: [Double], _ gallery: GalleryFixture) throws -> [String] {
        let samples = distances.map { distance in
            TemporaryLibrary.Sample.image("\(distance).jpg") { probe in
                probe.captureDate = MediaProbe.CaptureDate(
                    secondsSinceReferenceDate: Self.noon.timeIntervalSinceReferenceDate + distance,
                    utcOffsetInSeconds: nil, source: .exifOriginal)
            }
        }
        return try gallery.temporary.add(samples).compactMap(\.assetUUID)
    }
}
