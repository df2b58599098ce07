import AlbumenTestSupport
import Foundation
import HTTPTypes
import MediaRequests
import Records
import Testing

@testable import Albumen
@testable import AlbumenServer
@testable import PhotoLibrary

/// Changes that depend on the current values of many assets.
@Suite struct AdjustmentRouteTests {
    @Test func `dates move in one commit, and undo restores them`() async throws {
        try await GalleryFixture.open { gallery in
            let assets = try gallery.addDays(3)
            let before = try await dates(assets, gallery)
            let version = try gallery.version()
            let answer = try await change(assets, "\"dateShift\": -5400.5", gallery)
            #expect(try gallery.version() == version + 1)
            #expect(try await dates(assets, gallery)[0] == "2001-01-03T22:29:59.500Z")
            _ = try await gallery.change(.post, "/api/undo", "{\"undo\": \"\(try #require(answer.undo))\"}")
            #expect(try await dates(assets, gallery) == before)
        }
    }

    /// The photos were taken on clocks of UTC+2, UTC and of an unknown zone.
    @Test(arguments: [
        (
            "\"timeZone\": {\"utcOffset\": -3600, \"keeps\": \"clockTime\"}", "12:00:00", ["13:00", "13:00", "13:00"],
            -3600
        ),
        (
            "\"timeZone\": {\"utcOffset\": -3600, \"keeps\": \"moment\"}", "09:00:00", ["10:00", "12:00", "12:00"],
            -3600
        ),
        ("\"clockTime\": \"2020-02-29T08:07:06\"", "08:07:06", ["06:07", "08:07", "08:07"], nil),
        (
            "\"clockTime\": \"2020-02-29T08:07:06\", \"timeZone\": {\"utcOffset\": 3600, \"keeps\": \"clockTime\"}",
            "08:07:06", ["07:07", "07:07", "07:07"], 3600
        ),
        (
            "\"dateShift\": 60, \"timeZone\": {\"utcOffset\": 3600, \"keeps\": \"clockTime\"}", "12:01:00",
            ["11:01", "11:01", "11:01"], 3600
        ),
    ])
    func `a new time zone keeps the clock or the moment`(
        _ body: String, _ clock: String, _ moments: [String], _ offset: Int?
    ) async throws {
        try await GalleryFixture.open { gallery in
            let offsets: [Int?] = [7200, 0, nil]
            let assets = try offsets.map { offset in
                try gallery.add(
                    .image("\(offset ?? -1).jpg") { probe in
                        probe.captureDate = MediaProbe.CaptureDate(
                            secondsSinceReferenceDate: 12 * 3600 - Double(offset ?? 0), utcOffsetInSeconds: offset,
                            source: .exifOriginal)
                    })
            }
            _ = try await change(assets, body, gallery)
            for (index, asset) in assets.enumerated() {
                let facts = try await gallery.respond("/api/assets/\(asset)").decoded(as: AssetAnswer.self)
                #expect(facts.creationDate?.dropFirst(11).hasPrefix(moments[index]) == true, "\(index)")
                #expect(facts.utcOffset == offset ?? offsets[index])
                if index == 0 { #expect(facts.localDateTime?.hasSuffix(clock) == true, "\(facts.localDateTime ?? "")") }
            }
        }
    }

    @Test func `keywords are added and removed, and others stay`() async throws {
        try await GalleryFixture.open { gallery in
            let assets = try gallery.addDays(2)
            _ = try await change([assets[0]], "\"keywords\": [\"lake\", \"sky\"]", gallery)
            let answer = try await change(
                assets, "\"addedKeywords\": [\"hill\", \"sky\"], \"removedKeywords\": [\"lake\"]", gallery)
            #expect(try await keywords(assets, gallery) == [["sky", "hill"], ["hill", "sky"]])
            _ = try await gallery.change(.post, "/api/undo", "{\"undo\": \"\(try #require(answer.undo))\"}")
            #expect(try await keywords(assets, gallery) == [["lake", "sky"], []])
        }
    }

    @Test func `an asset without a date stays without one`() async throws {
        try await GalleryFixture.open { gallery in
            let assets = try gallery.addDays(2)
            _ = try await change([assets[1]], "\"creationDate\": null", gallery)
            _ = try await change(assets, "\"dateShift\": 86400", gallery)
            #expect(try await dates(assets, gallery) == ["2001-01-04T00:00:00Z", nil])
        }
    }

    @Test func `an invalid adjustment changes nothing`() async throws {
        try await GalleryFixture.open { gallery in
            let assets = try gallery.addDays(2)
            let version = try gallery.version()
            for (body, status) in [
                ("\"dateShift\": 260000000000", 422), ("\"dateShift\": 1e300", 422), ("\"dateShift\": \"1\"", 400),
                ("\"dateShift\": 1, \"creationDate\": null", 400),
                ("\"dateShift\": 1, \"clockTime\": \"2020-01-01T00:00:00\"", 400),
                ("\"clockTime\": \"2020-01-01T00:00:00Z\"", 400), ("\"clockTime\": \"2020-02-30T00:00:00\"", 400),
                ("\"timeZone\": {\"utcOffset\": 64801, \"keeps\": \"moment\"}", 422),
                ("\"timeZone\": {\"utcOffset\": 0, \"keeps\": \"all\"}", 400),
                ("\"timeZone\": {\"utcOffset\": 0}", 400),
                ("\"addedKeywords\": [\"a\"], \"keywords\": []", 400),
                ("\"addedKeywords\": [\"a\"], \"removedKeywords\": [\"a\"]", 422), ("\"addedKeywords\": [\"\"]", 422),
            ] {
                let answer = try await gallery.change(.patch, "/api/assets", "{\(list(assets)), \(body)}")
                #expect(answer.status == status, "\(body): \(answer.text)")
            }
            #expect(try gallery.version() == version)
        }
    }

    @Test func `20,000 assets change in one commit`() async throws {
        let temporary = try TemporaryLibrary()
        try temporary.addGeneratedPhotos(20_001)
        try await GalleryFixture.open(temporary) { gallery in
            let view = gallery.library.owner
            let rows = try view.assetIdentifiers(AssetFetch())
            let records = try view.assets(withIdentifiers: rows)
            let assets = rows.compactMap { records[$0]?.uuid }
            let version = try gallery.version()
            let tooMany = try await gallery.change(.patch, "/api/assets", "{\(list(assets)), \"dateShift\": 3600}")
            #expect(tooMany.status == 400)
            let answer = try await change(
                Array(assets.dropLast()), "\"dateShift\": 3600, \"addedKeywords\": [\"trip\"]", gallery)
            #expect(try gallery.version() == version + 1)
            let summary = try await gallery.change(.post, "/api/assets/summary", "{\(list(assets))}")
                .decoded(as: SummaryAnswer.self)
            #expect(summary.count == 20_001)
            #expect(summary.keywords == [.init(keyword: "trip", count: 20_000)])
            _ = try await gallery.change(.post, "/api/undo", "{\"undo\": \"\(try #require(answer.undo))\"}")
            #expect(try gallery.version() == version + 2)
            #expect(
                try view.assets(withIdentifiers: rows).allSatisfy {
                    records[$0.key]?.creationDate == $0.value.creationDate
                })
        }
    }

