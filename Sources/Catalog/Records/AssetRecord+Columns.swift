import Foundation
import Records

extension AssetRecord: StoredRecord {
    static let table = RecordTable(
        "asset",
        blank: AssetRecord(
            uuid: "", mediaType: .unknown, mediaSubtypes: [], playbackStyle: .unsupported, pixelWidth: 0,
            pixelHeight: 0,
            duration: 0, creationDate: nil, addedDate: Date(timeIntervalSinceReferenceDate: 0)))

    mutating func describe(_ columns: inout some RecordColumns) {
        columns.readOnly("id", &id)
        describeFilterable(&columns)
        columns.column("utcOffset", &utcOffset)
        columns.column("utcOffsetSource", &utcOffsetSource)
        columns.column("dateSource", &dateSource)
        columns.column("altitude", &altitude)
        columns.column("horizontalAccuracy", &horizontalAccuracy)
        columns.column("movement", &movement)
        columns.column("damage", &damage)
        columns.column("userEdits", &userEdits)
        columns.column("hasAdjustments", &hasAdjustments)
        columns.column("adjustmentFormatIdentifier", &adjustmentFormatIdentifier)
        columns.column("adjustmentTimestamp", &adjustmentTimestamp)
        columns.column("creator", &creator)
    }

    /// The columns that filters and sorts use, the choice of the original, and how the asset plays. The history keeps
    /// them.
    private mutating func describeFilterable(_ columns: inout some RecordColumns) {
        columns.column("uuid", &uuid)
        columns.column("mediaType", &mediaType)
        columns.column("mediaSubtypes", &mediaSubtypes)
        columns.column("playbackStyle", &playbackStyle)
        columns.column("pixelWidth", &pixelWidth)
        columns.column("pixelHeight", &pixelHeight)
        columns.column("duration", &duration)
        columns.column("creationDate", &creationDate)
        columns.column("modificationDate", &modificationDate)
        columns.column("addedDate", &addedDate)
        columns.column("latitude", &latitude)
        columns.column("longitude", &longitude)
        columns.column("isFavorite", &isFavorite)
        columns.column("isHidden", &isHidden)
        columns.column("trashedDate", &trashedDate)
        columns.column("burstIdentifier", &burstIdentifier)
        columns.column("representsBurst", &representsBurst)
        columns.column("burstSelectionTypes", &burstSelectionTypes)
        columns.column("sourceType", &sourceType)
        columns.column("isRAW", &isRAW)
        columns.column("isSelfPortrait", &isSelfPortrait)
        columns.column("isUnableToUpload", &isUnableToUpload)
        columns.column("originalChoice", &originalChoice)
        columns.column("playbackVariation", &playbackVariation)
        columns.column("isVideoPlaybackOff", &isVideoPlaybackOff)
        columns.computed("isShown", isShown)
    }

    static let filterableColumns: [String] = {
        var names = ColumnNames()
        var record = table.blank
        record.describeFilterable(&names)
        return names.written
    }()
}
