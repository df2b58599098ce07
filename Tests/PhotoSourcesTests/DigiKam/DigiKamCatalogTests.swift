import Foundation
import GRDB
import Records
import SystemPackage
import Testing

@testable import PhotoSources

/// Whole catalogues of digiKam: what is opened, refused, copied and left behind (imports 1.2 and 6).
@Suite struct DigiKamCatalogTests {
    @Test("imports 6: a catalogue and its folder are recognised, and have a stable identity")
    func identity() throws {
        let catalog = try MadeDigiKam()
        #expect(DigiKam.isCatalog(FilePath(catalog.made.file.path)))
        #expect(DigiKam.isCatalog(FilePath(catalog.pictures.path)))
        #expect(!DigiKam.isCatalog(catalog.made.folder.path))
        #expect(!DigiKam.isCatalog(FilePath(catalog.pictures.appending(path: "absent.db").path)))
        let source = try DigiKam.open(
            FilePath(catalog.pictures.path), options: DigiKamOptions(), temporaryFolder: catalog.made.temporaryFolder())
        defer { source.close() }
        #expect(source.key == SourceKey(kind: .digiKam, identifier: MadeDigiKam.uuid))
        #expect(source.key.kind.rawValue == "digikam")
        #expect(source.summary == "digiKam catalogue (version 16)")
    }

    @Test(
        "imports 1.1: a catalogue without a needed table is refused with its name",
        arguments: ["AlbumRoots", "Albums", "Images", "Settings"])
    func missingTable(_ table: String) throws {
        let catalog = try MadeDigiKam { $0[table] = nil }
        let error = try #require(MadeCatalog.failure { try catalog.open().close() })
        #expect(error.code == .unsupported)
        #expect(error.message.contains("“\(table)”"))
        #expect(try catalog.made.remains().isEmpty)
    }

    @Test("imports 1.1: a catalogue without its UUID is refused")
    func missingIdentity() throws {
        let catalog = try MadeDigiKam()
        try catalog.made.execute("DELETE FROM Settings")
        let error = try #require(MadeCatalog.failure { try catalog.open().close() })
        #expect(error.code == .unsupported)
        #expect(error.message.contains("databaseUUID"))
    }

    @Test("imports 1.1: optional tables and columns that are missing bring less")
    func missingOptional() throws {
        let catalog = try MadeDigiKam { tables in
            for name in tables.keys where !["AlbumRoots", "Albums", "Images", "Settings"].contains(name) {
                tables[name] = nil
            }
            tables["Images"] = "CREATE TABLE Images (id INTEGER PRIMARY KEY, album, name TEXT, status INTEGER)"
        }
        try catalog.made.execute("ALTER TABLE Albums DROP COLUMN caption")
        try catalog.made.execute("ALTER TABLE Albums DROP COLUMN icon")
        try catalog.made.execute("INSERT INTO Images (id, album, name, status) VALUES (1, 2, 'IMG_1.JPG', 1)")
        try catalog.write("photo", to: "Trip/IMG_1.JPG")
        let item = try catalog.item()
        #expect(item.exclusion == nil)
        #expect(item.facts == SourceFacts())
    }

    @Test(
        "imports, general rules: views, virtual tables and generated columns aren't read",
        arguments: [
            """
            CREATE VIEW Images AS WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n WHERE x < 1000000000)
            SELECT x AS id, 2 AS album, 'x' AS name, 1 AS status FROM n
            """, "CREATE VIRTUAL TABLE Images USING fts5(id, album, name, status)",
            "CREATE TABLE Images (id INTEGER PRIMARY KEY, album, status, name AS (hex(zeroblob(1000000))))",
        ])
    func views(_ sql: String) throws {
        let catalog = try MadeDigiKam { $0["Images"] = sql }
        let error = try #require(MadeCatalog.failure { try catalog.open().close() })
        #expect(error.code == .unsupported)
        #expect(error.message.contains("Images"))
    }

