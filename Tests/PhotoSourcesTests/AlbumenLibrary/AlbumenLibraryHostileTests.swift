import Foundation
import GRDB
import Records
import Testing

@testable import PhotoSources

/// Catalogs that no Albumen writes (imports, general rules).
@Suite struct AlbumenLibraryHostileTests {
    @Test(
        "imports, general rules: a catalog without a needed table or column is refused, as are views of its name",
        arguments: [
            ("asset", nil), ("assetMetadata", nil), ("resource", nil),
            ("resource", "CREATE TABLE resource (id INTEGER PRIMARY KEY, assetId, type)"),
            (
                "asset",
                """
                CREATE VIEW asset AS WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n WHERE x < 1000000)
                SELECT x AS id, 'u' || x AS uuid, 1 AS mediaType, 0.0 AS creationDate, 0.0 AS addedDate,
                NULL AS latitude, NULL AS longitude, 0 AS isFavorite, 0 AS isHidden, NULL AS trashedDate FROM n
                """
            ),
            ("resource", "CREATE VIRTUAL TABLE resource USING fts5(id, assetId, type, sha256, fileSize)"),
            (
                "assetMetadata",
                """
                CREATE TABLE assetMetadata (assetId INTEGER PRIMARY KEY, title AS (hex(zeroblob(1000000))),
                caption, keywords, rating)
                """
            ),
        ] as [(String, String?)])
    func missing(_ table: String, _ sql: String?) throws {
        let library = try MadeAlbumenLibrary { $0[table] = sql }
        let error = try #require(MadeCatalog.failure { try library.open().close() })
        #expect(error.code == .unsupported)
        #expect(error.message.contains("“\(table)"))
        #expect(try library.made.remains().isEmpty)
    }

    @Test("imports, general rules: views of the optional tables aren't read")
    func optionalViews() throws {
        let library = try MadeAlbumenLibrary { tables in
            tables["collection"] = "CREATE VIEW collection AS SELECT 1 AS id, 'x' AS uuid, 1 AS kind, 't' AS title"
            tables["placement"] = "CREATE VIEW placement AS SELECT sha256, 2 AS state FROM resource"
            tables["unadjustedAsset"] = "CREATE VIEW unadjustedAsset AS SELECT 1 AS assetId, 1 AS mediaSubtypes"
            tables["grdb_migrations"] = nil
            tables["viewOfMigrations"] = "CREATE VIEW grdb_migrations AS SELECT '99 later' AS identifier"
        }
        try library.addAsset()
        try library.addFile(1, .photo, bytes: nil)
        let item = try library.item()
        #expect(item.exclusion == .absent)
        #expect(item.facts.subtypes == 0)
        #expect(try library.collections().isEmpty)
    }

    @Test("imports, general rules: triggers of the file don't run, and wrong types are no values")
    func types() throws {
        let library = try MadeAlbumenLibrary { tables in
            for name in ["asset", "assetMetadata", "resource"] { tables[name] = tables[name]?.loose }
        }
        try library.addPhoto()
        try library.made.execute(
            """
            UPDATE asset SET uuid = x'ff', creationDate = 'soon', addedDate = x'00', latitude = 'north',
            longitude = x'01', isFavorite = 'yes', isHidden = x'01', burstIdentifier = x'ff',
            burstSelectionTypes = 'key', isSelfPortrait = 'no', utcOffset = 'east', dateSource = x'00', altitude = 'high', userEdits = 'all',
            adjustmentTimestamp = 'now', originalChoice = 'raw', isVideoPlaybackOff = 'off', mediaSubtypes = 'many'
            """)
        try library.made.execute(
            "UPDATE assetMetadata SET title = x'ff', caption = 5, keywords = x'00', rating = 'five'")
        try library.made.execute(
            "CREATE TRIGGER changed AFTER INSERT ON asset BEGIN SELECT no_function(new.id); END")
        let item = try library.item()
        #expect(item.identifier == "asset-1")
        #expect(item.originals.count == 1)
        var facts = SourceFacts()
        (facts.place, facts.title, facts.caption, facts.keywords) = (.none, .none, .none, .none)
        (facts.rating, facts.burst, facts.isFavorite, facts.isHidden) = (.none, .none, false, false)
        #expect(item.facts == facts)
        #expect(item.differences == [SourceDifference(.dates, .invalid)])
    }

    @Test("of assets with the same UUID, the first is an item, and the others are counted")
    func repeated() throws {
        let library = try MadeAlbumenLibrary()
        for id: Int64 in 1...4 { try library.addPhoto(id) }
        try library.made.execute("UPDATE asset SET uuid = ? WHERE id = 2", [MadeAlbumenLibrary.uuid(1).lowercased()])
        try library.made.execute("UPDATE asset SET uuid = ? WHERE id = 4", [MadeAlbumenLibrary.uuid(1)])
        #expect(try library.items().map(\.identifier) == [MadeAlbumenLibrary.uuid(1), MadeAlbumenLibrary.uuid(3)])
        let others = try library.otherDifferences()
        #expect(others.map(\.difference) == [SourceDifference(.photos, .duplicate, detail: "2 with repeated UUIDs")])
    }

    @Test("assets without a UUID in the catalog are named by their rows")
    func nameless() throws {
        let library = try MadeAlbumenLibrary()
        try library.addPhoto(7, ["uuid": "../../etc"])
        try library.addPhoto(8, ["uuid": MadeAlbumenLibrary.uuid(8).lowercased()])
        #expect(try library.items().map(\.identifier) == ["asset-7", MadeAlbumenLibrary.uuid(8)])
    }
}

extension String {
    /// A statement that creates a table with values of any type.
    fileprivate var loose: String {
        replacing(") STRICT", with: ")").replacing(" INTEGER", with: " ").replacing(" REAL", with: " ")
            .replacing(" TEXT", with: " ").replacing(" BLOB", with: " ").replacing(" NOT NULL", with: " ")
            .replacing(" AUTOINCREMENT", with: " ").replacing("id  PRIMARY KEY", with: "id INTEGER PRIMARY KEY")
            .replacing("assetId  PRIMARY KEY", with: "assetId INTEGER PRIMARY KEY")
    }
}
