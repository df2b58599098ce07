import Foundation
import GRDB
import Records

/// A type whose values one column stores.
protocol ColumnValue {
    /// Reads a column of a row. Returns `nil` for a value that only a newer version knows.
    ///
    /// - Throws: An error if the stored value is damaged.
    static func read(_ row: StatementRow, _ column: Int32) throws -> Self?

    /// Returns the value as SQLite stores it.
    func storedValue() throws -> DatabaseValue
}

extension Int: ColumnValue {
    static func read(_ row: StatementRow, _ column: Int32) -> Int? { row.int(column) }

    func storedValue() -> DatabaseValue { databaseValue }
}

extension Int64: ColumnValue {
    static func read(_ row: StatementRow, _ column: Int32) -> Int64? { row.int64(column) }

    func storedValue() -> DatabaseValue { databaseValue }
}

extension Bool: ColumnValue {
    static func read(_ row: StatementRow, _ column: Int32) -> Bool? { row.bool(column) }

    func storedValue() -> DatabaseValue { databaseValue }
}

extension Double: ColumnValue {
    static func read(_ row: StatementRow, _ column: Int32) -> Double? { row.double(column) }

    func storedValue() -> DatabaseValue { databaseValue }
}

extension String: ColumnValue {
    static func read(_ row: StatementRow, _ column: Int32) -> String? { row.text(column) }

    func storedValue() -> DatabaseValue { databaseValue }
}

extension Data: ColumnValue {
    static func read(_ row: StatementRow, _ column: Int32) -> Data? { row.data(column) }

    func storedValue() -> DatabaseValue { databaseValue }
}

/// The 32 bytes.
extension BlobDigest: ColumnValue {
    static func read(_ row: StatementRow, _ column: Int32) -> BlobDigest? { row.digest(column) }

    func storedValue() -> DatabaseValue { databaseValue }
}

/// Seconds since 2001-01-01 00:00:00 UTC.
extension Date: ColumnValue {
    static func read(_ row: StatementRow, _ column: Int32) -> Date? {
        Date(timeIntervalSinceReferenceDate: row.double(column))
    }

    func storedValue() -> DatabaseValue { timeIntervalSinceReferenceDate.databaseValue }
}

/// `NULL` for `nil`.
extension Optional: ColumnValue where Wrapped: ColumnValue {
    static func read(_ row: StatementRow, _ column: Int32) throws -> Wrapped?? {
        row.isNull(column) ? .some(nil) : try Wrapped.read(row, column).map { $0 }
    }

    func storedValue() throws -> DatabaseValue { try self?.storedValue() ?? .null }
}

/// A list in JSON, or `NULL` for an empty list.
extension [String]: ColumnValue {
    static func read(_ row: StatementRow, _ column: Int32) throws -> [String]? {
        row.isNull(column) ? [] : try JSONDecoder().decode([String].self, from: Data(row.text(column).utf8))
    }

    func storedValue() throws -> DatabaseValue {
        isEmpty ? .null : String(decoding: try JSONEncoder().encode(self), as: UTF8.self).databaseValue
    }
}

/// A value that a column stores as JSON.
protocol JSONColumnValue: ColumnValue, Codable {}

extension JSONColumnValue {
    static func read(_ row: StatementRow, _ column: Int32) throws -> Self? {
        try JSONDecoder().decode(Self.self, from: Data(row.text(column).utf8))
    }

    func storedValue() throws -> DatabaseValue {
        String(decoding: try JSONEncoder().encode(self), as: UTF8.self).databaseValue
    }
}

extension SourceFacts: JSONColumnValue {}
extension SourceFileMarks: JSONColumnValue {}

extension ColumnValue where Self: RawRepresentable, RawValue: ColumnValue {
    static func read(_ row: StatementRow, _ column: Int32) throws -> Self? {
        try RawValue.read(row, column).flatMap(Self.init(rawValue:))
    }

    func storedValue() throws -> DatabaseValue { try rawValue.storedValue() }
}

extension AssetMediaType: ColumnValue {}
extension MediaSubtypes: ColumnValue {}
extension PlaybackStyle: ColumnValue {}
extension UTCOffsetSource: ColumnValue {}
extension BurstSelectionTypes: ColumnValue {}
extension SourceTypes: ColumnValue {}
extension UserEdits: ColumnValue {}
extension OriginalChoice: ColumnValue {}
extension PlaybackVariation: ColumnValue {}
extension ResourceType: ColumnValue {}
extension CollectionSubtype: ColumnValue {}
extension CollectionRecord.Kind: ColumnValue {}
extension ImportedFileRecord.Outcome: ColumnValue {}
extension AccessLevel: ColumnValue {}
extension AuthorizationStatus: ColumnValue {}
