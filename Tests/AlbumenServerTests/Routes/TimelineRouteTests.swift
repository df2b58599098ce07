import AlbumenTestSupport
import Catalog
import Foundation
import MediaRequests
import Records
import Testing

@testable import Albumen
@testable import AlbumenServer
@testable import PhotoLibrary

/// Timelines, as requested by pages.
@Suite struct TimelineRouteTests {
    private static let timeline = "/api/collections/\(AlbumIdentifier.recents)/timeline"

    @Test func `the order is PhotoKit's with the newest first`() async throws {
        try await GalleryFixture.open { gallery in
            _ = try gallery.addDays(20)
            // Assets with the same date, so that identifiers decide.
            for index in 0..<5 { _ = try gallery.add(.image("same-\(index).jpg")) }
            var fetch = AssetFetch()
            fetch.orderings = [.newestFirst]
            let identifiers = try gallery.library.owner.assetIdentifiers(fetch)
            let assets = try gallery.library.owner.assets(withIdentifiers: identifiers)
            let window = try await window(gallery, "?count=500")
            #expect(window.identifiers == identifiers.compactMap { assets[$0]?.uuid })
            #expect(window.identifiers.count == 25)
        }
    }

    @Test func `an asset without a date is last`() async throws {
        try await GalleryFixture.open { gallery in
            let dated = try gallery.addDays(3)
            let undated = AssetRecord(
                uuid: UUID().uuidString, mediaType: .image, mediaSubtypes: [], playbackStyle: .image, pixelWidth: 3,
                pixelHeight: 2,
                duration: 0, creationDate: nil, addedDate: Date(timeIntervalSinceReferenceDate: 0))
            _ = try gallery.library.catalog.write(author: "test") { try $0.insert(undated) }
            let window = try await window(gallery, "")
            #expect(window.identifiers == dated + [undated.uuid])
            #expect(window.days.last == .some(nil))
            #expect(window.days.first != .some(nil))
            #expect(window.contents.last == "none")
            let marks = try await gallery.respond(Self.timeline).decoded(as: TimelineAnswer.self).marks
            #expect(marks.last == TimelineAnswer.Mark(rank: 3, day: nil))
        }
    }

    @Test func `all columns have the same length`() async throws {
        try await GalleryFixture.open { gallery in
            let all = try gallery.addDays(30)
            for (query, first, count) in [
                ("", 0, 30), ("?from=0&count=10", 0, 10), ("?from=25&count=10", 25, 5), ("?count=1&from=29", 29, 1),
                ("?from=7&count=0", 7, 0), ("?from=30", 30, 0),
            ] {
                let window = try await window(gallery, query)
                #expect(window.lengths == [count], "\(query)")
                #expect(window.from == first)
                #expect(window.count == 30)
                #expect(window.identifiers == Array(all[first..<(first + count)]))
            }
        }
    }

    @Test(arguments: ["?from=5", "?from=1000000", "?from=\(Int.max)", "?from=\(Int.max)&count=500"])
    func `a window after the end is empty`(query: String) async throws {
        try await GalleryFixture.open { gallery in
            _ = try gallery.addDays(5)
            let window = try await window(gallery, query)
            #expect(window.lengths == [0])
            #expect(window.count == 5)
        }
    }

    @Test(arguments: [
        "?count=501", "?count=\(Int.max)", "?count=99999999999999999999", "?count=-1", "?from=-1", "?count=x", "?from=",
        "?from=1.5", "?count=%20", "?from=0x10",
    ])
    func `an invalid window is refused`(query: String) async throws {
        try await GalleryFixture.open { gallery in
            let answer = try await gallery.respond("\(Self.timeline)/\(gallery.version())\(query)")
            #expect(answer.status == 400)
            #expect(answer.refusal?.code == "badRequest")
        }
    }

    @Test func `the timeline contains its first ranks on request`() async throws {
        try await GalleryFixture.open { gallery in
            let assets = try gallery.addDays(5)
            for (query, count) in [("", nil), ("?count=0", nil), ("?count=3", 3), ("?count=500", 5)] {
                let timeline = try await gallery.respond(Self.timeline + query).decoded(as: TimelineAnswer.self)
                #expect(timeline.count == 5)
                #expect(timeline.window?.identifiers == count.map { Array(assets.prefix($0)) }, "\(query)")
                #expect(timeline.window?.lengths == count.map { [$0] })
                #expect((timeline.window?.version ?? timeline.version) == timeline.version)
            }
            for query in ["?count=501", "?count=-1", "?count=x"] {
                #expect(try await gallery.respond(Self.timeline + query).status == 400)
            }
        }
    }

