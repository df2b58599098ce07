import Foundation
import GRDB
import Records
import SystemPackage
import Testing

@testable import PhotoSources

/// The facts of a catalogue's images (imports 6, Lightroom).
@Suite struct LightroomFactsTests {
    @Test("imports 6: rating, caption, place and import date of an image")
    func facts() throws {
        let catalog = try MadeLightroom()
        try catalog.addItem(["rating": 4.0])
        try catalog.insert("AgLibraryIPTC", ["image": 1, "caption": "A cafe\u{301}\nin the rain"])
        try catalog.insert(
            "AgHarvestedExifMetadata", ["image": 1, "hasGPS": 1, "gpsLatitude": 51.5, "gpsLongitude": -0.1])
        try catalog.insert("AgLibraryImport", ["id_local": 7, "importDate": "600000000.5"])
        try catalog.insert("AgLibraryImportImage", ["image": 1, "import": 7])
        let item = try catalog.item()
        #expect(item.exclusion == nil)
        #expect(item.identifier == "IMAGE-1")
        #expect(item.name == "IMG_1.jpg")
        #expect(item.facts.rating == .known(4))
        #expect(item.facts.caption == .known("A caf\u{e9}\nin the rain"))
        #expect(item.facts.place == .known(SourceFacts.Place(latitude: 51.5, longitude: -0.1)))
        #expect(item.facts.addedDate == Date(timeIntervalSinceReferenceDate: 600_000_000.5))
        #expect(item.differences.isEmpty)
    }

    @Test("imports 3.3: what the catalogue doesn't have is unknown")
    func unknown() throws {
        let catalog = try MadeLightroom()
        try catalog.addItem(["rating": 0])
        try catalog.insert("AgHarvestedExifMetadata", ["image": 1, "hasGPS": 0, "gpsLatitude": 0, "gpsLongitude": 0])
        let item = try catalog.item()
        #expect(item.facts == SourceFacts())
        #expect(item.differences.isEmpty)
    }

