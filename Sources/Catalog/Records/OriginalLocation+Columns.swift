import Records

extension OriginalLocation: StoredRecord {
    static let table = RecordTable(
        "originalLocation", key: "assetId",
        blank: OriginalLocation(latitude: nil, longitude: nil, altitude: nil, horizontalAccuracy: nil))

    mutating func describe(_ columns: inout some RecordColumns) {
        columns.column("latitude", &latitude)
        columns.column("longitude", &longitude)
        columns.column("altitude", &altitude)
        columns.column("horizontalAccuracy", &horizontalAccuracy)
    }
}
