/// The SQL of the statements that read and write a record.
struct RecordTable<Record: StoredRecord>: Sendable {
    let name: String
    /// The record into which a row is read.
    let blank: Record
    /// The columns that are read, separated by commas.
    let selection: String
    /// The columns that are written.
    let writtenColumns: [String]
    /// Inserts a row.
    let insertion: String
    /// Inserts a row or replaces the row with the same key.
    let replacement: String
    /// Updates the row whose key is the last argument.
    let update: String
    private let selectedColumns: [String]

    /// - Parameters:
    ///   - key: A column that identifies the row and isn't a property of the record. It's the first argument of
    ///     insertions.
    init(_ name: String, key: String? = nil, blank: Record) {
        self.name = name
        self.blank = blank
        var record = blank
        var names = ColumnNames()
        record.describe(&names)
        selectedColumns = names.read
        selection = names.read.joined(separator: ", ")
        writtenColumns = names.written
        let inserted = (key.map { [$0] } ?? []) + names.written
        let values = inserted.map { _ in "?" }.joined(separator: ", ")
        let row = "INTO \(name) (\(inserted.joined(separator: ", "))) VALUES (\(values))"
        insertion = "INSERT \(row)"
        replacement = "INSERT OR REPLACE \(row)"
        let assignments = names.written.map { "\($0) = ?" }.joined(separator: ", ")
        update = "UPDATE \(name) SET \(assignments) WHERE \(key ?? "id") = ?"
    }

    /// Returns the columns that are read, for a query with an alias or a join.
    func selection(of alias: String) -> String {
        selectedColumns.map { "\(alias).\($0)" }.joined(separator: ", ")
    }
}
