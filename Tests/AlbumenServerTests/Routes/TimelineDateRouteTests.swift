import AlbumenTestSupport
import Catalog
import Foundation
import MediaRequests
import Records
import Testing

@testable import Albumen
@testable import AlbumenServer
@testable import PhotoLibrary

/// The months, days and covers of timelines, as requested by pages.
@Suite struct TimelineDateRouteTests {
    private struct Months: Decodable {
        let count: Int
        let ranks: [Int]
        let days: [Int?]
    }

    private struct Days: Decodable {
        struct Part: Decodable, Equatable {
            let from: Int
            let count: Int
        }

        let parts: [Part]
    }

    private struct Covers: Decodable {
        struct Cover: Decodable {
            let rank: Int
            let identifier: String
            let content: String
        }

        let covers: [[Cover]]
    }

    private static let timeline = "/api/collections/\(AlbumIdentifier.recents)/timeline"

    @Test func `months begin at their first rank, and the assets without a date are last`() async throws {
        try await GalleryFixture.open { gallery in
            try add(["2024-05-31", "2024-05-02", "2024-05-01", "2024-03-31", "2023-12-31", "1969-12-31"], gallery)
            try addUndated(gallery)
            let months = try await months(gallery)
            #expect(months.ranks == [0, 3, 4, 5, 6])
            let days = try ["2024-05-01", "2024-03-01", "2023-12-01", "1969-12-01"].map(Self.day)
            #expect(months.days == days + [nil])
            #expect(months.count == 7)
        }
    }

    @Test func `months agree with a walk over all assets`() async throws {
        try await GalleryFixture.open { gallery in
            var generator = SeededGenerator(seed: 18)
            let seconds = (0..<400).map { _ in Double(Int.random(in: 0..<3_000, using: &generator)) * 86_400 }
            try add(seconds: seconds, gallery)
            let months = try await months(gallery)
            var expected: [(rank: Int, month: String)] = []
            for (rank, second) in seconds.sorted(by: >).enumerated() {
                let month = try #require(CivilTime(secondsSinceReferenceDate: second)).dateText.prefix(7)
                if expected.last?.month != String(month) { expected.append((rank, String(month))) }
            }
            #expect(months.ranks == expected.map(\.rank))
            #expect(expected.count > 90)
        }
    }

    @Test func `an empty library has no months`() async throws {
        try await GalleryFixture.open { gallery in
            let months = try await months(gallery)
            #expect(months.ranks == [] && months.days == [] && months.count == 0)
        }
    }