    @Test("imports 6: a date counts only if the user changed it in Lightroom")
    func dates() throws {
        let catalog = try MadeLightroom()
        let same = "2019-05-01T12:34:56"
        try catalog.addItem(["captureTime": same, "originalCaptureTime": same + ".25"])
        try catalog.addItem(["captureTime": "2019-05-01T13:34:56", "originalCaptureTime": same])
        try catalog.addItem(["captureTime": same])
        try catalog.addItem(["captureTime": same + "+02:00", "originalCaptureTime": "2018-01-01T00:00:00"])
        let items = try catalog.items()
        #expect(items[0].facts.capture == .unknown)
        #expect(!items[0].hasLocalTimeOnly)
        let changed = try #require(items[1].facts.capture.value)
        #expect(
            changed
                == SourceFacts.Capture(
                    date: Date(timeIntervalSince1970: 1_556_717_696), utcOffset: nil,
                    isChosen: true))
        #expect(items[1].hasLocalTimeOnly)
        let alone = try #require(items[2].facts.capture.value)
        #expect(!alone.isChosen && items[2].hasLocalTimeOnly)
        let zoned = try #require(items[3].facts.capture.value)
        #expect(zoned.date == Date(timeIntervalSince1970: 1_556_706_896))
        #expect(zoned.utcOffset == 7_200 && zoned.isChosen && !items[3].hasLocalTimeOnly)
    }

    @Test("imports 6: partial and absurd dates are listed, and the file's date counts")
    func badDates() throws {
        let catalog = try MadeLightroom()
        let texts = [
            "2019-05", "2019-00-00T00:00:00", "0000-01-01T00:00:00", "2019-02-30T10:00:00", "2019-13-01T10:00:00",
            "1000000000000000000", "2019-05-01T25:00:00", "2019-05-01T10:00:00+99:00",
            String(repeating: "9", count: 500),
        ]
        for text in texts { try catalog.addItem(["captureTime": text]) }
        let items = try catalog.items()
        #expect(items.allSatisfy { $0.facts.capture == .unknown })
        #expect(items[0].differenceTexts == ["dates unsupported 2019-05 has no time"])
        #expect(items[1].differenceTexts == ["dates invalid 2019-00-00T00:00:00"])
        #expect(items[2...].allSatisfy { $0.differences.map(\.reason) == [.invalid] })
    }

    @Test("imports 6: a partial date that the file had isn't a difference")
    func originalPartialDate() throws {
        let catalog = try MadeLightroom()
        try catalog.addItem(["captureTime": "2019-05", "originalCaptureTime": "2019-05"])
        #expect(try catalog.item().differences.isEmpty)
    }

    @Test("imports 6: flags and color labels are listed as labels")
    func labels() throws {
        let catalog = try MadeLightroom()
        try catalog.addItem(["pick": 1.0, "colorLabels": "Red"])
        try catalog.addItem(["pick": -1.0])
        let items = try catalog.items()
        #expect(items[0].differenceTexts == ["labels unsupported flag: picked", "labels unsupported Red"])
        #expect(items[1].differenceTexts == ["labels unsupported flag: rejected"])
        #expect(items.allSatisfy { $0.exclusion == nil })
    }

    @Test("imports 3.2: leaf keywords without their parents, and persons if asked")
    func keywords() throws {
        let catalog = try MadeLightroom()
        try catalog.addItem()
        let keywords: [(Int64, String?, Int64?, String?)] = [
            (10, nil, nil, nil), (11, "Places", 10, nil), (12, "Paris", 11, nil), (13, "a/b|c", 10, nil),
            (14, "Ada", 10, "person"), (15, "Rome", 11, nil), (16, "Unused person", 10, "person"),
        ]
        for (id, name, parent, type) in keywords {
            try catalog.insert(
                "AgLibraryKeyword",
                ["id_local": id, "id_global": "K\(id)", "name": name, "parent": parent, "keywordType": type])
        }
        for (index, tag) in [11, 12, 13, 14, 14].enumerated() {
            try catalog.insert("AgLibraryKeywordImage", ["id_local": index, "image": 1, "tag": tag])
        }
        try catalog.insert("AgLibraryKeywordSynonym", ["id_local": 1, "keyword": 12, "name": "Lutetia"])
        #expect(try catalog.item().facts.keywords == .known(["Paris", "a/b|c"]))
        #expect(
            try catalog.others() == [
                "Ada persons not-asked 1 items", "Unused person persons not-asked 0 items",
                "Keyword synonyms keywords unsupported 1",
            ])
        var options = catalog.options
        options.personsAsKeywords = true
        #expect(try catalog.item(options).facts.keywords == .known(["Paris", "a/b|c", "Ada"]))
        #expect(try catalog.others(options) == ["Keyword synonyms keywords unsupported 1"])
    }

    @Test("imports general: keywords in a cycle end, and keep their names")
    func keywordCycle() throws {
        let catalog = try MadeLightroom()
        try catalog.addItem()
        for (id, parent) in [(11, 12), (12, 11), (13, 13)] {
            try catalog.insert(
                "AgLibraryKeyword", ["id_local": id, "id_global": "K\(id)", "name": "k\(id)", "parent": parent])
        }
        for tag in [11, 12] { try catalog.insert("AgLibraryKeywordImage", ["image": 1, "tag": tag]) }
        #expect(try catalog.item().facts.keywords == .known(["k11", "k12"]))
        try catalog.insert("AgLibraryKeywordImage", ["image": 1, "tag": 13])
        #expect(try catalog.item().facts.keywords == .known(["k13"]))
    }

    @Test("imports 6: facts that Albumen has nothing for are listed")
    func unsupported() throws {
        let catalog = try MadeLightroom()
        try catalog.addItem()
        try catalog.addItem(["fileFormat": "VIDEO"], file: ["extension": "mov"])
        try catalog.insert("Adobe_imageDevelopSettings", ["image": 1, "hasDevelopAdjustmentsEx": 1.0])
        try catalog.insert("Adobe_imageDevelopSettings", ["image": 2, "hasDevelopAdjustments": 0])
        try catalog.insert(
            "AgLibraryIPTC",
            ["image": 1, "copyright": "Me", "altTextAccessibility": "A cat", "extDescrAccessibility": "Sits"])
        try catalog.insert("AgHarvestedIptcMetadata", ["image": 1, "cityRef": 3])
        try catalog.insert("AgHarvestedIptcMetadata", ["image": 2])
        try catalog.insert(
            "AgVideoInfo",
            [
                "image": 2, "poster_frame_set_by_user": 1, "trim_start": "0000000000000001/0000000000000030",
                "trim_end": "0000000000000000/0000000000000001",
            ])
        try catalog.insert("AgLibraryFolderStack", ["id_local": 1])
        try catalog.insert("AgLibraryFace", ["id_local": 1, "image": 1])
        try catalog.insert("Adobe_libraryImageDevelopSnapshot", ["id_local": 1, "image": 1])
        let items = try catalog.items()
        #expect(
            items[0].differenceTexts == [
                "place-names unsupported -", "captions unsupported copyright", "captions unsupported alternative text",
                "captions unsupported extended description", "edits unsupported develop settings",
            ])
        #expect(items[1].differenceTexts == ["edits unsupported trimmed video"])
        #expect(
            try catalog.others() == [
                "Stacks bursts unsupported 1", "Faces persons unsupported 1", "Develop snapshots edits unsupported 1",
                "Poster frames of videos edits unsupported 1",
            ])
    }

    @Test("imports general: absurd numbers are listed as invalid")
    func absurdNumbers() throws {
        let catalog = try MadeLightroom()
        try catalog.addItem(["rating": 1_000_000_000_000_000_000, "pick": "x"])
        try catalog.addItem(["rating": 2.5])
        try catalog.insert(
            "AgHarvestedExifMetadata", ["image": 1, "hasGPS": 1, "gpsLatitude": 1e18, "gpsLongitude": 3])
        try catalog.insert("AgLibraryImport", ["id_local": 7, "importDate": 1e300])
        try catalog.insert("AgLibraryImportImage", ["image": 1, "import": 7])
        let items = try catalog.items()
        #expect(items[0].differenceTexts == ["places invalid -", "ratings invalid -"])
        #expect(items[0].facts == SourceFacts())
        #expect(items[1].differenceTexts == ["ratings invalid -"])
    }
}