    @Test("imports, general rules: triggers of the file don't run, and wrong types are no values")
    func types() throws {
        let catalog = try MadeDigiKam()
        try catalog.addItem(1)
        try catalog.made.execute("CREATE TRIGGER t AFTER INSERT ON Images BEGIN SELECT no_function(new.id); END")
        try catalog.made.execute(
            "INSERT INTO ImageInformation (imageid, rating, creationDate) VALUES (1, x'00', x'ff')")
        try catalog.made.execute(
            "INSERT INTO ImagePositions (imageid, latitudeNumber, longitudeNumber) VALUES (1, 'north', 9e999)")
        try catalog.made.execute("INSERT INTO ImageComments (imageid, type, comment) VALUES (1, 3, x'00ff')")
        try catalog.made.execute("INSERT INTO ImageTags VALUES (1, 'tag'), (1, 9223372036854775807)")
        #expect(try catalog.item().facts == SourceFacts())
    }

    @Test("imports 1.2: a file that isn't a database, and a damaged one, are refused")
    func damaged() throws {
        let catalog = try MadeDigiKam()
        for id: Int64 in 1...50 { try catalog.addItem(id, file: nil) }
        var spoilt = try Data(contentsOf: catalog.made.file)
        for index in stride(from: 4_096 * 2, to: spoilt.count, by: 97) { spoilt[index] = 0xFF }
        try spoilt.write(to: catalog.made.file)
        #expect(MadeCatalog.failure { _ = try catalog.items() }?.code == .damaged)
        try Data("no database, only text".utf8).write(to: catalog.made.file)
        #expect(MadeCatalog.failure { _ = try catalog.items() }?.code == .damaged)
    }

    @Test("imports 1.2: the WAL is read, and nothing in the folder changes")
    func readOnly() throws {
        let catalog = try MadeDigiKam()
        try catalog.made.execute("PRAGMA journal_mode = WAL")
        try catalog.addItem(1)
        try FileManager.default.removeItem(atPath: catalog.made.file.path + "-shm")
        let before = try catalog.made.state()
        #expect(before.count == 3)
        #expect(try catalog.items().map(\.identifier) == ["1"])
        #expect(try catalog.made.state() == before)
        #expect(try catalog.made.remains().isEmpty)
    }

