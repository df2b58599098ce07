import Records

extension ImportedFileRecord: StoredRecord {
    static let table = RecordTable(
        "importedFile",
        blank: ImportedFileRecord(
            folder: "", name: "", fileSize: 0, modificationTime: 0, outcome: .ignored, proberVersion: 0))

    mutating func describe(_ columns: inout some RecordColumns) {
        columns.column("folder", &folder)
        columns.column("name", &name)
        columns.column("fileSize", &fileSize)
        columns.column("modificationTime", &modificationTime)
        columns.column("outcome", &outcome)
        columns.column("reason", &reason)
        columns.column("sha256", &sha256)
        columns.column("assetId", &assetID)
        columns.column("proberVersion", &proberVersion)
    }
}
