import Foundation
import Records
import SystemPackage
import Testing

@testable import PhotoSources

/// Whole libraries: what is opened, refused, copied and left behind.
@Suite struct AppleLibraryTests {
    private func failure(_ body: () throws -> Void) -> SourceError? {
        do {
            try body()
            return nil
        } catch {
            return error as? SourceError
        }
    }

    @Test(
        "imports 1.1: the identity and the version come from the catalogue",
        arguments: [
            (13_703, "macOS 10.15 (model 13703)"), (14_104, "macOS 11"), (16_320, "macOS 13"), (18_164, "macOS 15"),
            (19_320, "macOS 26"), (25_000, "Photos library (model 25000)"),
        ])
    func version(_ number: Int, _ text: String) throws {
        let library = try MadeLibrary(modelVersion: number)
        let source = try library.open()
        defer { source.close() }
        #expect(source.key == SourceKey(kind: .applePhotos, identifier: MadeLibrary.uuid))
        #expect(source.summary.contains(text))
    }

    @Test("imports 1.1: tables and columns that aren't known don't matter, and the numbers in names are read")
    func newer() throws {
        let library = try MadeLibrary { tables in
            tables["ZASSET"]?.insert("ZNEW", at: 3)
            tables["ZBRANDNEW"] = ["Z_PK", "ZX"]
            tables["Z_33ASSETS"] = nil
            tables["Z_99ASSETS"] = ["Z_99ALBUMS", "Z_71ASSETS", "Z_FOK_71ASSETS"]
            tables["Z_1KEYWORDS"] = ["Z_2ASSETATTRIBUTES", "Z_88KEYWORDS"]
            tables["ZINTERNALRESOURCE"]?.removeAll { $0 == "ZRECIPEID" }
            tables["ZPERSON"] = nil
        }
        let uuid = try library.addItem()
        try library.insert("ZKEYWORD", ["Z_PK": 1, "ZTITLE": "Sea"])
        try library.insert("Z_1KEYWORDS", ["Z_2ASSETATTRIBUTES": 101, "Z_88KEYWORDS": 1])
        try library.insert("ZGENERICALBUM", ["Z_PK": 2, "ZKIND": 2, "ZUUID": "A", "ZTITLE": "Album"])
        try library.insert("Z_99ASSETS", ["Z_99ALBUMS": 2, "Z_71ASSETS": 1, "Z_FOK_71ASSETS": 1])
        #expect(try library.item().facts.keywords == .known(["Sea"]))
        let source = try library.open()
        defer { source.close() }
        #expect(source.collections.map(\.members) == [[uuid]])
    }

    @Test(
        "imports 1.1: a library without a needed name is refused with the name",
        arguments: [
            ("ZASSET", "ZUUID", "ZASSET.ZUUID"), ("ZASSET", "ZADJUSTMENTSSTATE", "ZASSET.ZADJUSTMENTSSTATE"),
            ("ZKEYWORD", "", "ZKEYWORD"), ("Z_33ASSETS", "", "Z_nASSETS"),
            ("ZGENERICALBUM", "ZTITLE", "ZGENERICALBUM.ZTITLE"),
        ])
    func missing(_ table: String, _ column: String, _ name: String) throws {
        let library = try MadeLibrary(modelVersion: 21_000) { tables in
            if column.isEmpty { tables[table] = nil } else { tables[table]?.removeAll { $0 == column } }
        }
        let error = try #require(failure { try library.open().close() })
        #expect(error.code == .unsupported)
        #expect(error.message.contains("“\(name)”"))
        #expect(error.message.contains("21000"))
        #expect(error.message.contains("Made.photoslibrary"))
    }

    @Test(
        "imports, general rules: views, virtual tables and generated columns aren't read",
        arguments: [
            """
            CREATE VIEW ZKEYWORD AS WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n WHERE x < 1000000000)
            SELECT x AS Z_PK, 'x' AS ZTITLE FROM n
            """, "CREATE VIRTUAL TABLE ZKEYWORD USING fts5(Z_PK, ZTITLE)",
            "CREATE TABLE ZKEYWORD (Z_PK INTEGER PRIMARY KEY, ZTITLE AS (hex(zeroblob(1000000))))",
        ])
    func views(_ sql: String) throws {
        let library = try MadeLibrary { $0["ZKEYWORD"] = nil }
        try library.addItem()
        try library.execute(sql)
        let error = try #require(failure { try library.open().close() })
        #expect(error.code == .unsupported)
        #expect(error.message.contains("ZKEYWORD"))
    }

