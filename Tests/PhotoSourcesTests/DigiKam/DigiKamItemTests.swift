import Foundation
import Records
import SystemPackage
import Testing

@testable import PhotoSources

/// The facts and files of digiKam's items (imports 6).
@Suite struct DigiKamItemTests {
    @Test("imports 6: an item has its file, texts, rating, place and date")
    func facts() throws {
        let catalog = try MadeDigiKam()
        try catalog.addItem(7)
        try catalog.made.insert(
            "ImageInformation", ["imageid": 7, "rating": 4, "creationDate": "2019-05-04T12:34:56.000"])
        try catalog.made.insert(
            "ImagePositions",
            ["imageid": 7, "latitudeNumber": 52.5, "longitudeNumber": 13.4, "altitude": 34.0, "accuracy": 5.0])
        for (type, text) in [(1, "Cafe\u{301}\nline"), (3, "Title")] {
            try catalog.made.insert(
                "ImageComments", ["imageid": 7, "type": type, "language": "x-default", "comment": text])
        }
        let item = try catalog.item()
        #expect(item.identifier == "7")
        #expect(item.name == "IMG_7.JPG")
        #expect(!item.isVideo)
        #expect(item.exclusion == nil)
        #expect(item.originals.map(\.type) == [.photo])
        #expect(item.originals.first?.size == 5)
        #expect(item.facts.title == .known("Title"))
        #expect(item.facts.caption == .known("Caf\u{e9}\nline"))
        #expect(item.facts.rating == .known(4))
        #expect(
            item.facts.place
                == .known(
                    SourceFacts.Place(latitude: 52.5, longitude: 13.4, altitude: 34, horizontalAccuracy: 5)))
        #expect(
            item.facts.capture
                == .known(SourceFacts.Capture(date: Date(timeIntervalSince1970: 1_556_973_296), utcOffset: nil)))
        #expect(item.hasLocalTimeOnly)
        #expect(!item.hasMomentOnly)
        #expect(item.differences.isEmpty)
    }

    @Test("imports 3.3: an item without facts clears nothing")
    func unknown() throws {
        let catalog = try MadeDigiKam()
        try catalog.addItem(1)
        try catalog.made.insert("ImageInformation", ["imageid": 1, "rating": -1])
        let item = try catalog.item()
        #expect(item.facts == SourceFacts())
        #expect(!item.hasLocalTimeOnly)
        #expect(item.differences.isEmpty)
    }

    @Test(
        "imports 6: ratings from 1 to 5 count, and others don't",
        arguments: [
            (-1, SourceFact<Int>.unknown, false), (0, .unknown, false), (1, .known(1), false), (5, .known(5), false),
            (6, .unknown, true), (1_000_000_000, .unknown, true), (-2, .unknown, true),
        ])
    func ratings(_ rating: Int, _ fact: SourceFact<Int>, _ isInvalid: Bool) throws {
        let catalog = try MadeDigiKam()
        try catalog.addItem(1)
        try catalog.made.insert("ImageInformation", ["imageid": 1, "rating": rating])
        let item = try catalog.item()
        #expect(item.facts.rating == fact)
        #expect(item.differences == (isInvalid ? [SourceDifference(.ratings, .invalid)] : []))
    }

    @Test(
        "imports, general rules: absurd dates and places are listed",
        arguments: ["99999-01-01T00:00:00", "-0001-01-01T00:00:00", "soon", "2019-13-01T00:00:00", "0000-00-00"])
    func absurd(_ date: String) throws {
        let catalog = try MadeDigiKam()
        try catalog.addItem(1)
        try catalog.made.insert("ImageInformation", ["imageid": 1, "creationDate": date])
        try catalog.made.insert(
            "ImagePositions", ["imageid": 1, "latitudeNumber": 1_000_000_000, "longitudeNumber": 13.4])
        let item = try catalog.item()
        #expect(item.facts.capture == .unknown)
        #expect(item.facts.place == .unknown)
        #expect(item.differences == [SourceDifference(.places, .invalid), SourceDifference(.dates, .invalid)])
    }

    @Test("imports 3.2: the text for all languages counts, and others and headlines are listed")
    func languages() throws {
        let catalog = try MadeDigiKam()
        try catalog.addItem(1)
        for (type, language, text) in [(1, "de-DE", "Meer"), (1, "x-default", "Sea"), (2, "x-default", "Headline")] {
            try catalog.made.insert(
                "ImageComments", ["imageid": 1, "type": type, "language": language, "comment": text])
        }
        let item = try catalog.item()
        #expect(item.facts.caption == .known("Sea"))
        #expect(item.facts.title == .unknown)
        #expect(item.differences.map(\.fact) == [.captions, .titles])
        #expect(item.differences.allSatisfy { $0.reason == .unsupported })
    }

    @Test("imports 6: hidden items are hidden, and videos are videos")
    func kinds() throws {
        let catalog = try MadeDigiKam()
        try catalog.addItem(1, ["status": 2])
        try catalog.addItem(2, ["category": 2, "name": "MOV_2.MP4"])
        try catalog.addItem(3, ["category": 0, "name": "MOV_3.mp4"])
        try catalog.addItem(4, ["category": 3, "name": "sound.mp3"])
        try catalog.addItem(5, ["status": 1_000_000_000])
        let items = try catalog.items()
        #expect(items.map(\.facts.isHidden) == [true, nil, nil, nil, nil])
        #expect(items.map(\.isVideo) == [false, true, true, false, false])
        #expect(items.map(\.exclusion) == [nil, nil, nil, .unsupported, .unsupported])
        #expect(items[1].originals.map(\.type) == [.video])
    }

    @Test("imports 6: trashed items come only if asked, and removed ones are counted")
    func trash() throws {
        let catalog = try MadeDigiKam()
        try catalog.addItem(1, ["status": 3])
        try catalog.addItem(2, ["status": 3, "album": nil, "name": "gone.jpg"], file: nil)
        try catalog.addItem(3, ["status": 4, "album": nil], file: nil)
        #expect(try catalog.items().map(\.exclusion) == [.trashed, .trashed])
        var options = DigiKamOptions()
        options.bringsTrashed = true
        let items = try catalog.items(options)
        #expect(items.map(\.exclusion) == [nil, .absent])
        #expect(items[0].facts.trashedDate != nil)
        let source = try catalog.open()
        defer { source.close() }
        #expect(
            source.otherDifferences.map(\.difference) == [
                SourceDifference(.photos, .absent, detail: "1 removed from digiKam")
            ])
    }

    @Test("imports 6: the files of trashed items are found in the trash of the collection")
    func trashedFiles() throws {
        let catalog = try MadeDigiKam()
        for id: Int64 in [1, 2, 3] {
            try catalog.addItem(id, ["status": 3, "album": nil, "name": "IMG_\(id).JPG"], file: nil)
        }
        let info = #"{"deletiontimestamp": "Sun Nov 29 10:21:24 2020", "imageid": "1", "path": "/x/IMG_1.JPG"}"#
        try catalog.write(info, to: ".dtrash/info/IMG_1-0a1b2c3d.dtrashinfo")
        try catalog.write("deleted", to: ".dtrash/files/IMG_1-0a1b2c3d.JPG")
        try catalog.write(#"{"imageid": 2}"#, to: ".dtrash/info/IMG_2-0a1b2c3d.dtrashinfo")
        try catalog.write(#"{"imageid": "3"}"#, to: ".dtrash/info/IMG_3-0a1b2c3d.dtrashinfo")
        let date = Date(timeIntervalSince1970: 1_600_000_000)
        try FileManager.default.setAttributes(
            [.modificationDate: date],
            ofItemAtPath: catalog.pictures.appending(path: ".dtrash/info/IMG_1-0a1b2c3d.dtrashinfo").path)
        var options = DigiKamOptions()
        options.bringsTrashed = true
        let items = try catalog.items(options)
        #expect(items.map(\.exclusion) == [nil, .absent, .absent])
        #expect(items[0].originals.map(\.size) == [7])
        #expect(items[0].originals.map(\.name) == ["IMG_1.JPG"])
        #expect(items[0].facts.trashedDate == date)
        #expect(try catalog.items().map(\.exclusion) == [.trashed, .trashed, .trashed])
    }

    @Test("imports 1.3: the disk decides which files are here")
    func absent() throws {
        let catalog = try MadeDigiKam()
        try catalog.addItem(1, file: nil)
        try catalog.addItem(2, file: "")
        let items = try catalog.items()
        #expect(items.map(\.exclusion) == [.absent, .empty])
        #expect(items.map(\.exclusionDetail) == ["Trip/IMG_1.JPG", "Trip/IMG_2.JPG"])
        #expect(items.allSatisfy { $0.originals.isEmpty })
    }

    @Test("imports 6: RAW and JPEG in one group are one item", arguments: [true, false])
    func pairs(_ isJPEGShown: Bool) throws {
        let catalog = try MadeDigiKam()
        try catalog.addItem(1, ["name": "IMG_1.JPG"])
        try catalog.addItem(2, ["name": "img_1.CR2"], file: "raw")
        try catalog.made.insert(
            "ImageRelations",
            ["subject": isJPEGShown ? 2 : 1, "object": isJPEGShown ? 1 : 2, "type": 2])
        let items = try catalog.items()
        let (shown, other) = isJPEGShown ? (items[0], items[1]) : (items[1], items[0])
        #expect(shown.exclusion == nil)
        #expect(shown.originals.map(\.type) == [.photo, .alternatePhoto])
        #expect(shown.originals.map(\.name) == ["IMG_1.JPG", "img_1.CR2"])
        #expect(shown.facts.usesRAW == !isJPEGShown)
        #expect(other.exclusion == .duplicate)
        #expect(other.differences.isEmpty)
        try FileManager.default.removeItem(at: catalog.pictures.appending(path: "Trip/IMG_1.JPG"))
        let lone = try catalog.items()[isJPEGShown ? 0 : 1]
        #expect(lone.originals.map(\.type) == [.photo])
        #expect(lone.originals.map(\.name) == ["img_1.CR2"])
        #expect(lone.differences == [SourceDifference(.rawPairs, .absent)])
        #expect(lone.facts.usesRAW == nil)
    }

    @Test("imports 6: grouped and derived items are listed")
    func relations() throws {
        let catalog = try MadeDigiKam()
        for id: Int64 in 1...4 { try catalog.addItem(id) }
        for (subject, object, type) in [(2, 1, 2), (3, 1, 1), (4, 99, 1), (1, 1, 2)] {
            try catalog.made.insert("ImageRelations", ["subject": subject, "object": object, "type": type])
        }
        let items = try catalog.items()
        #expect(items.map(\.exclusion) == [nil, nil, nil, nil])
        #expect(items[1].differences == [SourceDifference(.bursts, .unsupported, detail: "grouped with IMG_1.JPG")])
        #expect(items[2].differences == [SourceDifference(.edits, .unsupported, detail: "derived from IMG_1.JPG")])
        #expect(items[3].differences.isEmpty)
    }
}
