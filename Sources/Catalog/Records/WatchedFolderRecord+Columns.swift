import Foundation
import Records

extension WatchedFolderRecord: StoredRecord {
    static let table = RecordTable(
        "watchedFolder",
        blank: WatchedFolderRecord(
            path: "", makesAlbums: false, addedDate: Date(timeIntervalSinceReferenceDate: 0)))

    mutating func describe(_ columns: inout some RecordColumns) {
        columns.readOnly("id", &id)
        columns.column("path", &path)
        columns.column("makesAlbums", &makesAlbums)
        columns.column("addedDate", &addedDate)
        columns.column("lastCheck", &lastCheck)
        columns.column("lastImport", &lastImport)
        columns.column("imported", &imported)
        columns.column("duplicates", &duplicates)
        columns.column("problem", &problem)
    }
}

extension VisitedFolderRecord: StoredRecord {
    static let table = RecordTable("visitedFolder", blank: VisitedFolderRecord(path: ""))

    mutating func describe(_ columns: inout some RecordColumns) {
        columns.readOnly("id", &id)
        columns.column("path", &path)
        columns.column("albumUUID", &albumUUID)
    }
}

extension VisitedFileRecord: StoredRecord {
    static let table = RecordTable(
        "visitedFile",
        blank: VisitedFileRecord(
            folderID: 0, name: "", fileSize: 0, modificationTime: 0, outcome: .taken, proberVersion: 0))

    mutating func describe(_ columns: inout some RecordColumns) {
        columns.column("folderId", &folderID)
        columns.column("name", &name)
        columns.column("fileSize", &fileSize)
        columns.column("modificationTime", &modificationTime)
        columns.column("outcome", &outcome)
        columns.column("reason", &reason)
        columns.column("proberVersion", &proberVersion)
    }
}

extension VisitedFileRecord.Outcome: ColumnValue {}
