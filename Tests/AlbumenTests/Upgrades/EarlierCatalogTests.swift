import AlbumenTestSupport
import Foundation
import GRDB
import Testing

@testable import Albumen
@testable import Catalog
@testable import PhotoLibrary

/// Libraries of all earlier versions of Albumen.
@Suite(.blocking) struct EarlierCatalogTests {
    private let folder: TemporaryFolder
    private let library: URL

    init() throws {
        folder = try TemporaryFolder()
        library = folder.url.appending(path: "library", directoryHint: .isDirectory)
    }

    /// Rows that are made from others, or whose end is not to be in the catalog.
    private static let otherTables: Set = [
        "assetSearch", "albumSearch", "searchFill", "grdb_migrations", "sqlite_sequence", "question", "removal",
        "namedPlace", "assetPlace", "pendingPlace", "placeFill", "placeSearch",
    ]

    @Test func `a catalog of each earlier version is recorded`() throws {
        let versions = try EarlierCatalog.all().map(\.version)
        #expect(versions.starts(with: 1..<CatalogSchema.version))
    }

    @Test(arguments: try EarlierCatalog.all())
    func `a library of each earlier version opens, verifies clean and keeps its rows`(_ earlier: EarlierCatalog) throws
    {
        try earlier.makeLibrary(in: library)
        let before = try rows()
        let opened = try Library(at: library, workerExecutable: nil)
        var findings: [LibraryVerification.Finding] = []
        let summary = try LibraryVerification(of: opened).run(reclaimsOrphans: false) { findings.append($0) }
        // Bytes that only later versions name are without a row.
        let faults = findings.filter { if case .orphan = $0 { false } else { true } }
        #expect(faults == [], "\(earlier.testDescription)")
        #expect(summary.resources >= 3)
        #expect(try opened.catalog.read { try $0.assetCount() } >= 2)
        try opened.close()
        let after = try rows()
        for (table, rows) in before {
            let columns = rows.columns
            let kept = try Self.rows(of: table, columns, in: catalog)
            #expect(rows.values.subtracting(kept.values) == [], "\(earlier.testDescription): \(table)")
        }
        #expect(Set(before.keys).isSubset(of: after.keys))
    }

    @Test(arguments: try EarlierCatalog.all())
    func `the tables of a migrated catalog are those of a new one`(_ earlier: EarlierCatalog) throws {
        try earlier.makeLibrary(in: library)
        try Library(at: library, workerExecutable: nil).close()
        let other = try TemporaryFolder()
        try Catalog(at: other.file("catalog.sqlite")).close()
        #expect(try schema(of: catalog) == schema(of: other.file("catalog.sqlite")))
    }

    // MARK: Parts

    private struct Rows {
        var columns: [String]
        var values: Set<String>
    }

    private var catalog: URL { library.appending(path: "catalog.sqlite", directoryHint: .notDirectory) }

    private func rows() throws -> [String: Rows] {
        let queue = try DatabaseQueue(path: catalog.path(percentEncoded: false))
        let tables = try queue.read { database in
            try String.fetchAll(database, sql: "SELECT name FROM sqlite_schema WHERE type = 'table'")
                .filter { !Self.otherTables.contains($0) && !$0.contains("Search_") }
                .map { ($0, try database.columns(in: $0).map(\.name)) }
        }
        try queue.close()
        return try Dictionary(
            uniqueKeysWithValues: tables.map { table, columns in
                // A migration counts the rows of a change again.
                let columns = columns.filter { table != "change" || $0 != "rowCount" }
                return (table, try Self.rows(of: table, columns, in: catalog))
            })
    }

    private static func rows(of table: String, _ columns: [String], in catalog: URL) throws -> Rows {
        let queue = try DatabaseQueue(path: catalog.path(percentEncoded: false))
        let values = columns.map { "quote(\"\($0)\")" }.joined(separator: " || ', ' || ")
        let rows = try queue.read { try String.fetchAll($0, sql: "SELECT \(values) FROM \"\(table)\"") }
        try queue.close()
        return Rows(columns: columns, values: Set(rows))
    }

    private func schema(of catalog: URL) throws -> [String] {
        let queue = try DatabaseQueue(path: catalog.path(percentEncoded: false))
        defer { try? queue.close() }
        return try queue.read {
            try String.fetchAll($0, sql: "SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY type, name")
        }
    }
}
