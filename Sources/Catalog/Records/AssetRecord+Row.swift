import Foundation
import GRDB
import Records

extension AssetRecord {
    /// The columns that history keeps, in the order of `values`.
    static let filterableColumns = [
        "uuid", "mediaType", "mediaSubtypes", "playbackStyle", "pixelWidth", "pixelHeight", "duration", "creationDate",
        "modificationDate", "addedDate", "latitude", "longitude", "isFavorite", "isHidden", "trashedDate",
        "burstIdentifier", "representsBurst", "burstSelectionTypes", "sourceType", "isRAW", "isSelfPortrait", "isShown",
    ]
    private static let columns =
        filterableColumns + ["utcOffset", "dateSource", "altitude", "horizontalAccuracy", "damage", "userEdits"]

    static let selection = (["id"] + columns).joined(separator: ", ")
    static let insertion =
        "INSERT INTO asset (\(columns.joined(separator: ", "))) VALUES (\(columns.map { _ in "?" }.joined(separator: ", ")))"
    static let update =
        "UPDATE asset SET \(columns.map { "\($0) = ?" }.joined(separator: ", ")) WHERE id = ?"

    var values: StatementArguments {
        [
            uuid, mediaType.rawValue, mediaSubtypes.rawValue, playbackStyle.rawValue, pixelWidth, pixelHeight, duration,
            creationDate?.stored,
            modificationDate?.stored, addedDate.stored, latitude, longitude, isFavorite, isHidden, trashedDate?.stored,
            burstIdentifier, representsBurst, burstSelectionTypes.rawValue, sourceType.rawValue, isRAW, isSelfPortrait,
            isShown,
            utcOffset,
            dateSource, altitude, horizontalAccuracy, damage, userEdits.rawValue,
        ]
    }

    /// Reads a row of `selection`.
    init(row: StatementRow) {
        self.init(
            uuid: row.text(1), mediaType: AssetMediaType(rawValue: row.int(2)),
            mediaSubtypes: MediaSubtypes(rawValue: row.int(3)), playbackStyle: PlaybackStyle(rawValue: row.int(4)),
            pixelWidth: row.int(5), pixelHeight: row.int(6), duration: row.double(7),
            creationDate: Date(stored: row.optional(8, StatementRow.double)),
            addedDate: Date(timeIntervalSinceReferenceDate: row.double(10)))
        id = row.int64(0)
        modificationDate = Date(stored: row.optional(9, StatementRow.double))
        latitude = row.optional(11, StatementRow.double)
        longitude = row.optional(12, StatementRow.double)
        isFavorite = row.bool(13)
        isHidden = row.bool(14)
        trashedDate = Date(stored: row.optional(15, StatementRow.double))
        burstIdentifier = row.optional(16, StatementRow.text)
        representsBurst = row.bool(17)
        burstSelectionTypes = BurstSelectionTypes(rawValue: row.int(18))
        sourceType = SourceTypes(rawValue: row.int(19))
        isRAW = row.bool(20)
        isSelfPortrait = row.bool(21)
        utcOffset = row.optional(23, StatementRow.int)
        dateSource = row.optional(24, StatementRow.text)
        altitude = row.optional(25, StatementRow.double)
        horizontalAccuracy = row.optional(26, StatementRow.double)
        damage = row.optional(27, StatementRow.text)
        userEdits = UserEdits(rawValue: row.int(28))
    }
}

extension Date {
    /// The number a date is stored as.
    var stored: Double { timeIntervalSinceReferenceDate }

    init?(stored: Double?) {
        guard let stored else { return nil }
        self.init(timeIntervalSinceReferenceDate: stored)
    }
}
