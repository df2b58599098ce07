import Records

extension CollectionSourceRecord: StoredRecord {
    static let table = RecordTable(
        "collectionSource",
        blank: CollectionSourceRecord(sourceID: 0, identifier: "", collectionID: 0, title: ""))

    mutating func describe(_ columns: inout some RecordColumns) {
        columns.column("sourceId", &sourceID)
        columns.column("identifier", &identifier)
        columns.column("collectionId", &collectionID)
        columns.column("title", &title)
        columns.column("members", &members)
        columns.column("cover", &cover)
    }
}
