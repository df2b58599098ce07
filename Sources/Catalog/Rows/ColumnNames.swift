/// Collects the names of a record's columns.
struct ColumnNames: RecordColumns {
    private(set) var read: [String] = []
    private(set) var written: [String] = []

    mutating func column(_ name: String, _ value: inout some ColumnValue) {
        read.append(name)
        written.append(name)
    }

    mutating func readOnly(_ name: String, _ value: inout some ColumnValue) {
        read.append(name)
    }

    mutating func computed(_ name: String, _ value: some ColumnValue) {
        written.append(name)
    }
}
