import Foundation
import Records

extension FormerEdit: StoredRecord {
    static let table = RecordTable(
        "formerEdit", blank: FormerEdit(removedDate: Date(timeIntervalSinceReferenceDate: 0)))

    mutating func describe(_ columns: inout some RecordColumns) {
        columns.readOnly("id", &id)
        columns.column("assetId", &assetID)
        columns.column("removedDate", &removedDate)
        columns.column("adjustmentFormatIdentifier", &adjustmentFormatIdentifier)
        columns.column("adjustmentTimestamp", &adjustmentTimestamp)
        columns.column("playbackVariation", &playbackVariation)
        values.describe(&columns)
    }
}
