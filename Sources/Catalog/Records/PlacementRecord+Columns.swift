import Foundation
import Records

extension PlacementRecord: StoredRecord {
    static let table = RecordTable(
        "placement", blank: PlacementRecord(sha256: .zero, fileSize: 0, state: .waiting))

    mutating func describe(_ columns: inout some RecordColumns) {
        columns.readOnly("id", &id)
        columns.column("sha256", &sha256)
        columns.column("fileSize", &fileSize)
        columns.column("state", &state)
        columns.column("upload", &upload)
        columns.column("attemptCount", &attemptCount)
        columns.column("firstFailureDate", &firstFailureDate)
        columns.column("nextAttemptDate", &nextAttemptDate)
        columns.column("reason", &reason)
        columns.column("verifiedDate", &verifiedDate)
        columns.column("readDate", &readDate)
        columns.column("needsCheck", &needsCheck)
        columns.column("isDoubted", &isDoubted)
        columns.column("unnamedDate", &unnamedDate)
    }
}

extension PlacementRecord.State: ColumnValue {}
