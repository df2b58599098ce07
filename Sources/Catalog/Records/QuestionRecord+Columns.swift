import Foundation
import Records

extension QuestionRecord: StoredRecord {
    static let table = RecordTable(
        "question",
        blank: QuestionRecord(
            client: "", kind: .access, process: 0, startTime: 0, boot: "",
            date: Date(timeIntervalSinceReferenceDate: 0)))

    mutating func describe(_ columns: inout some RecordColumns) {
        columns.readOnly("id", &id)
        columns.column("client", &client)
        columns.column("kind", &kind)
        columns.column("accessLevel", &accessLevel)
        columns.column("text", &text)
        columns.column("neededCount", &neededCount)
        columns.column("reason", &reason)
        columns.column("program", &program)
        columns.column("presents", &presents)
        columns.column("process", &process)
        columns.column("startTime", &startTime)
        columns.column("boot", &boot)
        columns.column("date", &date)
        columns.column("answer", &answer)
    }
}

extension QuestionRecord.Kind: ColumnValue {}
