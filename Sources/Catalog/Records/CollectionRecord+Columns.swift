import Foundation
import Records

extension CollectionRecord: StoredRecord {
    static let table = RecordTable(
        "collection",
        blank: CollectionRecord(
            uuid: "", kind: .album, subtype: .albumRegular, title: "", position: nil,
            creationDate: Date(timeIntervalSinceReferenceDate: 0), creator: ""))

    mutating func describe(_ columns: inout some RecordColumns) {
        columns.readOnly("id", &id)
        columns.column("uuid", &uuid)
        columns.column("kind", &kind)
        columns.column("subtype", &subtype)
        columns.column("title", &title)
        columns.column("parentId", &parentID)
        columns.column("position", &position)
        columns.column("creationDate", &creationDate)
        columns.column("modificationDate", &modificationDate)
        columns.column("creator", &creator)
        columns.readOnly("shownCount", &shownCount)
        columns.column("description", &description)
        columns.column("coverId", &coverID)
    }

    /// The columns that the history keeps.
    static let historicalColumns = table.writtenColumns.joined(separator: ", ")
}