    // MARK: Summaries

    @Test func `a summary tells common values from mixed ones`() async throws {
        try await GalleryFixture.open { gallery in
            let assets = try gallery.addDays(3)
            _ = try await change(assets, "\"caption\": \"Trip\", \"keywords\": [\"a\"]", gallery)
            _ = try await change(
                [assets[2]],
                "\"rating\": 4, \"addedKeywords\": [\"b\"], \"location\": {\"latitude\": 48.2, \"longitude\": 16.4}",
                gallery)
            let summary = try await gallery.change(.post, "/api/assets/summary", "{\(list(assets))}")
                .decoded(as: SummaryAnswer.self)
            #expect(summary.count == 3)
            #expect(summary.caption == .init(isMixed: false, value: "Trip"))
            #expect(summary.rating == .init(isMixed: true, value: nil))
            #expect(summary.keywords == [.init(keyword: "a", count: 3), .init(keyword: "b", count: 1)])
            #expect(summary.placedCount == 1)
            #expect(summary.places == [.init(latitude: 48.2, longitude: 16.4, count: 1)])
            #expect(summary.first?.identifier == assets[2])
            #expect(summary.last?.identifier == assets[0])
        }
    }

    // MARK: Parts

    private struct SummaryAnswer: Decodable {
        struct Common<Value: Decodable & Equatable>: Decodable, Equatable {
            let isMixed: Bool
            let value: Value?
        }

        struct Keyword: Decodable, Equatable {
            let keyword: String
            let count: Int
        }

        struct Place: Decodable, Equatable {
            let latitude: Double
            let longitude: Double
            let count: Int
        }

        struct Dated: Decodable {
            let identifier: String
        }

        let count: Int
        let caption: Common<String>
        let rating: Common<Int>
        let keywords: [Keyword]
        let placedCount: Int
        let places: [Place]
        let first: Dated?
        let last: Dated?
    }

    private func list(_ assets: [String]) -> String {
        "\"assets\": [\(assets.map { "\"\($0)\"" }.joined(separator: ","))]"
    }

    private func change(_ assets: [String], _ body: String, _ gallery: GalleryFixture) async throws -> ChangedAnswer {
        let answer = try await gallery.change(.patch, "/api/assets", "{\(list(assets)), \(body)}")
        #expect(answer.status == 200, "\(answer.text)")
        return try answer.decoded(as: ChangedAnswer.self)
    }

    private func dates(_ assets: [String], _ gallery: GalleryFixture) async throws -> [String?] {
        var dates: [String?] = []
        for asset in assets {
            dates.append(try await gallery.respond("/api/assets/\(asset)").decoded(as: AssetAnswer.self).creationDate)
        }
        return dates
    }

    private func keywords(_ assets: [String], _ gallery: GalleryFixture) async throws -> [[String]] {
        var found: [[String]] = []
        for asset in assets {
            found.append(
                try await gallery.respond("/api/assets/\(asset)").decoded(as: AssetAnswer.self).metadata.keywords)
        }
        return found
    }
}
