import Foundation
import GRDB
import Records
import SystemPackage
import Testing

@testable import PhotoSources

/// Whole catalogues of Shotwell: what is opened, refused, copied and left behind (imports 1.2 and 6).
@Suite struct ShotwellCatalogTests {
    @Test("imports 6: a catalogue and the folders around it are recognised", arguments: ["", "/..", "/../.."])
    func kinds(_ above: String) throws {
        let catalog = try MadeShotwell()
        let path = FilePath(catalog.made.file.path + above).lexicallyNormalized()
        #expect(Shotwell.isCatalog(path))
        let source = try Shotwell.open(
            path, options: ShotwellOptions(), temporaryFolder: catalog.made.temporaryFolder())
        source.close()
        #expect(!Shotwell.isCatalog(catalog.made.folder.path))
        #expect(!Shotwell.isCatalog("/nowhere/photo.db"))
    }

    @Test("imports 6: the identity is the time of the first import, also after later imports and in copies")
    func identity() throws {
        let catalog = try MadeShotwell()
        func key() throws -> SourceKey {
            let source = try catalog.open()
            defer { source.close() }
            return source.key
        }
        #expect(try key() == SourceKey(kind: .shotwell, identifier: "empty"))
        try catalog.addPhoto(5, ["import_id": 0])
        try catalog.addVideo(1, ["import_id": 1_400_000_000])
        try catalog.addPhoto(1, ["import_id": 1_400_000_001])
        #expect(try key() == SourceKey(kind: .shotwell, identifier: "first-import-1400000000"))
        try catalog.addPhoto(2, ["import_id": 1_700_000_000])
        #expect(try key() == SourceKey(kind: .shotwell, identifier: "first-import-1400000000"))
        let source = try catalog.open()
        defer { source.close() }
        #expect(source.summary == "Shotwell catalogue of Shotwell 0.32.4")
    }

    @Test("imports 1.1: optional tables and columns that are missing bring less")
    func old() throws {
        let catalog = try MadeShotwell { tables in
            tables = ["PhotoTable": "CREATE TABLE PhotoTable (id INTEGER PRIMARY KEY, filename TEXT UNIQUE NOT NULL)"]
        }
        try catalog.made.execute("INSERT INTO PhotoTable VALUES (1, ?)", ["\(MadeShotwell.home)/a.jpg"])
        try catalog.write("photo", to: "a.jpg")
        let item = try catalog.item()
        #expect(item.originals.count == 1)
        #expect(item.facts == SourceFacts())
        let source = try catalog.open()
        defer { source.close() }
        #expect(source.collections.isEmpty)
        #expect(source.key.identifier == "empty")
    }

    @Test(
        "imports 1.1 and general rules: a catalogue without the table of photos is refused, as are views of its name",
        arguments: [
            nil, "CREATE VIEW PhotoTable AS SELECT 1 AS id, 'x' AS filename",
            "CREATE VIRTUAL TABLE PhotoTable USING fts5(id, filename)",
            "CREATE TABLE PhotoTable (id INTEGER PRIMARY KEY, filename AS (hex(zeroblob(1000000))))",
        ])
    func missing(_ sql: String?) throws {
        let catalog = try MadeShotwell { $0["PhotoTable"] = sql }
        let error = try #require(MadeCatalog.failure { try catalog.open().close() })
        #expect(error.code == .unsupported)
        #expect(error.message.contains("“PhotoTable"))
        #expect(try catalog.made.remains().isEmpty)
    }

    @Test("imports, general rules: triggers of the file don't run, and wrong types are no values")
    func types() throws {
        let catalog = try MadeShotwell()
        try catalog.addPhoto(1)
        try catalog.made.execute(
            """
            UPDATE PhotoTable SET title = x'ff', comment = x'00', rating = 'five', flags = x'00', exposure_time = 'soon',
            has_gps = 'yes', import_id = 'x', event_id = 'e', transformations = x'07', editable_id = 'none'
            """)
        try catalog.made.execute("CREATE TRIGGER t AFTER INSERT ON PhotoTable BEGIN SELECT no_function(new.id); END")
        try catalog.made.execute("INSERT INTO TagTable (name, photo_id_list) VALUES (x'ff', x'ff')")
        try catalog.made.execute("INSERT INTO EventTable (id, name, primary_source_id) VALUES (1, x'00', 5)")
        let item = try catalog.item()
        #expect(item.facts == SourceFacts())
        #expect(item.originals.count == 1)
    }

    @Test("imports 1.2: a damaged catalogue is refused")
    func damaged() throws {
        let catalog = try MadeShotwell()
        for id: Int64 in 1...100 { try catalog.addPhoto(id, file: nil) }
        var spoilt = try Data(contentsOf: catalog.made.file)
        for index in stride(from: 4_096 * 2, to: spoilt.count, by: 97) { spoilt[index] = 0xFF }
        try spoilt.write(to: catalog.made.file)
        #expect(MadeCatalog.failure { _ = try catalog.items() }?.code == .damaged)
        try Data("no database, only text".utf8).write(to: catalog.made.file)
        #expect(MadeCatalog.failure { _ = try catalog.items() }?.code == .damaged)
    }

    @Test("imports 1.2: the WAL is read, and nothing in the folder changes")
    func readOnly() throws {
        let catalog = try MadeShotwell()
        try catalog.made.execute("PRAGMA journal_mode = WAL")
        try catalog.addPhoto(1)
        try FileManager.default.removeItem(atPath: catalog.made.file.path + "-shm")
        let before = try catalog.made.state()
        #expect(before.count == 2)
        #expect(try catalog.items().count == 1)
        #expect(try catalog.made.state() == before)
        #expect(try catalog.made.remains().isEmpty)
    }

