package import Foundation
import GRDB

/// A row of `asset`.
package struct AssetRecord: Sendable, Equatable, Identifiable {
    /// 0 until the row is in the catalog.
    package var id: Int64 = 0
    /// Upper case, chosen once.
    package var uuid: String
    /// Raw values of PhotoKit's enumerations.
    package var mediaType: Int
    package var mediaSubtypes: Int
    package var playbackStyle: Int
    package var pixelWidth: Int
    package var pixelHeight: Int
    /// Seconds.
    package var duration: Double
    package var creationDate: Date?
    package var modificationDate: Date?
    package var addedDate: Date
    package var latitude: Double?
    package var longitude: Double?
    package var isFavorite = false
    package var isHidden = false
    /// When it was moved to Recently Deleted; nil for any other asset.
    package var trashedDate: Date?
    package var burstIdentifier: String?
    package var representsBurst = false
    package var burstSelectionTypes = 0
    package var sourceType = 1
    package var isRAW = false
    package var isSelfPortrait = false
    /// Seconds east of UTC where the picture was taken; nil where nothing tells.
    package var utcOffset: Int?
    /// The rung of the date ladder that `creationDate` came from.
    package var dateSource: String?
    /// Metres.
    package var altitude: Double?
    package var horizontalAccuracy: Double?
    /// Why the file is known to be cut short; nil for a whole one.
    package var damage: String?
    /// Bits: what the user has said about the asset, which no file undoes that comes later.
    package var userEdits = 0

    package init(
        uuid: String, mediaType: Int, mediaSubtypes: Int, playbackStyle: Int, pixelWidth: Int, pixelHeight: Int,
        duration: Double, creationDate: Date?, addedDate: Date
    ) {
        self.uuid = uuid
        self.mediaType = mediaType
        self.mediaSubtypes = mediaSubtypes
        self.playbackStyle = playbackStyle
        self.pixelWidth = pixelWidth
        self.pixelHeight = pixelHeight
        self.duration = duration
        self.creationDate = creationDate
        self.addedDate = addedDate
    }
}

extension AssetRecord {
    /// Whether a fetch without options shows it.
    package var isShown: Bool {
        let isConcealedByBurst = burstIdentifier != nil && !representsBurst && burstSelectionTypes & 2 == 0
        return trashedDate == nil && !isHidden && sourceType == 1 && !isConcealedByBurst
    }

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
            uuid, mediaType, mediaSubtypes, playbackStyle, pixelWidth, pixelHeight, duration, creationDate?.stored,
            modificationDate?.stored, addedDate.stored, latitude, longitude, isFavorite, isHidden, trashedDate?.stored,
            burstIdentifier, representsBurst, burstSelectionTypes, sourceType, isRAW, isSelfPortrait, isShown,
            utcOffset,
            dateSource, altitude, horizontalAccuracy, damage, userEdits,
        ]
    }

    /// Reads a row of `selection`.
    init(row: StatementRow) {
        id = row.int64(0)
        uuid = row.text(1)
        mediaType = row.int(2)
        mediaSubtypes = row.int(3)
        playbackStyle = row.int(4)
        pixelWidth = row.int(5)
        pixelHeight = row.int(6)
        duration = row.double(7)
        creationDate = Date(stored: row.optional(8, StatementRow.double))
        modificationDate = Date(stored: row.optional(9, StatementRow.double))
        addedDate = Date(timeIntervalSinceReferenceDate: row.double(10))
        latitude = row.optional(11, StatementRow.double)
        longitude = row.optional(12, StatementRow.double)
        isFavorite = row.bool(13)
        isHidden = row.bool(14)
        trashedDate = Date(stored: row.optional(15, StatementRow.double))
        burstIdentifier = row.optional(16, StatementRow.text)
        representsBurst = row.bool(17)
        burstSelectionTypes = row.int(18)
        sourceType = row.int(19)
        isRAW = row.bool(20)
        isSelfPortrait = row.bool(21)
        utcOffset = row.optional(23, StatementRow.int)
        dateSource = row.optional(24, StatementRow.text)
        altitude = row.optional(25, StatementRow.double)
        horizontalAccuracy = row.optional(26, StatementRow.double)
        damage = row.optional(27, StatementRow.text)
        userEdits = row.int(28)
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
