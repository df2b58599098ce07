import Foundation
import Records

extension ResourceRecord: StoredRecord {
    static let table = RecordTable(
        "resource",
        blank: ResourceRecord(
            type: ResourceType(rawValue: 0), sha256: .zero, fileSize: 0, originalFilename: "",
            uniformTypeIdentifier: "",
            pixelWidth: 0, pixelHeight: 0))

    mutating func describe(_ columns: inout some RecordColumns) {
        columns.readOnly("id", &id)
        columns.column("assetId", &assetID)
        columns.column("type", &type)
        columns.column("sha256", &sha256)
        columns.column("fileSize", &fileSize)
        columns.column("originalFilename", &originalFilename)
        columns.column("uniformTypeIdentifier", &uniformTypeIdentifier)
        columns.column("pixelWidth", &pixelWidth)
        columns.column("pixelHeight", &pixelHeight)
        columns.column("contentIdentifier", &contentIdentifier)
        columns.column("isUsedAsOriginal", &isUsedAsOriginal)
        columns.column("containerSha256", &containerSHA256)
        columns.column("containerOffset", &containerOffset)
    }
}