    @Test func `an empty library has an empty timeline`() async throws {
        try await GalleryFixture.open { gallery in
            let timeline = try await gallery.respond(Self.timeline).decoded(as: TimelineAnswer.self)
            #expect(timeline.count == 0)
            #expect(timeline.marks == [])
            #expect(try await window(gallery, "").lengths == [0])
        }
    }

    // MARK: Versions

    @Test func `a version stays available while the library changes`() async throws {
        try await GalleryFixture.open { gallery in
            let before = try gallery.addDays(4)
            let version = try await gallery.respond(Self.timeline).decoded(as: TimelineAnswer.self).version
            _ = try gallery.add(.image("later.jpg"))
            try gallery.setHidden(true, before[0])
            let answer = try await gallery.respond("\(Self.timeline)/\(version)")
            let window = try answer.decoded(as: WindowAnswer.self)
            #expect(window.version == version)
            #expect(window.identifiers == before)
            let now = try await gallery.respond(Self.timeline).decoded(as: TimelineAnswer.self)
            #expect(now.version != version)
            #expect(now.count == 4)
        }
    }

    @Test func `a version that no longer exists fails with 410`() async throws {
        try await GalleryFixture.open { gallery in
            let assets = try gallery.addDays(2)
            for version in ["999999", "0", "-1", "x", "99999999999999999999", "1.5"] {
                for path in ["\(Self.timeline)/\(version)", "\(Self.timeline)/\(version)/ranks/\(assets[0])"] {
                    let answer = try await gallery.respond(path)
                    #expect(answer.status == 410, "\(path)")
                    #expect(answer.refusal?.code == "versionGone")
                }
            }
            // A client continues from this response.
            let version = try await gallery.respond(Self.timeline).decoded(as: TimelineAnswer.self).version
            #expect(try await gallery.respond("\(Self.timeline)/\(version)").status == 200)
        }
    }

    @Test func `the current version is available without a previous request`() async throws {
        try await GalleryFixture.open { gallery in
            let assets = try gallery.addDays(2)
            let answer = try await gallery.respond("\(Self.timeline)/\(gallery.version())/ranks/\(assets[1])")
            #expect(answer.text == #"{"rank":1}"#)
        }
    }

    // MARK: Marks and ranks

    @Test func `marks include the first and last rank`() async throws {
        try await GalleryFixture.open { gallery in
            let few = try gallery.addDays(256)
            #expect(try await marks(gallery).map(\.rank) == Array(0..<256))
            for index in 0..<2 { _ = try gallery.add(.image("more-\(index).jpg")) }
            let marks = try await marks(gallery)
            #expect(few.count == 256)
            #expect(marks.count == 257)
            #expect(marks.first?.rank == 0)
            #expect(marks.last?.rank == 257)
            #expect(zip(marks, marks.dropFirst()).allSatisfy { (1...2).contains($1.rank - $0.rank) })
            // 2001-01-01 was day 11,323; the first of 256 days is the 256th after it.
            #expect(marks.first?.day == 11_323 + 256)
            #expect(marks.last?.day == 11_323)
        }
    }

    @Test func `the rank of each asset matches its window`() async throws {
        try await GalleryFixture.open { gallery in
            let assets = try gallery.addDays(12)
            for (rank, asset) in assets.enumerated() {
                for spelling in [asset, asset.lowercased()] {
                    let answer = try await gallery.respond(
                        "\(Self.timeline)/\(gallery.version())/ranks/\(spelling)")
                    #expect(answer.text == #"{"rank":\#(rank)}"#)
                }
            }
            for wrong in [UUID().uuidString, "nonsense", "%00"] {
                let answer = try await gallery.respond("\(Self.timeline)/\(gallery.version())/ranks/\(wrong)")
                #expect(answer.status == 404)
            }
        }
    }

    @Test func `ranks are in the order of the request`() async throws {
        try await GalleryFixture.open { gallery in
            let assets = try gallery.addDays(5)
            try gallery.setHidden(true, assets[1])
            let path = "\(Self.timeline)/\(try gallery.version())/ranks"
            for (query, ranks) in [
                ("?assets=\(assets[4]),\(assets[0].lowercased()),\(assets[4])", "3,0,3"),
                ("?assets=\(assets[1]),nonsense,,\(UUID()),\(assets[2])", "null,null,null,null,1"),
                (
                    "?assets=\(assets[0])\(String(repeating: ",", count: 99))",
                    "0" + String(repeating: ",null", count: 99)
                ),
                ("?assets=", "null"), ("", ""),
            ] {
                #expect(try await gallery.respond(path + query).text == "{\"ranks\":[\(ranks)]}", "\(query)")
            }
            #expect(try await gallery.respond("\(path)?assets=\(String(repeating: ",", count: 100))").status == 400)
            #expect(try await gallery.respond("\(Self.timeline)/0/ranks?assets=\(assets[0])").status == 410)
        }
    }

