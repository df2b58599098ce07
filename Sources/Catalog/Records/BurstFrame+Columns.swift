import Records

extension BurstFrame: StoredRecord {
    static let table = RecordTable(
        "asset",
        blank: BurstFrame(
            id: 0, uuid: "", isHidden: false, isTrashed: false, representsBurst: false, burstSelectionTypes: [],
            userEdits: []))

    mutating func describe(_ columns: inout some RecordColumns) {
        columns.readOnly("id", &id)
        columns.readOnly("uuid", &uuid)
        columns.readOnly("isHidden", &isHidden)
        columns.readOnly("trashedDate IS NOT NULL", &isTrashed)
        columns.readOnly("representsBurst", &representsBurst)
        columns.readOnly("burstSelectionTypes", &burstSelectionTypes)
        columns.readOnly("userEdits", &userEdits)
    }
}