    @Test("imports, general rules: triggers and functions of the file don't run")
    func triggers() throws {
        let library = try MadeLibrary()
        try library.execute("CREATE TRIGGER t AFTER INSERT ON ZASSET BEGIN SELECT apple_function(new.Z_PK); END")
        try library.execute("DROP TRIGGER t")
        try library.addItem()
        try library.execute("CREATE TRIGGER t AFTER INSERT ON ZASSET BEGIN SELECT apple_function(new.Z_PK); END")
        #expect(try library.items().count == 1)
    }

    @Test("imports 1.2: a catalogue that isn't a database is refused", arguments: [0, 10, 4_096, 5_000])
    func garbage(_ size: Int) throws {
        let library = try MadeLibrary()
        try library.write(
            Data((0..<size).map { UInt8(truncatingIfNeeded: $0 &* 7 &+ 3) }), to: "database/Photos.sqlite")
        let error = try #require(failure { try library.open().close() })
        #expect(error.code == .damaged)
    }

    @Test("imports 1.2: a truncated or damaged catalogue is refused")
    func truncated() throws {
        let library = try MadeLibrary()
        for _ in 0..<9 { try library.addItem() }
        let file = library.url.appending(path: "database/Photos.sqlite")
        let whole = try Data(contentsOf: file)
        try whole.prefix(whole.count / 2 / 4_096 * 4_096).write(to: file)
        #expect(failure { _ = try library.items() }?.code == .damaged)
        var spoilt = whole
        for index in stride(from: 4_096 * 2, to: spoilt.count, by: 97) { spoilt[index] = 0xFF }
        try spoilt.write(to: file)
        #expect(failure { _ = try library.items() }?.code == .damaged)
    }

    @Test("imports 1.2: the changes in the WAL are read, and a damaged end of it isn't")
    func wal() throws {
        let library = try MadeLibrary()
        try library.execute("PRAGMA journal_mode = WAL")
        try library.addItem()
        try library.addItem()
        let wal = library.url.appending(path: "database/Photos.sqlite-wal")
        #expect(FileManager.default.fileExists(atPath: wal.path))
        #expect(try library.items().count == 2)
        let file = try FileHandle(forWritingTo: wal)
        try file.seekToEnd()
        try file.write(contentsOf: Data(count: 5_000))
        try file.close()
        #expect(try library.items().count == 2)
    }

    @Test("imports 1.2: a library that changes is copied again, and refused if it never rests")
    func changing() throws {
        let library = try MadeLibrary()
        try library.addItem()
        let temporary = FilePath(try library.folder.folder("temporary").path)
        let limits = DatabaseCopyLimits(attemptCount: 3, firstWait: 1)
        var attempts = 0
        let source = try ApplePhotos.open(
            library.path, options: ApplePhotosOptions(), temporaryFolder: temporary, limits: limits
        ) {
            attempts += 1
            if attempts == 1 { _ = try? library.addItem() }
        }
        #expect(attempts == 2)
        #expect(source.itemCount == 2)
        source.close()
        attempts = 0
        let error = failure {
            _ = try ApplePhotos.open(
                library.path, options: ApplePhotosOptions(), temporaryFolder: temporary, limits: limits
            ) {
                attempts += 1
                _ = try? library.addItem()
            }
        }
        #expect(attempts == 3)
        #expect(error?.code == .busy)
        #expect(error?.message.contains("Photos is running") == true)
        #expect(try FileManager.default.contentsOfDirectory(atPath: temporary.string).isEmpty)
    }

