/// The tables and columns of a catalogue whose versions differ.
struct CatalogColumns {
    /// A table or column that the catalogue needs and doesn't have.
    struct MissingName: Error {
        var name: String
    }

    let schema: DatabaseSchema
    /// The needed and the optional tables, sorted by name.
    let tables: [String]

    /// - Parameters:
    ///   - needed: The columns that each table must have.
    ///   - optional: Further tables that are read.
    init(
        _ schema: DatabaseSchema, needed: [String: [String]], optional: [String]
    ) throws(MissingName) {
        self.schema = schema
        tables = (Array(needed.keys) + optional).sorted()
        for (table, columns) in needed.sorted(by: { $0.key < $1.key }) {
            guard let found = schema[table: table] else { throw MissingName(name: table) }
            for column in columns where !found.has(column) { throw MissingName(name: "\(table).\(column)") }
        }
    }

    /// Returns whether a table has all of the columns.
    func has(_ columns: String..., in table: String) -> Bool { columns.allSatisfy { schema.has($0, in: table) } }

    /// Returns the term of a query that reads a column, or `NULL` if the table doesn't have the column.
    func value(_ column: String, of table: String, as alias: String, named name: String? = nil) -> String {
        "\(schema.has(column, in: table) ? "\(alias).\(column)" : "NULL") AS \(name ?? column)"
    }
}