    @Test("imports, general rules: paths are used only below a folder that the user named, or if they are trusted")
    func roots() throws {
        let catalog = try MadeShotwell()
        try catalog.addPhoto(1)
        let outside = catalog.pictures.appending(path: "2019/IMG_1.JPG").path
        try catalog.addPhoto(2, ["filename": outside])
        #expect(try catalog.items().map(\.exclusion) == [nil, .referenced])
        #expect(try catalog.items(ShotwellOptions()).map(\.exclusion) == [.referenced, .referenced])
        let source = try catalog.open(ShotwellOptions())
        #expect(source.otherDifferences.contains { $0.name == "/home/anna/Pictures" })
        #expect(
            source.otherDifferences.allSatisfy {
                $0.difference == SourceDifference(.otherFiles, .referenced, detail: "folder of 1 originals")
            })
        source.close()
        var options = ShotwellOptions()
        options.roots = [MadeShotwell.home + "/": "/nowhere/at/all"]
        let item = try catalog.items(options)[0]
        #expect(item.exclusion == .referenced)
        #expect(item.exclusionDetail == "\(MadeShotwell.home)/2019/IMG_1.JPG")
    }

    @Test("imports 6: the longest beginning of a path counts")
    func longest() throws {
        let catalog = try MadeShotwell()
        try catalog.addPhoto(1)
        let other = try catalog.made.folder.folder("other")
        try Data("longer".utf8).write(to: other.appending(path: "IMG_1.JPG"))
        var options = catalog.options
        options.roots["\(MadeShotwell.home)/2019/"] = FilePath(other.path)
        #expect(try catalog.item(options).originals.map(\.size) == [6])
        options.roots = ["/home/anna/Pict": FilePath(other.path)]
        #expect(try catalog.item(options).exclusion == .referenced)
    }

    @Test(
        "imports, general rules: paths that leave their folder aren't files",
        arguments: [
            "\(MadeShotwell.home)/../secret.jpg", "\(MadeShotwell.home)/a/../../secret.jpg", "relative.jpg", "",
            "\(MadeShotwell.home)/link.jpg", "\(MadeShotwell.home)//a.jpg",
        ])
    func hostile(_ path: String) throws {
        let catalog = try MadeShotwell()
        try catalog.made.folder.write(Data("secret".utf8), to: "secret.jpg")
        try FileManager.default.createSymbolicLink(
            at: catalog.pictures.appending(path: "link.jpg"),
            withDestinationURL: catalog.made.folder.url.appending(path: "secret.jpg"))
        try catalog.addPhoto(1, ["filename": path], file: nil)
        let item = try catalog.item()
        #expect(item.exclusion == .unreadable)
        #expect(item.originals.isEmpty)
    }

    @Test("imports, general rules: a path ends at no NUL that hides what follows")
    func null() throws {
        let catalog = try MadeShotwell()
        try catalog.addPhoto(1, file: nil)
        try catalog.made.folder.write(Data("secret".utf8), to: "secret.jpg")
        try catalog.made.execute(
            "UPDATE PhotoTable SET filename = CAST(? AS TEXT)",
            [Data("\(MadeShotwell.home)/\u{0}/../../secret.jpg".utf8)])
        let item = try catalog.item()
        #expect(item.originals.isEmpty)
        #expect(item.exclusion != nil)
    }

    @Test("imports 1.3: the disk decides which files are here")
    func absent() throws {
        let catalog = try MadeShotwell()
        try catalog.addPhoto(1, file: nil)
        try catalog.addPhoto(2, ["flags": 8], file: "")
        try catalog.addVideo(1, ["flags": 2])
        #expect(try catalog.items().map(\.exclusion) == [.absent, .empty, nil])
    }

    @Test("imports: 10,000 items are read in pages, and a stop stops")
    func large() throws {
        let catalog = try MadeShotwell()
        try catalog.made.execute(
            """
            INSERT INTO PhotoTable (id, filename, event_id, exposure_time)
            WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n WHERE x < 10000)
            SELECT x, '\(MadeShotwell.home)/' || x || '.jpg', 1, x FROM n
            """)
        try catalog.made.execute("INSERT INTO EventTable (id, name) VALUES (1, 'All')")
        for tag in 0..<5 {
            try catalog.made.execute(
                """
                INSERT INTO TagTable (name, photo_id_list)
                SELECT ?, (SELECT group_concat(printf('thumb%016x', id)) FROM PhotoTable)
                """, ["Tag \(tag)"])
        }
        try catalog.made.execute("INSERT INTO FaceTable (id, name) VALUES (1, 'Anna')")
        try catalog.made.execute(
            "INSERT INTO FaceLocationTable (id, face_id, photo_id) SELECT id, 1, id FROM PhotoTable")
        try catalog.addVideo(1, file: nil)
        var options = catalog.options
        options.personsAsKeywords = true
        let items = try catalog.items(options)
        #expect(items.count == 10_001)
        #expect(items.prefix(10_000).allSatisfy { $0.facts.keywords.value?.count == 6 })
        let source = try catalog.open(options)
        defer { source.close() }
        #expect(source.collections.map(\.members.count) == [10_000])
        var count = 0
        try source.forEachItem { _ in
            count += 1
            return count < 2
        }
        #expect(count == 2)
        #expect(throws: CocoaError.self) { try source.forEachItem { _ in throw CocoaError(.userCancelled) } }
    }
}