    @Test func `a timeline keeps its version if no change concerns it`() async throws {
        try await GalleryFixture.open { gallery in
            let assets = try gallery.addDays(3)
            let version = try await gallery.respond(Self.timeline).decoded(as: TimelineAnswer.self).version
            _ = try gallery.addAlbum("Album", assets)
            #expect(try await gallery.respond(Self.timeline).decoded(as: TimelineAnswer.self).version == version)
            // The current number is another name of the same version.
            #expect(try await window(gallery, "").version == version)
            try gallery.temporary.commit(.setFavorite(true, assetUUID: assets[0]))
            #expect(try await gallery.respond(Self.timeline).decoded(as: TimelineAnswer.self).version != version)
        }
    }

    @Test(arguments: [
        "nonsense", "00000000-0000-0000-0000-000000000000", "A1B0A1B0-0000-4000-8000-000000000999", "%2e%2e",
    ])
    func `an unknown collection is not found`(identifier: String) async throws {
        try await GalleryFixture.open { (gallery) async throws in
            for path in ["timeline", "timeline/0", "timeline/0/ranks/\(UUID().uuidString)"] {
                #expect(try await gallery.respond("/api/collections/\(identifier)/\(path)").status == 404)
            }
        }
    }

    // MARK: Rows

    @Test func `days are in the photo's local time`() async throws {
        try await GalleryFixture.open { gallery in
            // 2024-05-07T15:30:00Z.
            let seconds = try #require(CivilTime.secondsSinceReferenceDate("2024-05-07T15:30:00Z"))
            let day = try #require(CivilTime(secondsSinceReferenceDate: seconds)).dayNumber
            for (offset, expected) in [
                (8 * 3600, day), (9 * 3600, day + 1), (-16 * 3600, day - 1), (-15 * 3600, day), (nil as Int?, day),
            ] {
                let uuid = try gallery.add(
                    .image("\(offset ?? 0)-\(offset == nil).jpg") { probe in
                        probe.captureDate = MediaProbe.CaptureDate(
                            secondsSinceReferenceDate: seconds, utcOffsetInSeconds: offset, source: .exifOriginal)
                    })
                let window = try await window(gallery, "")
                let rank = try #require(window.identifiers.firstIndex(of: uuid))
                #expect(window.days[rank] == expected, "\(offset ?? 0)")
            }
            // 15:30 in Greenwich is 23:30 in Shanghai on the same day.
            let facts = try await gallery.respond("/api/assets/\(try await window(gallery, "").identifiers[0])")
            #expect(try facts.decoded(as: AssetAnswer.self).creationDate == "2024-05-07T15:30:00Z")
        }
    }

    @Test func `placeholders are ThumbHashes of decoded pictures`() async throws {
        try await GalleryFixture.open { gallery in
            let uuid = try gallery.add(.photograph("a.jpg"))
            #expect(try await window(gallery, "").placeholders == [nil])
            try gallery.makePictures()
            let placeholders = try await window(gallery, "").placeholders
            let text = try #require(placeholders[0])
            let placeholder = try #require(Data(base64Encoded: text))
            let asset = try #require(try gallery.library.owner.asset(withUUID: uuid))
            let stored = try gallery.library.catalog.read { try $0.placeholders(ofAssets: [asset.id]) }
            #expect(placeholder == stored[asset.id])
            #expect((5...25).contains(placeholder.count))
        }
    }

    @Test func `aspect ratios are those of upright pictures`() async throws {
        try await GalleryFixture.open { gallery in
            for (index, (width, height)) in [(4000, 3000), (3000, 4000), (1, 30_000), (0, 0)].enumerated() {
                let uuid = try gallery.add(
                    .image("\(index).jpg") { ($0.pixelWidth, $0.pixelHeight) = (width, height) })
                let window = try await window(gallery, "")
                let rank = try #require(window.identifiers.firstIndex(of: uuid))
                #expect(window.ratios[rank] > 0)
                #expect(abs(window.ratios[rank] - Double(max(1, width)) / Double(max(1, height))) < 0.001)
            }
        }
    }

    // MARK: Parts

    private func window(_ gallery: GalleryFixture, _ query: String) async throws -> WindowAnswer {
        try await gallery.respond("\(Self.timeline)/\(gallery.version())\(query)").decoded()
    }

    private func marks(_ gallery: GalleryFixture) async throws -> [TimelineAnswer.Mark] {
        try await gallery.respond(Self.timeline).decoded(as: TimelineAnswer.self).marks
    }
}
