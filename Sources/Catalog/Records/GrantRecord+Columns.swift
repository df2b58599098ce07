import Foundation
import Records

extension GrantRecord: StoredRecord {
    static let table = RecordTable(
        "clientGrant",
        blank: GrantRecord(
            client: "", accessLevel: .readWrite, status: .notDetermined, date: Date(timeIntervalSinceReferenceDate: 0)))

    mutating func describe(_ columns: inout some RecordColumns) {
        columns.column("client", &client)
        columns.column("accessLevel", &accessLevel)
        columns.column("status", &status)
        columns.column("date", &date)
    }
}
