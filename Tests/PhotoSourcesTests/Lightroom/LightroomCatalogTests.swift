import Foundation
import GRDB
import Records
import SystemPackage
import Testing

@testable import PhotoSources

/// Opening catalogues (imports 6, Lightroom; general rules).
@Suite struct LightroomCatalogTests {
    private func failure(_ catalog: MadeLightroom, _ options: LightroomOptions? = nil) -> SourceError? {
        do {
            try catalog.open(options).close()
            return nil
        } catch {
            return error as? SourceError
        }
    }

    @Test("imports 6: identity, version and number of images")
    func identity() throws {
        let catalog = try MadeLightroom()
        try catalog.addItem()
        let source = try catalog.open()
        defer { source.close() }
        #expect(source.key == SourceKey(kind: .lightroom, identifier: MadeLightroom.identifier))
        #expect(source.summary == "Lightroom Classic catalogue (version 13)")
        #expect(source.itemCount == 1)
    }

    @Test("imports 6: a catalogue without a UUID is known by its first variable")
    func otherIdentity() throws {
        let catalog = try MadeLightroom()
        try catalog.execute("DELETE FROM Adobe_variablesTable WHERE name = 'Adobe_storeProviderID'")
        let source = try catalog.open()
        #expect(source.key.identifier == "FIRST")
        source.close()
        try catalog.execute("DELETE FROM Adobe_variablesTable")
        #expect(failure(catalog)?.code == .unsupported)
    }

