import Foundation
import GRDB
import Records
import SystemPackage
import Testing

@testable import PhotoSources

/// Whole libraries of Albumen: what is opened, refused, copied and left behind (imports 1.1 and 1.2).
@Suite struct AlbumenLibraryTests {
    @Test("a folder with a description and a catalog is a library, and its key is the library's identifier")
    func kinds() throws {
        let library = try MadeAlbumenLibrary()
        #expect(AlbumenLibrary.isLibrary(library.path))
        #expect(AlbumenLibrary.identifier(of: library.path) == MadeAlbumenLibrary.identifier)
        let source = try library.open()
        defer { source.close() }
        #expect(source.key == SourceKey(kind: .albumenLibrary, identifier: MadeAlbumenLibrary.identifier))
        #expect(source.summary == "Albumen library (catalog 27)")
        #expect(source.itemCount == 0)
        #expect(source.collections.isEmpty)
        #expect(source.otherDifferences.isEmpty)
        #expect(source.unknownFiles.isEmpty)
    }

    @Test("the key is the same for an identifier in lower case")
    func lowercase() throws {
        let text = #"{"format": 1, "identifier": "\#(MadeAlbumenLibrary.identifier.lowercased())"}"#
        let library = try MadeAlbumenLibrary(description: text)
        #expect(AlbumenLibrary.identifier(of: library.path) == MadeAlbumenLibrary.identifier)
        let source = try library.open()
        defer { source.close() }
        #expect(source.key.identifier == MadeAlbumenLibrary.identifier)
    }

    @Test(
        "a folder without a right description isn't a library, and one sentence says so",
        arguments: [
            nil, "", "[]", "{}", #"{"format": 1}"#, #"{"format": 0, "identifier": "x"}"#,
            #"{"format": -1, "identifier": "x"}"#, #"{"format": "1", "identifier": "x"}"#,
            #"{"identifier": "6E0D7B6A-3C1B-4F0E-9B39-2F9D7C4B8A11"}"#, #"{"format": 1e99, "identifier": "x"}"#,
        ])
    func strangers(_ description: String?) throws {
        try expectStranger(MadeAlbumenLibrary(description: description))
    }

    @Test("imports, general rules: a deep or long description isn't read")
    func longDescriptions() throws {
        try expectStranger(MadeAlbumenLibrary(description: String(repeating: "[", count: 60_000)))
        let long = String(repeating: " ", count: 70_000) + MadeAlbumenLibrary.description
        try expectStranger(MadeAlbumenLibrary(description: long))
    }

    private func expectStranger(_ library: MadeAlbumenLibrary) throws {
        #expect(!AlbumenLibrary.isLibrary(library.path))
        #expect(AlbumenLibrary.identifier(of: library.path) == nil)
        let error = try #require(MadeCatalog.failure { try library.open().close() })
        #expect(error.code == .unsupported)
        #expect(error.message.contains("isn't a library of Albumen"))
        #expect(error.message.contains(library.folder.path))
    }

    @Test("a description without a catalog, a file, a link and a missing folder aren't libraries")
    func incomplete() throws {
        let library = try MadeAlbumenLibrary()
        let link = library.made.folder.url.appending(path: "other")
        try FileManager.default.createDirectory(at: link, withIntermediateDirectories: true)
        for name in ["library.json", "catalog.sqlite"] {
            try FileManager.default.createSymbolicLink(
                at: link.appending(path: name), withDestinationURL: library.folder.appending(path: name))
        }
        #expect(!AlbumenLibrary.isLibrary(FilePath(link.path)))
        #expect(!AlbumenLibrary.isLibrary(FilePath(library.made.file.path)))
        #expect(!AlbumenLibrary.isLibrary("/nowhere/Albumen Library"))
        try FileManager.default.removeItem(at: library.made.file)
        #expect(!AlbumenLibrary.isLibrary(library.path))
    }

    @Test(
        "a library with a newer format is one, and one sentence says that Albumen must be updated",
        arguments: [
            #"{"format": 2, "identifier": "6E0D7B6A-3C1B-4F0E-9B39-2F9D7C4B8A11"}"#,
            #"{"format": 99, "identifier": "another form", "more": []}"#,
        ])
    func newerFormat(_ description: String) throws {
        let library = try MadeAlbumenLibrary(description: description)
        #expect(AlbumenLibrary.isLibrary(library.path))
        #expect(AlbumenLibrary.identifier(of: library.path) == nil)
        let error = try #require(MadeCatalog.failure { try library.open().close() })
        #expect(error.code == .unsupported)
        #expect(error.message.contains("Update Albumen"))
        #expect(try library.made.remains().isEmpty)
    }

