import GRDB

/// Collects the values that a record writes.
struct ColumnBinder: RecordColumns {
    private var values: [DatabaseValue] = []
    private var failure: (any Error)?

    /// - Parameter capacity: The number of columns that the record writes.
    init(capacity: Int) {
        values.reserveCapacity(capacity)
    }

    mutating func column(_ name: String, _ value: inout some ColumnValue) {
        append(value)
    }

    mutating func readOnly(_ name: String, _ value: inout some ColumnValue) {}

    mutating func computed(_ name: String, _ value: some ColumnValue) {
        append(value)
    }

    private mutating func append(_ value: some ColumnValue) {
        do {
            values.append(try value.storedValue())
        } catch {
            failure = failure ?? error
        }
    }

    /// - Throws: The error of the first value that can't be stored.
    func finish() throws -> [DatabaseValue] {
        if let failure { throw failure }
        return values
    }
}
