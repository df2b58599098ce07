import AlbumenTestSupport
import BlobStore
import Foundation
import GRDB
import Records
import Testing

@testable import Catalog

/// Makes the files of `EarlierCatalog`, with `ALBUMEN_RECORD_CATALOGS=1`. Files that exist stay as they are, because a migration
/// never changes after it has landed.
@Suite struct EarlierCatalogRecording {
    private static let isRecording = ProcessInfo.processInfo.environment["ALBUMEN_RECORD_CATALOGS"] == "1"

    @Test(.enabled(if: isRecording)) func `record the catalogs of all versions`() throws {
        let folder = try TemporaryFolder()
        let queue = try DatabaseQueue(path: folder.file("catalog.sqlite").path(percentEncoded: false))
        for migration in CatalogSchema.migrator.migrations {
            let version = CatalogSchema.number(of: migration)
            try CatalogSchema.migrator.migrate(queue, upTo: migration)
            try queue.write { database in
                if let rows = try EarlierCatalogRows.statements(for: version) { try database.execute(sql: rows) }
                let faults = try Row.fetchAll(database, sql: "PRAGMA foreign_key_check")
                #expect(faults == [], "\(migration)")
            }
            let file = EarlierCatalog(version: version).file
            guard !FileManager.default.fileExists(atPath: file.path(percentEncoded: false)) else { continue }
            try Data(queue.read(Self.dump).utf8).write(to: file)
        }
        try queue.close()
    }

    /// Returns statements that make the same database. Indexes and triggers come after the rows.
    private static func dump(_ database: Database) throws -> String {
        let objects = try Row.fetchAll(
            database, sql: "SELECT type, name, sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY rowid")
        let isShadow: (String) -> Bool = { name in
            SearchIndex.tables.contains { name.hasPrefix("\($0)_") }
        }
        var lines: [String] = []
        for row in objects where row["type"] == "table" {
            let name: String = row["name"]
            guard !isShadow(name) else { continue }
            // SQLite makes this table with the first one that needs it.
            if name != "sqlite_sequence" { lines.append("\(row["sql"] as String);") }
            lines += try rows(of: name, in: database)
        }
        for row in objects where row["type"] != "table" { lines.append("\(row["sql"] as String);") }
        return lines.joined(separator: "\n") + "\n"
    }

    private static func rows(of table: String, in database: Database) throws -> [String] {
        var columns = try database.columns(in: table).filter { !$0.name.hasPrefix("assetSearch") }.map(\.name)
        // The hidden columns of a full-text index are its name and its rank.
        if table.hasSuffix("Search") { columns = ["rowid", "text"] }
        let values = columns.map { "quote(\"\($0)\")" }.joined(separator: " || ', ' || ")
        return try String.fetchAll(database, sql: "SELECT \(values) FROM \"\(table)\"")
            .map { "INSERT INTO \"\(table)\" (\(columns.joined(separator: ", "))) VALUES (\($0));" }
    }
}
