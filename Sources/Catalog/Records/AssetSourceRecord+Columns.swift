import Records

extension AssetSourceRecord: StoredRecord {
    static let table = RecordTable(
        "assetSource",
        blank: AssetSourceRecord(
            sourceID: 0, identifier: "", assetID: 0, facts: SourceFacts(), files: SourceFileMarks([])))

    mutating func describe(_ columns: inout some RecordColumns) {
        columns.column("sourceId", &sourceID)
        columns.column("identifier", &identifier)
        columns.column("assetId", &assetID)
        columns.column("facts", &facts)
        columns.column("files", &files)
    }
}
