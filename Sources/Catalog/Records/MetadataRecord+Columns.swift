import Records

extension MetadataRecord: StoredRecord {
    static let table = RecordTable(
        "assetMetadata", key: "assetId",
        blank: MetadataRecord())

    mutating func describe(_ columns: inout some RecordColumns) {
        columns.column("cameraMake", &cameraMake)
        columns.column("cameraModel", &cameraModel)
        columns.column("lensModel", &lensModel)
        columns.column("frameRate", &frameRate)
        columns.column("videoCodec", &videoCodec)
        columns.column("title", &title)
        describeHistorical(&columns)
        columns.column("preservedFileName", &preservedFileName)
        columns.column("exposureTime", &exposureTime)
        columns.column("aperture", &aperture)
        columns.column("iso", &iso)
        columns.column("focalLength", &focalLength)
        columns.column("focalLengthIn35mmFilm", &focalLengthIn35mmFilm)
        columns.column("metadataVersion", &metadataVersion)
    }

    /// The columns that the user can change. The history keeps them.
    private mutating func describeHistorical(_ columns: inout some RecordColumns) {
        columns.column("caption", &caption)
        columns.column("keywords", &keywords)
        columns.column("rating", &rating)
    }

    static let historicalColumns: String = {
        var names = ColumnNames()
        var record = table.blank
        record.describeHistorical(&names)
        return names.read.joined(separator: ", ")
    }()

    /// Restores the values that the user can change from a row of `historicalColumns`.
    mutating func restore(_ row: StatementRow) throws {
        var reader = RowReader(row)
        describeHistorical(&reader)
        _ = try reader.finish()
    }
}
