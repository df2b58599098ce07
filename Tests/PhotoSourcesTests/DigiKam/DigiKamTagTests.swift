import Foundation
import Records
import SystemPackage
import Testing

@testable import PhotoSources

/// The tags of digiKam (imports 3.2 and 6).
@Suite struct DigiKamTagTests {
    private func catalog(
        tags: [(id: Int64, parent: Int64, name: String)], properties: [(Int64, String)] = [], ofItem ids: [Int64]
    ) throws -> MadeDigiKam {
        let catalog = try MadeDigiKam()
        try catalog.addItem(1)
        for tag in tags {
            try catalog.made.insert("Tags", ["id": tag.id, "pid": tag.parent, "name": tag.name])
        }
        for (tag, property) in properties {
            try catalog.made.insert("TagProperties", ["tagid": tag, "property": property, "value": "x"])
        }
        for id in ids { try catalog.made.insert("ImageTags", ["imageid": 1, "tagid": id]) }
        return catalog
    }

    @Test("imports 3.2: leaf names are keywords, and the parents of other tags are dropped")
    func leaves() throws {
        let catalog = try catalog(
            tags: [
                (10, 0, "Places"), (11, 10, "Germany"), (12, 11, "Berlin"), (13, 0, "Sea/Lake"), (14, 0, "People"),
                (15, 0, "Other"),
            ], ofItem: [10, 11, 12, 13, 14])
        #expect(try catalog.item().facts.keywords == .known(["Berlin", "People", "Sea/Lake"]))
    }

    @Test("imports 6: digiKam's internal tags aren't keywords, and labels are listed")
    func internalTags() throws {
        let catalog = try catalog(
            tags: [
                (1, 0, "_Digikam_Internal_Tags_"), (2, 1, "Color Label Red"), (3, 1, "Pick Label Rejected"),
                (4, 1, "Pick Label None"), (5, 1, "Current Version"), (6, 5, "Below"), (7, 0, "Scanned for Faces"),
                (8, 0, "Color Label Blue"),
            ], properties: [(7, "internalTag")], ofItem: [1, 2, 3, 4, 5, 6, 7, 8])
        let item = try catalog.item()
        #expect(item.facts.keywords == .known(["Color Label Blue"]))
        #expect(
            item.differences == [
                SourceDifference(.labels, .unsupported, detail: "Color Label Red"),
                SourceDifference(.labels, .unsupported, detail: "Pick Label Rejected"),
            ])
    }

    @Test("imports 6: persons are keywords only if asked, and unnamed ones never")
    func persons() throws {
        let catalog = try catalog(
            tags: [(10, 0, "People"), (11, 10, "Anna"), (12, 10, "Unknown"), (13, 0, "Sea"), (14, 10, "Ben")],
            properties: [(11, "person"), (12, "unknownPerson"), (12, "person"), (14, "person")],
            ofItem: [10, 11, 12, 13])
        try catalog.made.insert(
            "ImageTagProperties", ["imageid": 1, "tagid": 11, "property": "tagRegion", "value": "<rect/>"])
        #expect(try catalog.item().facts.keywords == .known(["Sea"]))
        let source = try catalog.open()
        #expect(source.otherDifferences.map(\.name) == ["Anna", "Ben", "Faces"])
        #expect(
            source.otherDifferences.map(\.difference) == [
                SourceDifference(.persons, .notAsked, detail: "1 items"),
                SourceDifference(.persons, .notAsked, detail: "0 items"),
                SourceDifference(.persons, .unsupported, detail: "1 boxes"),
            ])
        source.close()
        var options = DigiKamOptions()
        options.personsAsKeywords = true
        #expect(try catalog.item(options).facts.keywords == .known(["Anna", "Sea"]))
        let asked = try catalog.open(options)
        defer { asked.close() }
        #expect(asked.otherDifferences.map(\.name) == ["Faces"])
    }

    @Test(
        "imports, general rules: cycles of tags end, and their tags are no parents of each other")
    func cycles() throws {
        let catalog = try catalog(
            tags: [(10, 11, "A"), (11, 10, "B"), (12, 12, "Self"), (13, 10, "Below"), (14, 999, "Orphan")],
            ofItem: [10, 11, 12, 13, 14, 1_000_000_000])
        #expect(try catalog.item().facts.keywords == .known(["B", "Below", "Orphan", "Self"]))
    }

    @Test("imports, general rules: a chain of 10,000 tags is read")
    func chain() throws {
        let catalog = try catalog(tags: [], ofItem: [])
        try catalog.made.execute(
            """
            INSERT INTO Tags (id, pid, name)
            WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n WHERE x < 10000)
            SELECT x, x - 1, 'T' || x FROM n
            """)
        try catalog.made.execute("INSERT INTO ImageTags SELECT 1, id FROM Tags")
        #expect(try catalog.item().facts.keywords == .known(["T10000"]))
    }
}