    @Test("imports 1.2: a catalogue that never rests is refused with the program's name")
    func busy() throws {
        let catalog = try MadeDigiKam()
        var id: Int64 = 0
        let error = try #require(
            MadeCatalog.failure {
                _ = try DigiKam.open(
                    FilePath(catalog.made.file.path), options: DigiKamOptions(),
                    temporaryFolder: catalog.made.temporaryFolder(),
                    limits: DatabaseCopyLimits(attemptCount: 2, firstWait: 1)
                ) {
                    id += 1
                    try? catalog.addItem(id, file: nil)
                }
            })
        #expect(error.code == .busy)
        #expect(error.message.contains("digiKam is running"))
    }

    @Test("imports 6: roots are found by label, identifier or path, and others are listed")
    func roots() throws {
        let catalog = try MadeDigiKam()
        let disk = try catalog.made.folder.folder("disk")
        try catalog.made.folder.write(Data("other".utf8), to: "disk/Trip/IMG_1.JPG")
        try catalog.made.execute("UPDATE AlbumRoots SET identifier = 'volumeid:?uuid=abc', specificPath = '/photos'")
        try catalog.addItem(1)
        #expect(try catalog.item().exclusion == .referenced)
        let source = try catalog.open()
        #expect(source.otherDifferences.map(\.name) == ["Pictures"])
        #expect(
            source.otherDifferences.map(\.difference) == [
                SourceDifference(.otherFiles, .referenced, detail: "folder of 1 originals")
            ])
        source.close()
        for key in ["Pictures", "volumeid:?uuid=abc", "volumeid:?uuid=abc/photos"] {
            var options = DigiKamOptions()
            options.roots = [key: FilePath(disk.path)]
            let item = try catalog.item(options)
            #expect(item.originals.map { $0.path.string } == [disk.appending(path: "Trip/IMG_1.JPG").path])
        }
        var options = DigiKamOptions()
        options.roots = ["Pictures": "/nowhere/at/all"]
        #expect(try catalog.item(options).exclusion == .referenced)
    }

    @Test("imports 6: a label or an identifier of several roots is no key")
    func ambiguous() throws {
        let catalog = try MadeDigiKam()
        try catalog.made.execute("UPDATE AlbumRoots SET identifier = 'volumeid:?uuid=abc', specificPath = '/a'")
        try catalog.addRoot(2, "Pictures", "volumeid:?uuid=abc", specificPath: "/b")
        try catalog.addItem(1)
        for (key, exclusion) in [
            ("Pictures", .referenced), ("volumeid:?uuid=abc", .referenced), ("volumeid:?uuid=abc/a", nil),
        ] as [(String, SourceDifference.Reason?)] {
            var options = DigiKamOptions()
            options.roots = [key: FilePath(catalog.pictures.path)]
            #expect(try catalog.item(options).exclusion == exclusion)
        }
    }

    @Test("imports, general rules: the catalogue's paths are only used below its folder and the named ones")
    func trust() throws {
        let catalog = try MadeDigiKam()
        let outside = try catalog.made.folder.folder("outside place")
        try catalog.made.folder.write(Data("other".utf8), to: "outside place/Trip/IMG_1.JPG")
        let path = outside.path.replacingOccurrences(of: " ", with: "%20")
        try catalog.made.execute("UPDATE AlbumRoots SET identifier = ?", ["volumeid:?path=\(path)&fileuuid=1"])
        try catalog.addItem(1)
        #expect(try catalog.item().exclusion == .referenced)
        var options = DigiKamOptions()
        options.roots = [outside.path: FilePath(outside.path)]
        #expect(try catalog.item(options).exclusion == nil)
        try catalog.made.execute(
            "UPDATE AlbumRoots SET identifier = 'volumeid:?uuid=abc', specificPath = ?", [catalog.pictures.path])
        #expect(try catalog.item().exclusion == nil)
    }

    @Test(
        "imports, general rules: names that leave their folder aren't files",
        arguments: ["../secret.jpg", "a/b.jpg", "..", "", "link.jpg"])
    func names(_ name: String) throws {
        let catalog = try MadeDigiKam()
        try catalog.made.folder.write(Data("secret".utf8), to: "secret.jpg")
        try catalog.write("x", to: "Trip/a/b.jpg")
        try FileManager.default.createSymbolicLink(
            at: catalog.pictures.appending(path: "Trip/link.jpg"),
            withDestinationURL: catalog.made.folder.url.appending(path: "secret.jpg"))
        try catalog.addItem(1, ["name": name], file: nil)
        let item = try catalog.item()
        #expect(item.exclusion == .unreadable)
        #expect(item.originals.isEmpty)
        #expect(!item.name.contains("/"))
    }

    @Test("imports, general rules: a name ends at no NUL that hides what follows")
    func null() throws {
        let catalog = try MadeDigiKam()
        try catalog.addItem(1, file: nil)
        try catalog.made.folder.write(Data("secret".utf8), to: "Pictures/secret.jpg")
        try catalog.made.execute(
            "UPDATE Images SET name = CAST(? AS TEXT)", [Data("a\u{0}/../../secret.jpg".utf8)])
        let item = try catalog.item()
        #expect(item.originals.isEmpty)
        #expect(item.exclusion != nil)
    }

    @Test("imports: 10,000 items are read in pages, and a stop stops")
    func large() throws {
        let catalog = try MadeDigiKam()
        try catalog.made.execute(
            """
            INSERT INTO Images (id, album, name, status, category)
            WITH RECURSIVE n(x) AS (SELECT -3 UNION ALL SELECT x + 1 FROM n WHERE x < 10000)
            SELECT x, 2, 'IMG_' || x || '.jpg', 1, 1 FROM n
            """)
        try catalog.made.execute("INSERT INTO Tags (id, pid, name) VALUES (1, 0, 'All')")
        try catalog.made.execute("INSERT INTO ImageTags SELECT id, 1 FROM Images")
        try catalog.made.execute("INSERT INTO ImageInformation (imageid, rating) SELECT id, 3 FROM Images")
        try catalog.made.execute("INSERT INTO ImageRelations SELECT id, 1, 2 FROM Images")
        let items = try catalog.items()
        #expect(items.map(\.identifier) == (-3...10_000).map { String($0) })
        #expect(items.allSatisfy { $0.facts.keywords == .known(["All"]) && $0.facts.rating == .known(3) })
        let source = try catalog.open()
        defer { source.close() }
        #expect(source.collections.map(\.members.count) == [10_004])
        var count = 0
        try source.forEachItem { _ in
            count += 1
            return count < 2
        }
        #expect(count == 2)
        #expect(throws: CocoaError.self) { try source.forEachItem { _ in throw CocoaError(.userCancelled) } }
    }
}
