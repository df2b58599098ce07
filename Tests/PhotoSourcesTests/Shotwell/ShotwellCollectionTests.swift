import Foundation
import Records
import SystemPackage
import Testing

@testable import PhotoSources

/// The tags, persons, events and searches of Shotwell (imports 6).
@Suite struct ShotwellCollectionTests {
    private func addTag(_ catalog: MadeShotwell, _ name: String, _ list: String?) throws {
        try catalog.made.insert("TagTable", ["name": name, "photo_id_list": list])
    }

    @Test("imports 6: tags are keywords, by all forms of the identifiers, and parents are dropped")
    func tags() throws {
        let catalog = try MadeShotwell()
        try catalog.addPhoto(31)
        try catalog.addPhoto(2)
        try catalog.addVideo(31)
        let photo = "thumb000000000000001f"
        try addTag(catalog, "/Places", "\(photo),thumb0000000000000002,")
        try addTag(catalog, "/Places/Berlin", "\(photo),")
        try addTag(catalog, "Sea", "31,video-000000000000001f,")
        try addTag(catalog, "Plain-1", "video-000000000000001f")
        try addTag(catalog, "Nothing", nil)
        try addTag(catalog, "Odd", ",,thumb,thumbzz,video-,999999999999999999999999,other31,\u{0}")
        let items = try catalog.items()
        #expect(
            items.map(\.facts.keywords) == [
                .known(["Places"]), .known(["Berlin", "Sea"]), .known(["Plain-1", "Sea"]),
            ])
    }

    @Test("imports 6: persons are keywords only if asked, and guesses aren't persons")
    func persons() throws {
        let catalog = try MadeShotwell()
        try catalog.addPhoto(1)
        try catalog.addPhoto(2)
        for (id, name) in [(1, "Anna"), (2, "Ben"), (3, "")] as [(Int64, String)] {
            try catalog.made.insert("FaceTable", ["id": id, "name": name])
        }
        for (id, face, photo, guess) in [(1, 1, 1, 0), (2, 2, 1, 1), (3, 1, 1, 0), (4, 3, 2, 0), (5, 99, 2, 0)] {
            try catalog.made.insert(
                "FaceLocationTable", ["id": id, "face_id": face, "photo_id": photo, "guess": guess])
        }
        #expect(try catalog.items().map(\.facts.keywords) == [.unknown, .unknown])
        let source = try catalog.open()
        defer { source.close() }
        #expect(source.otherDifferences.map(\.name) == ["Anna", "Ben", "Faces"])
        #expect(
            source.otherDifferences.map(\.difference) == [
                SourceDifference(.persons, .notAsked, detail: "1 items"),
                SourceDifference(.persons, .notAsked, detail: "0 items"),
                SourceDifference(.persons, .unsupported, detail: "5 boxes"),
            ])
        var options = catalog.options
        options.personsAsKeywords = true
        #expect(try catalog.items(options).map(\.facts.keywords) == [.known(["Anna"]), .unknown])
    }

    @Test("imports 6: events are albums with members by date, the newest first, and covers")
    func events() throws {
        let catalog = try MadeShotwell()
        try catalog.addPhoto(1, ["event_id": 1, "exposure_time": 1_556_973_296])
        try catalog.addPhoto(2, ["event_id": 1, "exposure_time": 1_556_973_290])
        try catalog.addVideo(1, ["event_id": 1, "exposure_time": 1_556_973_293])
        try catalog.addPhoto(3, ["event_id": 2, "exposure_time": 1_600_000_000])
        try catalog.addPhoto(4, ["event_id": -1])
        try catalog.addPhoto(5, ["event_id": 3])
        for (id, name, cover, legacy, comment) in [
            (1, nil, "video-0000000000000001", -1, "words"), (2, "Party", "thumb0000000000000001", -1, nil),
            (3, "", nil, 5, nil), (4, "Empty", "thumb0000000000000009", -1, ""), (5, nil, nil, -1, nil),
        ] as [(Int64, String?, String?, Int64, String?)] {
            try catalog.made.insert(
                "EventTable",
                ["id": id, "name": name, "primary_source_id": cover, "primary_photo_id": legacy, "comment": comment])
        }
        let source = try catalog.open()
        defer { source.close() }
        #expect(source.collections.map(\.identifier) == ["event-3", "event-2", "event-1", "event-4"])
        #expect(source.collections.map(\.title) == ["Event", "Party", "2019-05-04", "Empty"])
        #expect(source.collections.allSatisfy { $0.kind == .album && $0.parent == nil })
        #expect(
            source.collections.map(\.members) == [
                ["thumb0000000000000005"], ["thumb0000000000000003"],
                ["thumb0000000000000002", "video-0000000000000001", "thumb0000000000000001"], [],
            ])
        #expect(
            source.collections.map(\.cover) == ["thumb0000000000000005", nil, "video-0000000000000001", nil])
        #expect(source.otherDifferences.map(\.name) == ["2019-05-04", "Party"])
        #expect(source.otherDifferences.map(\.difference.fact) == [.captions, .covers])
    }

    @Test("imports 6: saved searches are listed")
    func searches() throws {
        let catalog = try MadeShotwell()
        try catalog.made.insert("SavedSearchDBTable", ["name": "Five stars", "operator": "ALL"])
        let source = try catalog.open()
        defer { source.close() }
        #expect(source.otherDifferences.map(\.name) == ["Five stars"])
        #expect(source.otherDifferences.map(\.difference) == [SourceDifference(.smartAlbums, .unsupported)])
    }
}
