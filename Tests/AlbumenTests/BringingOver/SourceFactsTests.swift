import AlbumenTestSupport
import BlobStore
import Catalog
import Foundation
import PhotoSources
import Records
import Testing

@testable import Albumen
@testable import PhotoLibrary

@Suite struct SourceFactsTests {
    private let scene: SourceScene
    private static let exif = SampleMedia.Exif(
        dateTimeOriginal: "2024:05:07 09:33:04", offsetTimeOriginal: "+08:00", latitude: 30.62765,
        longitude: 119.738767)
    private static let date = Date(timeIntervalSince1970: 1_600_000_000)

    init() throws {
        scene = try SourceScene()
    }

    @Test("what the source says beats the file, and the item's identifier is that of the asset (imports 3.3)")
    func everything() throws {
        let identifier = "0D4FDB0C-2DB9-4EAC-86C2-4A1F8FD7B1B8"
        scene.source.items = [
            try scene.folder.photo(identifier, SampleMedia.jpeg(exif: Self.exif)) { facts in
                facts.capture = .known(.init(date: Self.date, utcOffset: 3_600, isChosen: true))
                facts.place = .known(.init(latitude: 1.5, longitude: -2.5, horizontalAccuracy: 4))
                facts.title = .known("Title")
                facts.caption = .known("First\nsecond")
                facts.keywords = .known(["b", "a"])
                facts.rating = .known(4)
                facts.isFavorite = true
                facts.isHidden = true
                facts.addedDate = Date(timeIntervalSince1970: 1_500_000_000)
            }
        ]
        let (table, events) = try scene.bringOver()
        let (row, metadata, _) = try #require(try scene.asset(identifier))
        #expect(row.uuid == identifier)
        #expect(row.creationDate == Self.date)
        #expect(row.utcOffset == 3_600)
        #expect(row.dateSource == "user")
        #expect(row.latitude == 1.5 && row.longitude == -2.5 && row.horizontalAccuracy == 4)
        #expect(row.isFavorite && row.isHidden)
        #expect(row.addedDate == Date(timeIntervalSince1970: 1_500_000_000))
        #expect(row.userEdits == [])
        #expect(metadata.title == "Title" && metadata.caption == "First\nsecond")
        #expect(metadata.keywords == ["b", "a"] && metadata.rating == 4)
        #expect(events.map(\.isImported) == [true])
        let used: [SourceDifference.Fact] = [
            .photos, .dates, .places, .titles, .captions, .keywords, .ratings, .favorites, .hidden,
        ]
        for fact in used { #expect(table.found(fact) == 1 && table.used(fact) == 1, "\(fact)") }
        #expect(table.rows.count == used.count)
        #expect(table.created == 1)
    }

    @Test("a value that the source says is absent isn't taken from the file, and an unknown one is (imports 3.3)")
    func absent() throws {
        scene.source.items = [
            try scene.folder.photo("absent", SampleMedia.jpeg(comment: "1", exif: Self.exif)) { facts in
                facts.place = .none
                facts.caption = .none
            },
            try scene.folder.photo("unknown", SampleMedia.jpeg(comment: "2", exif: Self.exif)),
        ]
        try scene.bringOver()
        let absent = try #require(try scene.asset("absent"))
        let unknown = try #require(try scene.asset("unknown"))
        #expect(absent.row.latitude == nil && absent.row.longitude == nil)
        #expect(abs((unknown.row.latitude ?? 0) - 30.62765) < 0.0001)
        #expect(absent.row.dateSource == "exifOriginal" && unknown.row.dateSource == "exifOriginal")
    }

    @Test("the date of the file keeps its own source and zone if the source says the same")
    func sameDate() throws {
        scene.source.items = [
            try scene.folder.photo("a", SampleMedia.jpeg(exif: Self.exif)) { facts in
                facts.capture = .known(.init(date: Date(timeIntervalSince1970: 1_715_045_584.25), utcOffset: nil))
            }
        ]
        try scene.bringOver()
        let row = try #require(try scene.asset("a")?.row)
        #expect(row.creationDate == Date(timeIntervalSince1970: 1_715_045_584.25))
        #expect(row.utcOffset == 8 * 3_600 && row.dateSource == "exifOriginal")
    }

    @Test("a second run changes nothing and says so (imports 7)")
    func secondRun() throws {
        scene.source.items = [
            try scene.folder.photo("a", SampleMedia.jpeg(exif: Self.exif)) { $0.caption = .known("c") }
        ]
        let first = try scene.bringOver()
        let change = try scene.lastChange()
        let second = try scene.bringOver()
        #expect(try scene.lastChange() == change)
        #expect(second.table.rows == first.table.rows)
        #expect(second.table.created == 0 && second.table.updated == 0 && second.table.unchanged == 1)
        #expect(second.events == [.skipped(path: scene.source.items[0].path, .unchanged)])
    }

    @Test("what the source has new comes in a later run; what the user set in Albumen stays (imports 3.3)")
    func laterRun() throws {
        scene.source.items = [
            try scene.folder.photo("a", SampleMedia.jpeg(comment: "1")) {
                $0.caption = .known("old")
                $0.isFavorite = true
            },
            try scene.folder.photo("b", SampleMedia.jpeg(comment: "2")) {
                $0.caption = .known("old")
                $0.isFavorite = true
            },
        ]
        try scene.bringOver()
        try scene.change("b") {
            $0.caption = "mine"
            $0.isFavorite = false
        }
        for index in scene.source.items.indices {
            scene.source.items[index].facts.caption = .known("new")
            scene.source.items[index].facts.keywords = .known(["k"])
        }
        let (table, events) = try scene.bringOver()
        let (a, b) = (try #require(try scene.asset("a")), try #require(try scene.asset("b")))
        #expect(a.metadata.caption == "new" && a.metadata.keywords == ["k"] && a.row.isFavorite)
        #expect(b.metadata.caption == "mine" && b.metadata.keywords == ["k"] && !b.row.isFavorite)
        #expect(table.updated == 2)
        #expect(table.used(.captions) == 1 && table.count(.captions, .userValue) == 1)
        #expect(table.used(.favorites) == 1 && table.count(.favorites, .userValue) == 1)
        #expect(events.contains { if case .updated = $0 { true } else { false } })
    }

    @Test("a date that the user set here stays, and restoring it gives what the source says by now")
    func restoredDate() throws {
        scene.source.items = [
            try scene.folder.photo("a", SampleMedia.jpeg(exif: Self.exif)) {
                $0.capture = .known(.init(date: Self.date, utcOffset: 0))
            }
        ]
        try scene.bringOver()
        try scene.change("a") { $0.creationDate = Date(timeIntervalSince1970: 0) }
        let later = Self.date.addingTimeInterval(100)
        scene.source.items[0].facts.capture = .known(.init(date: later, utcOffset: 0))
        try scene.bringOver()
        let row = try #require(try scene.asset("a")?.row)
        #expect(row.creationDate == Date(timeIntervalSince1970: 0))
        try scene.temporary.commit(.restoreOriginals(.date, read: OriginalValues(), assetUUID: row.uuid))
        #expect(try scene.asset("a")?.row.creationDate == later)
    }

    @Test("facts that no asset can have are left out and listed; the item comes")
    func invalid() throws {
        scene.source.items = [
            try scene.folder.photo("a", SampleMedia.jpeg()) { facts in
                facts.capture = .known(.init(date: Date(timeIntervalSince1970: 1e15), utcOffset: 0))
                facts.place = .known(.init(latitude: 91, longitude: 0))
                facts.rating = .known(7)
                facts.caption = .known(String(repeating: "x", count: 10 << 20))
                facts.keywords = .known([""])
            }
        ]
        let table = try scene.bringOver().table
        for fact in [SourceDifference.Fact.dates, .places, .ratings, .captions, .keywords] {
            #expect(table.found(fact) == 1 && table.count(fact, .invalid) == 1, "\(fact)")
        }
        #expect(table.used(.photos) == 1)
    }

    @Test("a burst keeps its key photo and the user's picks")
    func burst() throws {
        for (index, name) in ["a", "b", "c"].enumerated() {
            scene.source.items.append(
                try scene.folder.photo(name, SampleMedia.jpeg(comment: name)) { facts in
                    facts.burst = .known(
                        .init(
                            identifier: "BURST", isKeyPhoto: index == 1, isAutomaticPick: index == 0,
                            isUserPick: index == 2))
                })
        }
        try scene.bringOver()
        let rows = try ["a", "b", "c"].map { try #require(try scene.asset($0)?.row) }
        #expect(rows.map(\.burstIdentifier) == ["BURST", "BURST", "BURST"])
        #expect(rows.map(\.representsBurst) == [false, true, false])
        #expect(rows.map { $0.burstSelectionTypes.contains(.userPick) } == [false, false, true])
    }

    @Test("stored facts have no key for what is unknown and null for what is absent")
    func coding() throws {
        var facts = SourceFacts()
        facts.place = .none
        facts.title = .known("t")
        facts.isFavorite = false
        let text = String(decoding: try JSONEncoder().encode(facts), as: UTF8.self)
        #expect(text.contains("\"place\":null") && !text.contains("caption"))
        #expect(try JSONDecoder().decode(SourceFacts.self, from: Data(text.utf8)) == facts)
        #expect(try JSONDecoder().decode(SourceFacts.self, from: Data("{}".utf8)) == SourceFacts())
    }
}

extension IngestEvent {
    fileprivate var isImported: Bool { if case .imported = self { true } else { false } }
}
