import Records

extension UnadjustedValues: StoredRecord {
    static let table = RecordTable("unadjustedAsset", key: "assetId", blank: UnadjustedValues())

    mutating func describe(_ columns: inout some RecordColumns) {
        columns.column("mediaSubtypes", &mediaSubtypes)
        columns.column("playbackStyle", &playbackStyle)
        columns.column("pixelWidth", &pixelWidth)
        columns.column("pixelHeight", &pixelHeight)
        columns.column("duration", &duration)
        columns.column("damage", &damage)
        columns.column("placeholder", &placeholder)
    }
}
