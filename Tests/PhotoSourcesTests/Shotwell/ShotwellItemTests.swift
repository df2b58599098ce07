import Foundation
import Records
import SystemPackage
import Testing

@testable import PhotoSources

/// The facts and files of Shotwell's items (imports 6).
@Suite struct ShotwellItemTests {
    @Test("imports 6: a photo has its file, texts, rating, place and dates")
    func facts() throws {
        let catalog = try MadeShotwell()
        try catalog.addPhoto(
            31,
            [
                "title": "Title", "comment": "Cafe\u{301}", "rating": 4, "exposure_time": 1_556_973_296, "has_gps": 1,
                "gps_lat": 52.5, "gps_lon": 13.4, "time_created": 1_560_000_000, "orientation": 6,
                "original_orientation": 6,
            ])
        let item = try catalog.item()
        #expect(item.identifier == "thumb000000000000001f")
        #expect(item.name == "IMG_31.JPG")
        #expect(item.originals.map(\.type) == [.photo])
        #expect(item.originals.map(\.size) == [5])
        #expect(item.facts.title == .known("Title"))
        #expect(item.facts.caption == .known("Caf\u{e9}"))
        #expect(item.facts.rating == .known(4))
        #expect(item.facts.place == .known(SourceFacts.Place(latitude: 52.5, longitude: 13.4)))
        #expect(
            item.facts.capture
                == .known(SourceFacts.Capture(date: Date(timeIntervalSince1970: 1_556_973_296), utcOffset: nil)))
        #expect(item.hasMomentOnly)
        #expect(!item.hasLocalTimeOnly)
        #expect(item.facts.addedDate == Date(timeIntervalSince1970: 1_560_000_000))
        #expect(item.differences.isEmpty)
        #expect(item.exclusion == nil)
    }

    @Test("imports 6: a video has its own identifiers and flags")
    func video() throws {
        let catalog = try MadeShotwell()
        try catalog.addPhoto(1)
        try catalog.addVideo(1, ["title": "Film", "flags": 4])
        try catalog.addVideo(2, ["flags": 1])
        let items = try catalog.items()
        #expect(
            items.map(\.identifier) == [
                "thumb0000000000000001", "video-0000000000000001", "video-0000000000000002",
            ])
        #expect(items.map(\.isVideo) == [false, true, true])
        #expect(items[1].originals.map(\.type) == [.video])
        #expect(items[1].facts.title == .known("Film"))
        #expect(items[1].differences == [SourceDifference(.labels, .unsupported, detail: "flagged")])
        #expect(items[2].exclusion == .trashed)
    }

    @Test("imports 3.3: a photo without facts clears nothing")
    func unknown() throws {
        let catalog = try MadeShotwell()
        try catalog.addPhoto(1, ["title": "", "comment": "", "has_gps": -1, "gps_lat": 0.0, "gps_lon": 0.0])
        let item = try catalog.item()
        #expect(item.facts == SourceFacts())
        #expect(!item.hasMomentOnly)
        #expect(item.differences.isEmpty)
    }

    @Test(
        "imports 6: rejected photos have no rating and are listed",
        arguments: [
            (-1, SourceDifference(.ratings, .unsupported, detail: "rejected")),
            (1_000_000_000, SourceDifference(.ratings, .invalid)), (0, nil),
        ])
    func ratings(_ rating: Int, _ difference: SourceDifference?) throws {
        let catalog = try MadeShotwell()
        try catalog.addPhoto(1, ["rating": rating])
        let item = try catalog.item()
        #expect(item.facts.rating == .unknown)
        #expect(item.differences == [difference].compactMap { $0 })
    }

    @Test("imports 6: the flags of photos: hidden and favorite of old versions, trashed, and flagged")
    func flags() throws {
        let catalog = try MadeShotwell()
        for (id, flags) in [(1, 1), (2, 2), (3, 4), (4, 8), (5, 16)] as [(Int64, Int)] {
            try catalog.addPhoto(id, ["flags": flags])
        }
        let items = try catalog.items()
        #expect(items.map(\.facts.isHidden) == [true, nil, nil, nil, nil])
        #expect(items.map(\.facts.isFavorite) == [nil, true, nil, nil, nil])
        #expect(items.map(\.exclusion) == [nil, nil, .trashed, nil, nil])
        #expect(items[4].differences == [SourceDifference(.labels, .unsupported, detail: "flagged")])
        var options = catalog.options
        options.bringsTrashed = true
        let asked = try catalog.items(options)[2]
        #expect(asked.exclusion == nil)
        #expect(asked.facts.trashedDate != nil)
        #expect(asked.originals.count == 1)
    }

    @Test("imports 6: 0 is no date before version 24, and 1970 from then on", arguments: [(23, false), (24, true)])
    func zero(_ version: Int, _ isDate: Bool) throws {
        let catalog = try MadeShotwell(version: version)
        try catalog.addPhoto(1, ["exposure_time": 0])
        let capture = try catalog.item().facts.capture
        #expect(capture == (isDate ? .known(.init(date: Date(timeIntervalSince1970: 0), utcOffset: nil)) : .unknown))
    }

    @Test("imports, general rules: absurd numbers are listed", arguments: [Int64.max, .min, 1_000_000_000_000])
    func absurd(_ number: Int64) throws {
        let catalog = try MadeShotwell()
        try catalog.addPhoto(
            number,
            [
                "exposure_time": number, "import_id": number, "time_created": number, "flags": 0, "has_gps": 1,
                "gps_lat": Double(number), "gps_lon": 0.0, "event_id": number, "editable_id": number,
                "orientation": number, "original_orientation": 1,
            ])
        let item = try catalog.item()
        #expect(item.facts.capture == .unknown)
        #expect(item.facts.addedDate == nil)
        #expect(item.differences == [SourceDifference(.places, .invalid), SourceDifference(.dates, .invalid)])
    }

    @Test("imports 6: Shotwell's own edits are counted")
    func transformations() throws {
        let catalog = try MadeShotwell()
        try catalog.addPhoto(1, ["transformations": "[crop]\nleft=1\n\n[adjustments]\nexposure=2\n"])
        try catalog.addPhoto(2, ["transformations": "", "orientation": 3, "original_orientation": 1])
        try catalog.addPhoto(3, ["transformations": "odd"])
        let items = try catalog.items()
        #expect(
            items.map(\.differences) == [
                [SourceDifference(.edits, .unsupported, detail: "adjustments, crop")],
                [SourceDifference(.edits, .unsupported, detail: "rotation")],
                [SourceDifference(.edits, .unsupported, detail: "transformations")],
            ])
        #expect(items.allSatisfy { $0.edit == nil && $0.exclusion == nil })
    }

    @Test("imports 6: a copy that another program edited is the edit")
    func externalEdit() throws {
        let catalog = try MadeShotwell()
        try catalog.addPhoto(1, ["editable_id": 5])
        try catalog.addPhoto(2, ["editable_id": 6])
        try catalog.addBacking(5, "2019/IMG_1_modified.JPG")
        try catalog.addBacking(6, "2019/IMG_2_modified.JPG", file: nil)
        let items = try catalog.items()
        let edit = try #require(items[0].edit)
        #expect(edit.renderings.map(\.type) == [.fullSizePhoto])
        #expect(edit.renderings.map(\.name) == ["IMG_1_modified.JPG"])
        #expect(edit.recipe == nil)
        #expect(edit.date == Date(timeIntervalSince1970: 1_600_000_000))
        #expect(items[0].differences.isEmpty)
        #expect(items[1].edit == nil)
        #expect(items[1].differences.map(\.reason) == [.noRendering])
    }

    @Test("imports 6: the camera's JPEG and the RAW are one item, with the choice", arguments: ["CAMERA", "SHOTWELL"])
    func pairs(_ developer: String) throws {
        let catalog = try MadeShotwell()
        let raw = "\(MadeShotwell.home)/2019/IMG_1.CR2"
        try catalog.addPhoto(
            1, ["filename": raw, "developer": developer, "develop_camera_id": 5, "develop_shotwell_id": 6], file: "raw")
        try catalog.addBacking(5, "2019/IMG_1.JPG")
        try catalog.addBacking(6, "2019/IMG_1_CR2_shotwell.jpg")
        let item = try catalog.item()
        #expect(item.name == "IMG_1.CR2")
        #expect(item.originals.map(\.type) == [.photo, .alternatePhoto])
        #expect(item.originals.map(\.name) == ["IMG_1.JPG", "IMG_1.CR2"])
        #expect(item.facts.usesRAW == (developer != "CAMERA"))
        #expect(
            item.differences == [
                SourceDifference(
                    .otherFiles, .unsupported,
                    detail: "developed RAW \(MadeShotwell.home)/2019/IMG_1_CR2_shotwell.jpg")
            ])
        try FileManager.default.removeItem(at: catalog.pictures.appending(path: "2019/IMG_1.JPG"))
        let lone = try catalog.item()
        #expect(lone.originals.map(\.type) == [.photo])
        #expect(lone.differences.first == SourceDifference(.rawPairs, .absent))
    }

    @Test("imports 6: a RAW that Shotwell developed itself is no pair")
    func developed() throws {
        let catalog = try MadeShotwell()
        try catalog.addPhoto(
            1, ["filename": "\(MadeShotwell.home)/2019/IMG_1.CR2", "develop_camera_id": 5], file: "raw")
        try catalog.addBacking(5, "2019/IMG_1_CR2_embedded.jpg")
        let item = try catalog.item()
        #expect(item.originals.map(\.type) == [.photo])
        #expect(item.originals.map(\.name) == ["IMG_1.CR2"])
        #expect(item.differences.map(\.fact) == [.otherFiles])
    }
}
