import AlbumenTestSupport
import Foundation
import Records

@testable import Catalog

/// Changes the value of one column of a record.
struct ColumnChange: RecordColumns {
    let index: Int
    private var position = 0

    init(index: Int) {
        self.index = index
    }

    mutating func column<Value: ColumnValue>(_ name: String, _ value: inout Value) {
        if position == index, let other = Self.other(value) { value = other }
        position += 1
    }

    mutating func readOnly(_ name: String, _ value: inout some ColumnValue) {
        column(name, &value)
    }

    mutating func computed(_ name: String, _ value: some ColumnValue) {}

    /// Another value of the same type. Returns `nil` for a type that this file doesn't know, which fails the test.
    private static func other<Value>(_ value: Value) -> Value? {
        let other: Any? =
            switch value {
            case is CollectionRecord.Kind: CollectionRecord.Kind.folder
            case is QuestionRecord.Kind: QuestionRecord.Kind.change
            case is ImportedFileRecord.Outcome: ImportedFileRecord.Outcome.refused
            case is VisitedFileRecord.Outcome: VisitedFileRecord.Outcome.refused
            case let number as any RawRepresentable<Int>: changed(number)
            default: values.lazy.compactMap { $0 as? Value }.first
            }
        return other as? Value
    }

    private static func changed<Number: RawRepresentable<Int>>(_ number: Number) -> Number? {
        Number(rawValue: number.rawValue + 8)
    }

    private static let values: [any Sendable] = [
        77, Int64(77), true, 77.5, "changed", Data([77]), Date(timeIntervalSinceReferenceDate: 77), ["changed"],
        AccessLevel.addOnly, BlobDigest(repeating: 77), UTCOffsetSource.place,
    ]
}
