import Records

extension OriginalDate: StoredRecord {
    static let table = RecordTable(
        "originalDate", key: "assetId",
        blank: OriginalDate(creationDate: nil, utcOffset: nil, dateSource: nil))

    mutating func describe(_ columns: inout some RecordColumns) {
        columns.column("creationDate", &creationDate)
        columns.column("utcOffset", &utcOffset)
        columns.column("utcOffsetSource", &utcOffsetSource)
        columns.column("dateSource", &dateSource)
    }
}
