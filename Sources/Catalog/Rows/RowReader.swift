/// Reads a row into a record, column by column in the order of the record's description.
struct RowReader: RecordColumns {
    private let row: StatementRow
    private var position: Int32
    private var isKnown = true
    private var failure: (any Error)?

    init(_ row: StatementRow, from first: Int32 = 0) {
        self.row = row
        position = first
    }

    mutating func column<Value: ColumnValue>(_ name: String, _ value: inout Value) {
        do {
            if let read = try Value.read(row, position) {
                value = read
            } else {
                isKnown = false
            }
        } catch {
            failure = failure ?? error
        }
        position += 1
    }

    mutating func readOnly(_ name: String, _ value: inout some ColumnValue) {
        column(name, &value)
    }

    mutating func computed(_ name: String, _ value: some ColumnValue) {}

    /// Returns whether this version knows all values of the row.
    ///
    /// - Throws: The error of the first damaged value.
    func finish() throws -> Bool {
        if let failure { throw failure }
        return isKnown
    }
}
