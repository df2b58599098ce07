internal import GRDB

/// The ordinary tables of a stranger's database and their stored columns, read once.
///
/// Views, virtual tables and generated columns aren't part of it: a query that names only what is here runs no code of
/// the file. Names are compared without case, as SQLite does.
package struct DatabaseSchema: Sendable, Equatable {
    /// The number of tables and columns that a schema can have. Apple's catalogue has about 80 tables of 100 columns.
    static let tableLimit = 5_000
    static let columnLimit = 100_000

    package struct Table: Sendable, Equatable {
        package var name: String
        /// In the order of the table.
        package var columns: [String]
        private var lowercaseColumns: Set<String>

        package init(name: String, columns: [String]) {
            self.name = name
            self.columns = columns
            self.lowercaseColumns = Set(columns.map { $0.lowercased() })
        }

        package func has(_ column: String) -> Bool { lowercaseColumns.contains(column.lowercased()) }
    }

    private var tables: [String: Table] = [:]

    package init(_ tables: [Table]) {
        for table in tables { self.tables[table.name.lowercased()] = table }
    }

    package subscript(table name: String) -> Table? { tables[name.lowercased()] }

    /// All tables, sorted by name.
    package var all: [Table] { tables.values.sorted { $0.name < $1.name } }

    package func has(_ column: String, in table: String) -> Bool { self[table: table]?.has(column) ?? false }
}

extension DatabaseSchema {
    /// Reads the schema of an open database.
    init(reading database: Database) throws {
        // Only ordinary tables have a page of their own.
        let names = try String.fetchAll(
            database,
            sql: """
                SELECT name FROM sqlite_master
                WHERE type = 'table' AND rootpage > 0 AND name NOT LIKE 'sqlite!_%' ESCAPE '!' LIMIT ?
                """, arguments: [Self.tableLimit + 1])
        guard names.count <= Self.tableLimit else { throw DatabaseError(resultCode: .SQLITE_TOOBIG) }
        var tables: [Table] = []
        var columnCount = 0
        for name in names {
            let columns = try Row.fetchAll(database, sql: "PRAGMA table_xinfo(\(name.quotedDatabaseIdentifier))")
                .filter { $0["hidden"] as Int? == 0 }
                .compactMap { $0["name"] as String? }
            columnCount += columns.count
            guard columnCount <= Self.columnLimit else { throw DatabaseError(resultCode: .SQLITE_TOOBIG) }
            tables.append(Table(name: name, columns: columns))
        }
        self.init(tables)
    }
}
