/// An operation on the columns of a record, such as reading a row.
///
/// A record lists its columns once, in `StoredRecord.describe(_:)`. The order of that list is the order of the columns
/// in each selection and insertion. So the position of a column is known without looking up its name.
protocol RecordColumns {
    /// A column that is read and written.
    mutating func column<Value: ColumnValue>(_ name: String, _ value: inout Value)

    /// A column, or an SQL expression, that is read only.
    mutating func readOnly<Value: ColumnValue>(_ name: String, _ value: inout Value)

    /// A column that is computed from the record's other values. It is written only.
    mutating func computed<Value: ColumnValue>(_ name: String, _ value: Value)
}
