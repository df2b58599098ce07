import Foundation
import Records

/// A row of `tombstone`: the remaining values of a purged asset.
struct TombstoneRecord: StoredRecord, Sendable, Equatable {
    var assetID: Int64
    var uuid: String
    var mediaType: AssetMediaType
    var pixelWidth: Int
    var pixelHeight: Int
    /// The size of all its files in bytes.
    var fileSize: Int64
    var creationDate: Date?
    var addedDate: Date
    var purgedDate: Date

    static let table = RecordTable(
        "tombstone",
        blank: TombstoneRecord(
            assetID: 0, uuid: "", mediaType: .unknown, pixelWidth: 0, pixelHeight: 0, fileSize: 0,
            addedDate: Date(timeIntervalSinceReferenceDate: 0), purgedDate: Date(timeIntervalSinceReferenceDate: 0)))

    mutating func describe(_ columns: inout some RecordColumns) {
        columns.column("assetId", &assetID)
        columns.column("uuid", &uuid)
        columns.column("mediaType", &mediaType)
        columns.column("pixelWidth", &pixelWidth)
        columns.column("pixelHeight", &pixelHeight)
        columns.column("fileSize", &fileSize)
        columns.column("creationDate", &creationDate)
        columns.column("addedDate", &addedDate)
        columns.column("purgedDate", &purgedDate)
    }

    /// An asset record with the remaining values.
    var asset: AssetRecord {
        var asset = AssetRecord(
            uuid: uuid, mediaType: mediaType, mediaSubtypes: [], playbackStyle: PlaybackStyle(mediaType),
            pixelWidth: pixelWidth, pixelHeight: pixelHeight, duration: 0, creationDate: creationDate,
            addedDate: addedDate)
        asset.id = assetID
        asset.trashedDate = purgedDate
        return asset
    }
}