    @Test("a library of a known format whose identifier isn't a UUID is damaged")
    func namelessLibrary() throws {
        let library = try MadeAlbumenLibrary(description: #"{"format": 1, "identifier": "mine"}"#)
        #expect(AlbumenLibrary.isLibrary(library.path))
        #expect(AlbumenLibrary.identifier(of: library.path) == nil)
        let error = try #require(MadeCatalog.failure { try library.open().close() })
        #expect(error.code == .damaged)
        #expect(error.message.contains("library.json"))
    }

    @Test("a catalog of a later migration is refused, and earlier and unnamed ones aren't")
    func newerCatalog() throws {
        let next = AlbumenLibraryCatalog.latestMigration + 1
        let newer = try MadeAlbumenLibrary(migration: "\(next) something")
        let error = try #require(MadeCatalog.failure { try newer.open().close() })
        #expect(error.code == .unsupported)
        #expect(error.message.contains("A newer Albumen"))
        #expect(try newer.made.remains().isEmpty)
        let unnamed = try MadeAlbumenLibrary { $0["grdb_migrations"] = nil }
        let source = try unnamed.open()
        defer { source.close() }
        #expect(source.summary == "Albumen library")
    }

    @Test(
        "older catalogs bring what they have",
        arguments: [
            (AlbumenTables.former, "12 editing"), (AlbumenTables.first, "1 assets, resources, history, grants"),
        ]
    )
    func older(_ tables: [String: String], _ migration: String) throws {
        let library = try MadeAlbumenLibrary(tables, migration: nil)
        try library.made.insert("grdb_migrations", ["identifier": migration])
        try library.addAsset(
            1, ["isFavorite": 1, "dateSource": "user", "utcOffset": 3_600, "latitude": 1.0, "longitude": 2.0],
            metadata: ["caption": "Hello", "keywords": #"["a"]"#])
        try library.addFile(1, .photo)
        try library.addFile(1, .alternatePhoto, named: "IMG_1.DNG", bytes: "raw")
        try library.addAsset(2)
        try library.addFile(2, .photo, bytes: nil)
        let items = try library.items()
        let item = try #require(items.first)
        #expect(item.identifier == MadeAlbumenLibrary.uuid(1))
        #expect(item.originals.map(\.type) == [.photo, .alternatePhoto])
        #expect(item.differences.isEmpty)
        #expect(item.facts.isFavorite == true)
        #expect(item.facts.caption == .known("Hello"))
        #expect(item.facts.keywords == .known(["a"]))
        #expect(item.facts.place == .known(SourceFacts.Place(latitude: 1, longitude: 2)))
        #expect(item.facts.capture.value?.isChosen == true)
        #expect(item.facts.capture.value?.utcOffset == 3_600)
        #expect(item.facts.usesRAW == nil)
        #expect(items.map(\.exclusion) == [nil, .absent])
        let source = try library.open()
        defer { source.close() }
        #expect(source.summary.hasPrefix("Albumen library (catalog 1"))
        #expect(source.collections.isEmpty)
    }

    @Test("an older catalog brings albums without covers")
    func formerAlbums() throws {
        let library = try MadeAlbumenLibrary(AlbumenTables.former, migration: "12 editing")
        try library.addPhoto()
        try library.addCollection(1, "Paris", position: 0)
        try library.addMembers([1], to: 1)
        let album = try #require(try library.collections().first)
        #expect(album.members == [MadeAlbumenLibrary.uuid(1)])
        #expect(album.cover == nil)
    }

    @Test("imports 1.2: a damaged catalog is refused")
    func damaged() throws {
        let library = try MadeAlbumenLibrary()
        for id: Int64 in 1...200 { try library.addAsset(id) }
        var spoilt = try Data(contentsOf: library.made.file)
        for index in stride(from: 4_096 * 2, to: spoilt.count, by: 97) { spoilt[index] = 0xFF }
        try spoilt.write(to: library.made.file)
        #expect(MadeCatalog.failure { _ = try library.items() }?.code == .damaged)
        try Data("no database, only text".utf8).write(to: library.made.file)
        #expect(MadeCatalog.failure { _ = try library.items() }?.code == .damaged)
        #expect(try library.made.remains().isEmpty)
    }

    @Test("imports 1.2: a library that is open elsewhere is read with its WAL, and nothing in it changes")
    func readOnly() throws {
        let library = try MadeAlbumenLibrary()
        try library.made.execute("PRAGMA journal_mode = WAL")
        try library.addPhoto()
        let before = try library.made.state()
        #expect(before.contains { $0.hasPrefix("catalog.sqlite-wal ") })
        #expect(try library.items().count == 1)
        #expect(try library.made.state() == before)
        #expect(try library.made.remains().isEmpty)
    }

    @Test("imports 1.2: a library that changes all the time is busy")
    func busy() throws {
        let library = try MadeAlbumenLibrary()
        var count: Int64 = 0
        let error = MadeCatalog.failure {
            try AlbumenLibrary.open(
                library.path, options: AlbumenLibraryOptions(), temporaryFolder: library.made.temporaryFolder(),
                limits: DatabaseCopyLimits(attemptCount: 2, firstWait: 0)
            ) {
                count += 1
                try? library.addPhoto(count)
            }.close()
        }
        #expect(error?.code == .busy)
        #expect(error?.message.contains("Albumen is running") == true)
    }

    @Test("imports: 10,000 assets are read in pages in their order, and a stop stops")
    func large() throws {
        let library = try MadeAlbumenLibrary()
        try library.made.execute(
            """
            INSERT INTO asset (id, uuid, mediaType, mediaSubtypes, playbackStyle, pixelWidth, pixelHeight, duration,
            addedDate, isFavorite, isHidden, representsBurst, burstSelectionTypes, sourceType, isRAW, isSelfPortrait,
            isShown)
            WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n WHERE x < 10000)
            SELECT x, printf('00000000-0000-4000-8000-%012d', x), 1, 0, 1, 1, 1, 0, 0, 0, 0, 0, 0, 1, 0, 0, 1 FROM n
            """)
        try library.made.execute("UPDATE asset SET id = 9223372036854775807 WHERE id = 10000")
        try library.addFile(9_999, .photo)
        let items = try library.items()
        #expect(items.map(\.identifier) == (1...10_000).map { MadeAlbumenLibrary.uuid(Int64($0)) })
        #expect(items.filter { $0.exclusion == nil }.map(\.identifier) == [MadeAlbumenLibrary.uuid(9_999)])
        let source = try library.open()
        defer { source.close() }
        var count = 0
        try source.forEachItem { _ in
            count += 1
            return count < 2
        }
        #expect(count == 2)
        #expect(throws: CocoaError.self) { try source.forEachItem { _ in throw CocoaError(.userCancelled) } }
    }
}