    @Test("imports 1.2: the copy is private, and deleted with the source")
    func privateCopy() throws {
        let library = try MadeLibrary()
        try library.addItem()
        let temporary = try library.folder.folder("temporary")
        let source = try library.open()
        let manager = FileManager.default
        let folder = try #require(try manager.contentsOfDirectory(atPath: temporary.path).first)
        let copy = temporary.appending(path: folder)
        #expect(try manager.attributesOfItem(atPath: copy.path)[.posixPermissions] as? Int == 0o700)
        for name in try manager.contentsOfDirectory(atPath: copy.path) {
            let file = copy.appending(path: name)
            #expect(try manager.attributesOfItem(atPath: file.path)[.posixPermissions] as? Int == 0o600)
        }
        source.close()
        #expect(try manager.contentsOfDirectory(atPath: temporary.path).isEmpty)
    }

    @Test("imports 1.2: a failed opening leaves nothing behind")
    func noRemains() throws {
        let library = try MadeLibrary { $0["ZKEYWORD"] = nil }
        #expect(failure { try library.open().close() } != nil)
        let temporary = try library.folder.folder("temporary")
        #expect(try FileManager.default.contentsOfDirectory(atPath: temporary.path).isEmpty)
    }

    @Test("imports 1.2: a catalogue above the limit is refused before it's copied")
    func tooLarge() throws {
        let library = try MadeLibrary()
        let error = failure {
            _ = try ApplePhotos.open(
                library.path, options: ApplePhotosOptions(),
                temporaryFolder: FilePath(try library.folder.folder("temporary").path),
                limits: DatabaseCopyLimits(byteCount: 4_096)
            ) {}
        }
        #expect(error?.code == .damaged)
    }

    @Test("imports, general rules: a catalogue that is a link out of the library isn't read")
    func linkedCatalogue() throws {
        let library = try MadeLibrary()
        let file = library.url.appending(path: "database/Photos.sqlite")
        let outside = library.folder.url.appending(path: "outside.sqlite")
        try FileManager.default.moveItem(at: file, to: outside)
        try FileManager.default.createSymbolicLink(at: file, withDestinationURL: outside)
        #expect(failure { try library.open().close() }?.code == .unreadable)
    }

    @Test(
        "imports 1.1: libraries are recognised, and those of iPhoto and Aperture refused with advice",
        arguments: [
            ("Old.photolibrary/x", true, true), ("Plain/AlbumData.xml", true, true), ("A.aplibrary/x", true, true),
            ("Plain/photo.jpg", false, false), ("Plain/DCIM/photo.jpg", false, false),
            ("Empty.photoslibrary/x", true, false),
        ])
    func kinds(_ file: String, _ isLibrary: Bool, _ isOld: Bool) throws {
        let folder = try TestFolder()
        let url = folder.url.appending(path: file)
        try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data("x".utf8).write(to: url)
        let path = FilePath(folder.url.appending(path: String(file.split(separator: "/")[0])).path)
        #expect(ApplePhotos.isLibrary(path) == isLibrary)
        let error = failure {
            _ = try ApplePhotos.open(path, options: ApplePhotosOptions(), temporaryFolder: folder.path)
        }
        #expect(error?.message.contains("Open it once in Photos") == isOld)
    }

    @Test("imports 1.1: Photos.sqlite counts beside photos.db")
    func both() throws {
        let library = try MadeLibrary()
        try library.write("remnant", to: "database/photos.db")
        #expect(ApplePhotos.isLibrary(library.path))
        #expect(try library.items().isEmpty)
    }

    @Test("imports: the error of the reader's caller reaches it, and a stop stops")
    func stop() throws {
        let library = try MadeLibrary()
        for _ in 0..<3 { try library.addItem() }
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

    @Test("imports: items come in pages, in the order of their keys")
    func pages() throws {
        let library = try MadeLibrary()
        try library.execute(
            """
            INSERT INTO ZASSET (Z_PK, ZUUID, ZKIND, ZTRASHEDSTATE, ZDIRECTORY, ZFILENAME)
            WITH RECURSIVE n(x) AS (SELECT -3 UNION ALL SELECT x + 1 FROM n WHERE x < 1600)
            SELECT x, 'U' || x, 0, 0, 'A', 'U' || x || '.jpg' FROM n
            """)
        let items = try library.items()
        #expect(items.map(\.identifier) == (-3...1_600).map { "U\($0)" })
        #expect(items.allSatisfy { $0.exclusion == .absent })
    }
}
