import Foundation
import Records
import Testing

@testable import PhotoSources

/// The facts in the sidecars of programs (imports 3.2 and 3.3).
@Suite struct SidecarProgramsTests {
    private func sidecar(_ sample: SidecarSamples) throws -> SidecarFacts {
        SidecarFacts(try XMPDocument(sample.text))
    }

    private func date(_ text: String) throws -> Date { try #require(SidecarDate(text)).date }

    private func isPlace(_ facts: SourceFacts, _ latitude: Double, _ longitude: Double) -> Bool {
        guard let place = facts.place.value else { return false }
        return abs(place.latitude - latitude) < 1e-9 && abs(place.longitude - longitude) < 1e-9
    }

    @Test func `darktable (imports 3.2)`() throws {
        let sidecar = try sidecar(.darktable)
        #expect(sidecar.facts.title == .known("Am Kanal"))
        #expect(sidecar.facts.caption == .unknown)
        #expect(sidecar.facts.keywords == .known(["Abend", "Wien"]))
        #expect(sidecar.facts.rating == .known(4))
        #expect(sidecar.facts.isFavorite == nil)
        #expect(try sidecar.facts.capture == .known(.init(date: date("2021-08-14T19:02:11"), utcOffset: nil)))
        #expect(isPlace(sidecar.facts, 48.2057, 16.37045))
        #expect(sidecar.facts.place.value?.altitude == 151.4)
        #expect(
            sidecar.differences == [
                SourceDifference(.labels, .notAsked, detail: "Red"),
                SourceDifference(.labels, .notAsked, detail: "Blue"),
                SourceDifference(.edits, .unsupported, detail: "darktable"),
            ])
    }

