import Foundation
import Records

extension ChangeRecord: StoredRecord {
    static let table = RecordTable(
        "change",
        blank: ChangeRecord(id: 0, date: Date(timeIntervalSinceReferenceDate: 0), author: ""))

    mutating func describe(_ columns: inout some RecordColumns) {
        columns.readOnly("id", &id)
        columns.column("date", &date)
        columns.column("author", &author)
    }
}