    @Test func `the ranks of days include neighbouring days of other time zones only if they match`() async throws {
        try await GalleryFixture.open { gallery in
            // In the order of the timeline. The local days are 2, 1, 2 and 1 January 2001 and 31 December 2000.
            let hours: [Double] = [28, 20, 18, 12, -12]
            try add(seconds: hours.map { $0 * 3600 }, offsets: [0, 0, 8 * 3600, 0, 0], gallery)
            let day = try Self.day("2001-01-01")
            #expect(try await days(gallery, day...day) == [Days.Part(from: 1, count: 1), Days.Part(from: 3, count: 1)])
            #expect(
                try await days(gallery, day + 1...day + 1)
                    == [Days.Part(from: 0, count: 1), Days.Part(from: 2, count: 1)])
            #expect(try await days(gallery, day - 1...day + 1) == [Days.Part(from: 0, count: 5)])
            #expect(try await days(gallery, day + 5...day + 9) == [])
        }
    }

    @Test func `assets without a date are a part of their own`() async throws {
        try await GalleryFixture.open { gallery in
            try add(["2024-05-31", "2024-05-02"], gallery)
            #expect(try await days(gallery, nil) == [])
            try addUndated(gallery)
            try addUndated(gallery)
            #expect(try await days(gallery, nil) == [Days.Part(from: 2, count: 2)])
        }
    }

    @Test func `covers are spread over a part, and favorites come first`() async throws {
        try await GalleryFixture.open { gallery in
            let assets = try gallery.addDays(100)
            var change = AssetChange()
            change.isFavorite = true
            try gallery.temporary.commit(.change(change, assetUUID: assets[50]))
            let covers = try await covers(gallery, "0-99,10-10,5-6,90-200,100-300", count: 4)
            #expect(covers.map { $0.map(\.rank) } == [[50, 0, 25, 75], [10], [5, 6], [90, 92, 95, 97], []])
            #expect(covers.joined().allSatisfy { $0.identifier == assets[$0.rank] })
        }
    }

    @Test(arguments: [
        "days?first=1", "days?last=1", "days?first=2&last=1", "days?first=x&last=1",
        "days?first=1&last=\(Int.max)", "covers", "covers?parts=", "covers?parts=1", "covers?parts=2-1",
        "covers?parts=0-1,", "covers?parts=-1-2", "covers?parts=0-\(Int.max)", "covers?parts=0-1&count=9",
        "covers?parts=\(Array(repeating: "0-1", count: 49).joined(separator: ","))",
    ])
    func `an invalid request is refused`(path: String) async throws {
        try await GalleryFixture.open { gallery in
            _ = try gallery.addDays(2)
            let answer = try await gallery.respond("\(Self.timeline)/\(gallery.version())/\(path)")
            #expect(answer.status == 400)
            #expect(answer.refusal?.code == "badRequest")
        }
    }

    @Test func `a collection in an order of its own has no months`() async throws {
        try await GalleryFixture.open { gallery in
            let album = "/api/collections/\(try gallery.addAlbum("Lake", gallery.addDays(3)))/timeline"
            let version = try await gallery.respond(album).decoded(as: TimelineAnswer.self).version
            for path in ["months", "days", "covers?parts=0-1"] {
                #expect(try await gallery.respond("\(album)/\(version)/\(path)").status == 400)
            }
        }
    }

    @Test func `a version that is gone is refused`() async throws {
        try await GalleryFixture.open { gallery in
            for path in ["months", "days", "covers?parts=0-1"] {
                let answer = try await gallery.respond("\(Self.timeline)/99999/\(path)")
                #expect(answer.status == 410)
            }
        }
    }

    // MARK: Parts

    private func months(_ gallery: GalleryFixture) async throws -> Months {
        try await gallery.respond("\(Self.timeline)/\(gallery.version())/months").decoded(as: Months.self)
    }

    private func days(_ gallery: GalleryFixture, _ days: ClosedRange<Int>?) async throws -> [Days.Part] {
        let query = days.map { "?first=\($0.lowerBound)&last=\($0.upperBound)" } ?? ""
        return try await gallery.respond("\(Self.timeline)/\(gallery.version())/days\(query)")
            .decoded(as: Days.self).parts
    }

    private func covers(_ gallery: GalleryFixture, _ parts: String, count: Int) async throws -> [[Covers.Cover]] {
        try await gallery.respond("\(Self.timeline)/\(gallery.version())/covers?parts=\(parts)&count=\(count)")
            .decoded(as: Covers.self).covers
    }

    private static func day(_ text: String) throws -> Int {
        Int(try #require(CivilTime.secondsSinceReferenceDate(text)) / 86_400) + 11_323
    }

    /// Adds an asset at noon (UTC) of each day.
    private func add(_ days: [String], _ gallery: GalleryFixture) throws {
        try add(seconds: days.map { try #require(CivilTime.secondsSinceReferenceDate($0)) + 43_200 }, gallery)
    }

    private func add(seconds: [Double], offsets: [Int] = [], _ gallery: GalleryFixture) throws {
        let samples = seconds.enumerated().map { index, seconds in
            TemporaryLibrary.Sample.image("dated-\(index).jpg") { probe in
                probe.captureDate = MediaProbe.CaptureDate(
                    secondsSinceReferenceDate: seconds, utcOffsetInSeconds: offsets.isEmpty ? 0 : offsets[index],
                    source: .exifOriginal)
            }
        }
        _ = try gallery.temporary.add(samples)
    }

    private func addUndated(_ gallery: GalleryFixture) throws {
        let undated = AssetRecord(
            uuid: UUID().uuidString, mediaType: .image, mediaSubtypes: [], playbackStyle: .image, pixelWidth: 3,
            pixelHeight: 2, duration: 0, creationDate: nil, addedDate: Date(timeIntervalSinceReferenceDate: 0))
        _ = try gallery.library.catalog.write(author: "test") { try $0.insert(undated) }
    }
}