    @Test func `Lightroom (imports 3.2 and 3.3)`() throws {
        let document = try XMPDocument(SidecarSamples.lightroom.text)
        let sidecar = SidecarFacts(document)
        #expect(sidecar.fileExtension == "CR2")
        #expect(sidecar.facts.title == .known("Christmas Eve"))
        #expect(sidecar.facts.caption == .known("At home\nwith the family"))
        #expect(sidecar.facts.keywords == .known(["Christmas", "Anna", "Noel"]))
        #expect(sidecar.facts.rating == .known(5))
        #expect(try sidecar.facts.capture == .known(.init(date: date("2022-12-24T18:30:05.12"), utcOffset: nil)))
        #expect(isPlace(sidecar.facts, 48.3055555555556, 14.2863888888889))
        #expect(sidecar.persons == ["Anna", "Otto"])
        #expect(sidecar.orientation == 6)
        #expect(
            sidecar.differences == [
                SourceDifference(.placeNames, .unsupported, detail: "Linz, Österreich"),
                SourceDifference(.persons, .notAsked, detail: "Otto"),
                SourceDifference(.labels, .notAsked, detail: "Rot"),
                SourceDifference(.edits, .unsupported, detail: "Adobe Camera Raw"),
            ])
        let all = SidecarFacts(document, options: .init(personsAsKeywords: true, labelsAsKeywords: true))
        #expect(all.facts.keywords == .known(["Christmas", "Anna", "Noel", "Otto", "Rot"]))
        #expect(all.differences.map(\.fact) == [.placeNames, .edits])
    }

    @Test func `digiKam (imports 3.2)`() throws {
        let sidecar = try sidecar(.digiKam)
        #expect(sidecar.facts.title == .known("Karlsbrücke"))
        #expect(sidecar.facts.keywords == .known(["Prag", "AC/DC"]))
        #expect(sidecar.facts.rating == .known(3))
        #expect(sidecar.facts.isFavorite == nil)
        #expect(try sidecar.facts.capture == .known(.init(date: date("2024-01-07T11:02:59"), utcOffset: nil)))
        #expect(isPlace(sidecar.facts, 50.0895874833333, 14.3974095166667))
        #expect(
            sidecar.differences == [
                SourceDifference(.labels, .unsupported, detail: "accepted in digiKam"),
                SourceDifference(.labels, .notAsked, detail: "Blue"),
            ])
    }

    @Test func `Capture One (imports 3.2)`() throws {
        let sidecar = try sidecar(.captureOne)
        #expect(sidecar.facts.title == .unknown)
        #expect(sidecar.facts.caption == .known("Der Uhrturm"))
        #expect(sidecar.facts.keywords == .known(["Tower"]))
        #expect(sidecar.facts.rating == .known(2))
        #expect(sidecar.facts.capture == .unknown)
        #expect(
            sidecar.differences == [
                SourceDifference(.placeNames, .unsupported, detail: "Schloßberg, Graz"),
                SourceDifference(.labels, .notAsked, detail: "Green"),
            ])
    }

    @Test func `Apple's export (imports 3.2 and 3.3)`() throws {
        let sidecar = try sidecar(.apple)
        #expect(sidecar.facts.title == .known("Bay"))
        // An empty property clears nothing.
        #expect(sidecar.facts.caption == .unknown)
        #expect(sidecar.facts.keywords == .known(["Sea"]))
        #expect(
            sidecar.facts.place
                == .known(.init(latitude: 37.7749, longitude: -122.4194, horizontalAccuracy: 4.5)))
        #expect(try sidecar.facts.capture == .known(.init(date: date("2019-07-04T19:00:00"), utcOffset: -25_200)))
        #expect(sidecar.differences.isEmpty)
    }

    @Test func `Google's cameras`() throws {
        let sidecar = try sidecar(.google)
        #expect(sidecar.facts == SourceFacts())
        #expect(sidecar.differences.isEmpty)
        #expect(sidecar.own == nil)
    }

    @Test func `ExifTool (imports 3.2)`() throws {
        let sidecar = try sidecar(.exifTool)
        #expect(sidecar.facts.title == .known("Brücke <1> & \"2\""))
        #expect(sidecar.facts.caption == .known("Zwei\nZeilen"))
        #expect(sidecar.facts.keywords == .known(["Wien", "a", "b/c"]))
        #expect(sidecar.facts.rating == .known(4))
        #expect(try sidecar.facts.capture == .known(.init(date: date("2019-05-07T07:33:04.25"), utcOffset: 7200)))
        #expect(isPlace(sidecar.facts, 48.2057, -16.37))
        #expect(sidecar.facts.place.value?.altitude == 12.5)
        #expect(sidecar.persons == ["Ann", "Bob"])
    }

    @Test func `Exiv2 (imports 3.2)`() throws {
        let sidecar = try sidecar(.exiv2)
        #expect(sidecar.facts.title == .known("Brücke & <1>"))
        #expect(sidecar.facts.keywords == .known(["Wien", "a"]))
        #expect(sidecar.facts.rating == .known(3))
        #expect(isPlace(sidecar.facts, 48.20575, -16.37))
        #expect(sidecar.differences == [SourceDifference(.labels, .notAsked, detail: "Yellow")])
    }

    @Test(
        .enabled(if: Shared.hasSidecars, "The shared sidecars are absent."),
        arguments: [
            ("20240107_110258.jpg.xmp", 3, ["Travel"]), ("no_metadata.jpg.xmp", nil, ["first", "second"]),
            ("bunny_1sec.mp4.xmp", 4, ["rabbit", "test"]),
            (
                "testimagedesc1.xmp", 3,
                ["Berkley", "USA", "special_chars űáéúőóüío?._:", "squirrel", "űáéúőóüö ŰÁÉÚŐÓÜÖ"]
            ),
        ] as [(String, Int?, [String])])
    func `sidecars of real photos (imports 3.2)`(_ name: String, _ rating: Int?, _ keywords: [String]) throws {
        let sidecar = SidecarFacts(try XMPDocument(Shared.sidecar(name), file: name))
        #expect(sidecar.facts.rating.value == rating)
        #expect(sidecar.facts.keywords == .known(keywords))
        #expect(sidecar.date != nil)
    }

    @Test(.enabled(if: Shared.hasSidecars, "The shared sidecars are absent."))
    func `a real packet in UTF-16 without an end (imports 3.3)`() throws {
        let sidecar = SidecarFacts(try XMPDocument(Shared.sidecar("2010.xmp"), file: "2010.xmp"))
        #expect(try sidecar.facts.capture == .known(.init(date: date("2010-09-27T12:35:33"), utcOffset: 7200)))
    }

    @Test(.enabled(if: Shared.hasSidecars, "The shared sidecars are absent."))
    func `all shared sidecars are read (imports 3.2)`() throws {
        let names = try FileManager.default.contentsOfDirectory(atPath: Shared.sidecars.path)
        let sidecars = names.filter { $0.hasSuffix(".xmp") }
        #expect(sidecars.count >= 10)
        for name in sidecars {
            let document = try XMPDocument(Shared.sidecar(name), file: name)
            #expect(!document.properties.isEmpty, "\(name)")
        }
    }
}