    @Test("imports 6: a catalogue is a file, or the only one in a folder")
    func kinds() throws {
        let catalog = try MadeLightroom()
        let folder = catalog.catalog.deletingLastPathComponent()
        #expect(Lightroom.isCatalog(catalog.path))
        #expect(Lightroom.isCatalog(FilePath(folder.path)))
        #expect(!Lightroom.isCatalog(FilePath(catalog.pictures.path)))
        #expect(!Lightroom.isCatalog(FilePath("/absent.lrcat")))
        try FileManager.default.copyItem(at: catalog.catalog, to: folder.appending(path: "Other.LRCAT"))
        #expect(!Lightroom.isCatalog(FilePath(folder.path)))
        let error = #expect(throws: SourceError.self) {
            _ = try Lightroom.open(
                FilePath(folder.path), options: catalog.options, temporaryFolder: catalog.folder.path)
        }
        #expect(error?.code == .unsupported)
        #expect(error?.message.contains("Made.lrcat, Other.LRCAT") == true)
    }

    @Test("imports 6: a locked catalogue is busy")
    func lock() throws {
        let catalog = try MadeLightroom()
        try Data().write(to: URL(filePath: catalog.catalog.path + ".lock"))
        let error = failure(catalog)
        #expect(error?.code == .busy)
        #expect(error?.message.contains("Quit Lightroom, and try again.") == true)
    }

    @Test("imports 1.2: a catalogue with an unfinished change is busy")
    func journal() throws {
        let catalog = try MadeLightroom()
        let journal = URL(filePath: catalog.catalog.path + "-journal")
        try Data(count: 512).write(to: journal)
        #expect(failure(catalog) == nil)
        try Data([0xD9, 0xD5, 0x05, 0xF9, 0x20, 0xA1, 0x63, 0xD7, 0, 0]).write(to: journal)
        #expect(failure(catalog)?.code == .busy)
    }

    @Test("imports 6: a missing needed table or column is named, and others only bring less")
    func missingColumns() throws {
        let noFiles = try MadeLightroom { $0["AgLibraryFile"] = "id_local INTEGER PRIMARY KEY, extension, folder" }
        #expect(failure(noFiles)?.code == .unsupported)
        #expect(failure(noFiles)?.message.contains("“AgLibraryFile.baseName”") == true)
        let noImages = try MadeLightroom { $0["Adobe_images"] = nil }
        #expect(failure(noImages)?.message.contains("“Adobe_images”") == true)
        let needed = [
            "Adobe_variablesTable", "Adobe_images", "AgLibraryFile", "AgLibraryFolder", "AgLibraryRootFolder",
        ]
        let small = try MadeLightroom { tables in
            tables = tables.filter { needed.contains($0.key) }
            tables["Adobe_images"] = "id_local INTEGER PRIMARY KEY, id_global, rootFile INTEGER, fileFormat"
        }
        try small.addItem()
        let item = try small.item()
        #expect(item.exclusion == nil && item.facts == SourceFacts())
    }

    @Test("imports 6: the newest changes are in the WAL")
    func wal() throws {
        let catalog = try MadeLightroom()
        try catalog.execute("PRAGMA journal_mode = WAL; PRAGMA wal_autocheckpoint = 0")
        try catalog.addItem(["rating": 5])
        #expect(try catalog.item().facts.rating == .known(5))
    }

    @Test("imports general: a damaged, a truncated and another file are refused with their reason")
    func damage() throws {
        let catalog = try MadeLightroom()
        for _ in 0..<200 { try catalog.addItem(content: nil) }
        try catalog.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        let whole = try Data(contentsOf: catalog.catalog)
        var damaged = whole
        for index in stride(from: 4_096, to: whole.count, by: 64) { damaged[index] ^= 0xFF }
        try damaged.write(to: catalog.catalog)
        #expect(failure(catalog)?.code == .damaged)
        try whole.prefix(5_000).write(to: catalog.catalog)
        #expect(failure(catalog)?.code == .damaged)
        try Data("not a database, but long enough to be one".utf8).write(to: catalog.catalog)
        #expect(failure(catalog)?.code == .damaged)
        try Data().write(to: catalog.catalog)
        #expect(failure(catalog)?.code == .unsupported)
    }

    @Test("imports general: views and triggers with the names of tables aren't used")
    func views() throws {
        let catalog = try MadeLightroom { $0["AgLibraryKeywordImage"] = nil }
        try catalog.addItem()
        try catalog.execute("CREATE VIEW AgLibraryKeywordImage AS SELECT 1 AS image, load_extension('x') AS tag")
        try catalog.execute(
            "CREATE TRIGGER t AFTER INSERT ON Adobe_images BEGIN DELETE FROM Adobe_images; END")
        #expect(try catalog.item().facts.keywords == .unknown)
        let needed = try MadeLightroom { $0["AgLibraryFile"] = nil }
        try needed.execute(
            "CREATE VIEW AgLibraryFile AS SELECT 1 AS id_local, 'a' AS baseName, 'b' AS extension, 1 AS folder")
        #expect(failure(needed)?.message.contains("“AgLibraryFile”") == true)
    }

    @Test("imports general: repeated, empty and huge identities")
    func identities() throws {
        let catalog = try MadeLightroom()
        try catalog.addItem(["id_global": "SAME"])
        try catalog.addItem(["id_global": "SAME"])
        try catalog.addItem(["id_global": ""])
        try catalog.addItem(["id_global": String(repeating: "x", count: 1_000)])
        try catalog.addItem(["id_global": 5])
        #expect(try catalog.items().map(\.identifier) == ["SAME"])
        #expect(try catalog.others() == ["Images photos duplicate 1 with repeated identities"])
        let source = try catalog.open()
        defer { source.close() }
        #expect(source.itemCount == 1)
    }

    @Test("imports general: the source and its folder stay as they are")
    func unchanged() throws {
        let catalog = try MadeLightroom()
        try catalog.addItem()
        func state() throws -> [String] {
            let names = try FileManager.default.subpathsOfDirectory(atPath: catalog.folder.url.path).sorted()
            return try names.filter { !$0.hasPrefix("temporary") }.map { name in
                let path = catalog.folder.url.appending(path: name).path
                let attributes = try FileManager.default.attributesOfItem(atPath: path)
                return "\(name) \(attributes[.size] ?? "") \(attributes[.modificationDate] ?? "")"
            }
        }
        let before = try state()
        #expect(before.count >= 4)
        _ = try catalog.items()
        #expect(try state() == before)
        #expect(
            try FileManager.default.contentsOfDirectory(
                atPath: catalog.folder.url.appending(path: "temporary").path
            ).isEmpty)
    }

    @Test("imports general: forEachItem stops when asked, and passes the error of its body")
    func stopping() throws {
        let catalog = try MadeLightroom()
        for _ in 0..<3 { try catalog.addItem() }
        let source = try catalog.open()
        defer { source.close() }
        var count = 0
        try source.forEachItem { _ in
            count += 1
            return count < 2
        }
        #expect(count == 2)
        #expect(throws: TestFailure.self) { try source.forEachItem { _ in throw TestFailure("stop") } }
    }

    @Test("imports general: each item of a large catalogue is read once")
    func large() throws {
        let catalog = try MadeLightroom()
        let count = 10_000
        try catalog.write { database in
            try database.execute(
                sql: "CREATE INDEX i1 ON AgLibraryKeywordImage(image); CREATE INDEX i2 ON AgLibraryIPTC(image)")
            for id in 1...count {
                try database.execute(
                    sql: "INSERT INTO Adobe_images (id_local, id_global, rootFile, fileFormat) VALUES (?, ?, ?, 'JPG')",
                    arguments: [id, "I\(id)", id])
                try database.execute(
                    sql: """
                        INSERT INTO AgLibraryFile (id_local, id_global, baseName, extension, folder)
                        VALUES (?, ?, ?, 'jpg', 1)
                        """, arguments: [id, "F\(id)", "IMG_\(id)"])
                try database.execute(
                    sql: "INSERT INTO AgLibraryKeywordImage (image, tag) VALUES (?, 3)", arguments: [id])
                try database.execute(
                    sql: "INSERT INTO AgLibraryCollectionImage (collection, image) VALUES (1, ?)", arguments: [id])
            }
        }
        try catalog.insert("AgLibraryKeyword", ["id_local": 3, "id_global": "K", "name": "k"])
        try catalog.insert(
            "AgLibraryCollection", ["id_local": 1, "creationId": "com.adobe.ag.library.collection", "name": "All"])
        let source = try catalog.open()
        defer { source.close() }
        #expect(source.itemCount == count)
        #expect(source.collections.first?.members.count == count)
        var found = 0
        try source.forEachItem { item in
            found += item.facts.keywords == .known(["k"]) && item.exclusion == .absent ? 1 : 0
            return true
        }
        #expect(found == count)
    }
}
