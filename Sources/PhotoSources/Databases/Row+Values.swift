internal import Foundation
internal import GRDB

/// The values of a stranger's row. SQLite's columns can contain any type, and GRDB's subscripts trap on the wrong one.
protocol ColumnValues {
    func value(_ column: String) -> DatabaseValue?
}

extension ColumnValues {
    /// The integer, or `nil` for other types and for columns that the row doesn't have.
    func integer(_ column: String) -> Int64? {
        switch value(column)?.storage {
        case .int64(let integer): integer
        case .double(let number): Int64(exactly: number)
        default: nil
        }
    }

    /// The finite number.
    func number(_ column: String) -> Double? {
        switch value(column)?.storage {
        case .int64(let integer): Double(integer)
        case .double(let number): number.isFinite ? number : nil
        default: nil
        }
    }

    /// The text, which can be empty.
    func text(_ column: String) -> String? {
        guard case .string(let text) = value(column)?.storage else { return nil }
        return text
    }

    func data(_ column: String) -> Data? {
        switch value(column)?.storage {
        case .blob(let data): data
        case .string(let text): Data(text.utf8)
        default: nil
        }
    }

    func isTrue(_ column: String) -> Bool { (integer(column) ?? 0) != 0 }
}

extension Row: ColumnValues {
    func value(_ column: String) -> DatabaseValue? { self[column] }
}

/// The values of a row with many columns. GRDB looks for each column in the list of all.
struct RowValues: ColumnValues {
    private let values: [String: DatabaseValue]

    init(_ row: Row) {
        values = Dictionary(row.map { ($0.0, $0.1) }) { first, _ in first }
    }

    func value(_ column: String) -> DatabaseValue? { values[column] }
}
