import GRDB

/// A record that a row of a table stores.
protocol StoredRecord: Sendable {
    static var table: RecordTable<Self> { get }

    /// Lists the columns, each with the property that it stores.
    mutating func describe(_ columns: inout some RecordColumns)
}

extension StoredRecord {
    /// Returns the values for `RecordTable.insertion` and `RecordTable.update`, without the key.
    func arguments() throws -> StatementArguments {
        var record = self
        var binder = ColumnBinder(capacity: Self.table.writtenColumns.count)
        record.describe(&binder)
        return StatementArguments(try binder.finish())
    }

    /// Reads a row of the table's selection. Returns `nil` if a column has a value that only a newer version knows.
    ///
    /// - Parameter first: The index of the selection's first column in the row.
    static func read(_ row: StatementRow, from first: Int32 = 0) throws -> Self? {
        var record = table.blank
        var reader = RowReader(row, from: first)
        record.describe(&reader)
        return try reader.finish() ? record : nil
    }
}

extension Statement {
    /// Calls the body with each record. Skips rows with a value that only a newer version knows.
    func forEachRecord<Record: StoredRecord>(
        _ type: Record.Type = Record.self, arguments: StatementArguments, _ body: (Record) throws -> Void
    ) throws {
        try forEachRow(arguments: arguments) { row in
            if let record = try Record.read(row) { try body(record) }
        }
    }

    /// Returns the records that the statement selects. Skips rows with a value that only a newer version knows.
    func records<Record: StoredRecord>(
        _ type: Record.Type = Record.self, arguments: StatementArguments
    ) throws -> [Record] {
        var records: [Record] = []
        try forEachRecord(type, arguments: arguments) { records.append($0) }
        return records
    }
}
