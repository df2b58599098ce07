import Foundation
import Records
import SystemPackage
import Testing

@testable import PhotoSources

/// The facts of PhotoPrism's photos (imports 6, PhotoPrism).
@Suite struct PhotoPrismFactsTests {
    @Test("imports 6: texts, place, keywords and flags that people chose")
    func facts() throws {
        let prism = try MadePrism()
        try prism.folder.write(Data(), to: "storage/sidecar/.hidden.yml")
        let yaml = """
            TitleSrc: manual
            Caption: |-
              Two lines: one
              & "two"
            CaptionSrc: manual
            Favorite: true
            Private: true
            Panorama: true
            PlaceSrc: manual
            Altitude: 25
            Lat: 45.448994
            Lng: -122.796295
            CreatedAt: 2021-01-27T05:55:25Z
            """
        try prism.addPhoto(
            1, yaml, keywords: "cafe\u{301}, usa, usa", details: "  KeywordsSrc: manual\n  Notes: \"\"")
        let item = try prism.item()
        #expect(item.identifier == MadePrism.identifier(1))
        #expect(item.name == "IMG_1.jpg" && !item.isVideo && item.exclusion == nil)
        #expect(item.facts.title == .known("Beaverton / USA / 2018"))
        #expect(item.facts.caption == .known("Two lines: one\n& \"two\""))
        #expect(item.facts.isFavorite == true && item.facts.isHidden == true)
        #expect(item.facts.subtypes == MediaSubtypes.photoPanorama.rawValue)
        #expect(
            item.facts.place
                == .known(SourceFacts.Place(latitude: 45.448994, longitude: -122.796295, altitude: 25)))
        #expect(item.facts.keywords == .known(["caf\u{e9}", "usa"]))
        #expect(item.facts.addedDate == Date(timeIntervalSince1970: 1_611_726_925))
        #expect(item.facts.capture == .unknown)
        #expect(item.differences.isEmpty)
    }

    @Test("imports 6: generated titles, keywords, places and captions aren't the user's")
    func generated() throws {
        let prism = try MadePrism()
        let yaml = """
            TitleSrc: location
            Caption: A cat
            CaptionSrc: ollama
            PlaceSrc: estimate
            Lat: 1.5
            """
        try prism.addPhoto(1, yaml, keywords: "gold, usa", details: "  KeywordsSrc: \"\"")
        let item = try prism.item()
        #expect(item.facts == SourceFacts())
        #expect(
            item.differenceTexts == [
                "captions unsupported made by ollama", "places unsupported estimated",
                "keywords unsupported 2 made by PhotoPrism",
            ])
    }

    @Test(
        "imports 6: titles of people and of files beside the photo come over, and no others",
        arguments: [
            "manual": true, "batch": true, "admin": true, "xmp": true, "meta": false, "": false, "name": false,
            "label": false, "location": false, "image": false, "vision": false, "ollama": false, "yaml": false,
        ])
    func titleSources(_ source: String, isBrought: Bool) throws {
        let prism = try MadePrism()
        try prism.addPhoto(1, source.isEmpty ? "" : "TitleSrc: \(source)")
        #expect((try prism.item().facts.title != .unknown) == isBrought)
        #expect(try prism.item().differences.isEmpty)
    }

    @Test("imports 3.3: values of the photo's own metadata are the file's, and those of a JSON file beside it count")
    func metadata() throws {
        let prism = try MadePrism()
        let yaml = """
            TitleSrc: meta
            Caption: Text
            CaptionSrc: meta
            PlaceSrc: meta
            Lat: 1.5
            Lng: 2.5
            TakenSrc: meta
            TakenAtLocal: 2018-01-01T01:02:53Z
            TimeZone: Europe/Berlin
            """
        for number in 1...2 { try prism.addPhoto(number, yaml, keywords: "usa", details: "  KeywordsSrc: meta") }
        try prism.writeOriginal("2018/01/IMG_2.jpg.json")
        let items = try prism.items()
        #expect(items[0].facts == SourceFacts())
        let facts = items[1].facts
        #expect(facts.title == .known("Beaverton / USA / 2018") && facts.caption == .known("Text"))
        #expect(facts.place == .known(SourceFacts.Place(latitude: 1.5, longitude: 2.5)))
        #expect(facts.keywords == .known(["usa"]))
        let moment = Date(timeIntervalSince1970: 1_514_764_973)
        #expect(facts.capture == .known(SourceFacts.Capture(date: moment, utcOffset: 3_600)))
        #expect(items.allSatisfy { $0.differences.isEmpty })
    }

    @Test("imports 6: the description of old versions is the caption")
    func description() throws {
        let prism = try MadePrism()
        try prism.addPhoto(1, "Description: Old text\nDescriptionSrc: manual")
        // PhotoPrism lists the names of many persons.
        try prism.addPhoto(2, "Description: \"Ada, Bob, Cid & Dan\"")
        let items = try prism.items()
        #expect(items[0].facts.caption == .known("Old text") && items[0].differences.isEmpty)
        #expect(items[1].facts.caption == .unknown)
        #expect(items[1].differenceTexts == ["captions unsupported made by PhotoPrism"])
    }

    @Test("imports 6: a date counts if the user chose it, with the zone of both dates")
    func dates() throws {
        let prism = try MadePrism()
        let chosen = "TakenSrc: manual\n"
        try prism.addPhoto(1, "TakenSrc: meta\nTakenAtLocal: 2018-01-01T01:02:53Z\nTimeZone: Europe/Berlin")
        try prism.addPhoto(2, chosen + "TakenAtLocal: 2017-12-31T16:02:53Z\nTimeZone: America/Los_Angeles")
        try prism.addPhoto(3, chosen + "TakenAtLocal: 2018-01-01T00:02:53Z\nTimeZone: Local")
        try prism.addPhoto(4, chosen + "TakenAtLocal: 2018-01-01T00:02:53Z")
        try prism.addPhoto(5, chosen)
        try prism.addPhoto(6, chosen + "TimeZone: UTC")
        try prism.addPhoto(7, "TakenSrc: xmp\nTimeZone: ../../etc/passwd")
        try prism.addPhoto(8, "TakenSrc: estimate")
        let items = try prism.items()
        let moment = Date(timeIntervalSince1970: 1_514_764_973)
        #expect(items[0].facts.capture == .unknown)
        let zoned = SourceFacts.Capture(date: moment, utcOffset: -28_800, isChosen: true)
        #expect(items[1].facts.capture == .known(zoned))
        #expect(!items[1].hasMomentOnly && !items[1].hasLocalTimeOnly)
        let local = SourceFacts.Capture(date: moment, utcOffset: nil, isChosen: true)
        for item in items[2...3] {
            #expect(item.facts.capture == .known(local) && item.hasLocalTimeOnly && !item.hasMomentOnly)
        }
        #expect(items[4].facts.capture == .known(local) && items[4].hasMomentOnly && !items[4].hasLocalTimeOnly)
        #expect(items[5].facts.capture == .known(SourceFacts.Capture(date: moment, utcOffset: 0, isChosen: true)))
        #expect(items[6].facts.capture == .known(SourceFacts.Capture(date: moment, utcOffset: nil)))
        #expect(items[6].hasMomentOnly)
        #expect(items[7].facts.capture == .unknown)
        #expect(items.allSatisfy { $0.differences.isEmpty })
    }

    @Test("imports 6: partial and absurd dates are listed")
    func badDates() throws {
        let prism = try MadePrism()
        let partial = """
            UID: pqnkwgd18g000001
            TakenAt: 2017-01-01T00:00:00Z
            TakenSrc: manual
            Year: 2017
            Month: -1
            Day: -1
            """
        try prism.writeYAML(partial, to: "a.yml")
        try prism.addPhoto(2, "TakenSrc: manual", takenAt: "123456789012345-01-01T00:00:00Z")
        try prism.addPhoto(3, "TakenSrc: manual", takenAt: "0001-01-01T00:00:00Z")
        try prism.addPhoto(4, "TakenSrc: manual\nTimeZone: X\nTakenAtLocal: 2031-01-01T00:00:00Z")
        let items = try prism.items()
        #expect(items[0].differenceTexts == ["dates unsupported partial date"])
        #expect(items[1].differenceTexts == ["dates invalid -"])
        #expect(items[2].differenceTexts == ["dates invalid -"])
        // A local time that is years away tells no offset.
        #expect(items[3].hasMomentOnly && items[3].facts.capture.value?.utcOffset == nil)
    }

    @Test("imports 6: texts that Albumen has nothing for, unknown keys, and persons")
    func unsupported() throws {
        let prism = try MadePrism()
        let details = """
              Subject: Ada, Bob
              SubjectSrc: marker
              Notes: remember
              NotesSrc: manual
              Artist: Me
              ArtistSrc: meta
              Copyright: Mine
            """
        try prism.addPhoto(1, "Scan: true\nRating: 5", details: details)
        #expect(
            try prism.item().differenceTexts == [
                "persons not-asked Ada, Bob", "captions unsupported notes", "captions unsupported copyright",
                "labels unsupported scan", "labels unsupported Rating",
            ])
        var options = PhotoPrismOptions()
        options.personsAsKeywords = true
        let item = try prism.item(options)
        #expect(item.facts.keywords == .known(["Ada", "Bob"]))
        #expect(!item.differences.contains { $0.fact == .persons })
    }

    @Test("imports 6: absurd numbers are invalid")
    func absurdNumbers() throws {
        let prism = try MadePrism()
        try prism.addPhoto(1, "PlaceSrc: manual\nLat: 1000000000000000000\nLng: 3")
        try prism.addPhoto(2, "PlaceSrc: manual\nLat: nan\nLng: 3")
        try prism.addPhoto(3, "PlaceSrc: manual\nLat: 5\nAltitude: 1000000000000000000")
        try prism.addPhoto(4, "PlaceSrc: manual\nLat: [1, 2]")
        try prism.addPhoto(5, "Lat: 1\nLng: 2")
        let items = try prism.items()
        #expect(items[0].differenceTexts == ["places invalid -"])
        #expect(items[1].differenceTexts == ["places invalid -"])
        #expect(items[2].facts.place == .known(SourceFacts.Place(latitude: 5, longitude: 0)))
        #expect(items[3].differenceTexts == ["places invalid -"])
        #expect(items[4].differenceTexts == ["places unsupported of an unknown source"])
    }

    @Test("imports 6: archived photos come over if asked, to a trash that begins with the import")
    func trashed() throws {
        let prism = try MadePrism()
        try prism.addPhoto(1, "DeletedAt: 2022-08-05T18:06:59.585384018Z")
        #expect(try prism.item().exclusion == .trashed)
        #expect(try prism.unknownFiles().isEmpty)
        var options = PhotoPrismOptions()
        options.bringsTrashed = true
        let item = try prism.item(options)
        #expect(item.exclusion == nil && item.isTrashed && item.facts.trashedDate == nil)
        #expect(item.originals.map(\.type) == [.photo])
    }
}
