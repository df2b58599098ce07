/// The tables of Albumen's catalog that a source reads, by name, as SQLite prints them in a library.
enum AlbumenTables {
    /// After the migration “27 containers”.
    static let current: [String: String] = [
        "asset": asset(
            later: """
                , userEdits INTEGER NOT NULL DEFAULT 0, hasAdjustments INTEGER NOT NULL DEFAULT 0,
                adjustmentFormatIdentifier TEXT, adjustmentTimestamp REAL, creator TEXT,
                isUnableToUpload INTEGER NOT NULL DEFAULT 0, movement TEXT, originalChoice INTEGER NOT NULL DEFAULT 0,
                playbackVariation INTEGER NOT NULL DEFAULT 0, isVideoPlaybackOff INTEGER NOT NULL DEFAULT 0
                """),
        "assetMetadata": metadata(
            later: """
                , exposureTime REAL, aperture REAL, iso INTEGER, focalLength REAL, focalLengthIn35mmFilm INTEGER,
                metadataVersion INTEGER NOT NULL DEFAULT 0
                """),
        "resource": resource(
            later: """
                , isUsedAsOriginal INTEGER NOT NULL DEFAULT 0, containerSha256 BLOB, containerOffset INTEGER
                """),
        "collection": collection(
            later: """
                , description TEXT NOT NULL DEFAULT '', coverId INTEGER CHECK (coverId IS NULL OR kind = 1)
                """),
        "albumMember": albumMember, "placement": placement, "unadjustedAsset": unadjustedAsset,
        "grdb_migrations": migrations,
    ]

    /// After the migration “12 editing”: before the places of originals, covers, the choice of originals, playback,
    /// sources and containers.
    static let former: [String: String] = [
        "asset": asset(
            later: """
                , userEdits INTEGER NOT NULL DEFAULT 0, hasAdjustments INTEGER NOT NULL DEFAULT 0,
                adjustmentFormatIdentifier TEXT, adjustmentTimestamp REAL, creator TEXT
                """),
        "assetMetadata": metadata(
            later: """
                , exposureTime REAL, aperture REAL, iso INTEGER, focalLength REAL, focalLengthIn35mmFilm INTEGER,
                metadataVersion INTEGER NOT NULL DEFAULT 0
                """),
        "resource": resource(later: ""), "collection": collection(later: ", description TEXT NOT NULL DEFAULT ''"),
        "albumMember": albumMember, "unadjustedAsset": unadjustedAsset, "grdb_migrations": migrations,
    ]

    /// After the first migration: before albums and edits.
    static let first: [String: String] = [
        "asset": asset(later: ""), "assetMetadata": metadata(later: ""), "resource": resource(later: ""),
        "grdb_migrations": migrations,
    ]

    private static func asset(later columns: String) -> String {
        """
        CREATE TABLE asset (id INTEGER PRIMARY KEY AUTOINCREMENT, uuid TEXT NOT NULL, mediaType INTEGER NOT NULL,
        mediaSubtypes INTEGER NOT NULL, playbackStyle INTEGER NOT NULL, pixelWidth INTEGER NOT NULL,
        pixelHeight INTEGER NOT NULL, duration REAL NOT NULL, creationDate REAL, modificationDate REAL,
        addedDate REAL NOT NULL, latitude REAL, longitude REAL, isFavorite INTEGER NOT NULL,
        isHidden INTEGER NOT NULL, trashedDate REAL, burstIdentifier TEXT, representsBurst INTEGER NOT NULL,
        burstSelectionTypes INTEGER NOT NULL, sourceType INTEGER NOT NULL, isRAW INTEGER NOT NULL,
        isSelfPortrait INTEGER NOT NULL, isShown INTEGER NOT NULL CHECK (isShown = (trashedDate IS NULL AND
        isHidden = 0 AND sourceType = 1 AND (burstIdentifier IS NULL OR representsBurst = 1 OR
        burstSelectionTypes & 2 != 0))), utcOffset INTEGER, dateSource TEXT, altitude REAL, horizontalAccuracy REAL,
        damage TEXT \(columns)) STRICT
        """
    }

    private static func metadata(later columns: String) -> String {
        """
        CREATE TABLE assetMetadata (assetId INTEGER PRIMARY KEY REFERENCES asset(id) ON DELETE CASCADE,
        cameraMake TEXT, cameraModel TEXT, lensModel TEXT, frameRate REAL, videoCodec TEXT, title TEXT, caption TEXT,
        keywords TEXT, rating INTEGER, preservedFileName TEXT \(columns)) STRICT
        """
    }

    private static func resource(later columns: String) -> String {
        """
        CREATE TABLE resource (id INTEGER PRIMARY KEY AUTOINCREMENT,
        assetId INTEGER NOT NULL REFERENCES asset(id) ON DELETE CASCADE, type INTEGER NOT NULL,
        sha256 BLOB NOT NULL CHECK (length(sha256) = 32), fileSize INTEGER NOT NULL, originalFilename TEXT NOT NULL,
        uniformTypeIdentifier TEXT NOT NULL, pixelWidth INTEGER NOT NULL, pixelHeight INTEGER NOT NULL,
        contentIdentifier TEXT \(columns)) STRICT
        """
    }

    private static func collection(later columns: String) -> String {
        """
        CREATE TABLE collection (id INTEGER PRIMARY KEY AUTOINCREMENT, uuid TEXT NOT NULL, kind INTEGER NOT NULL,
        subtype INTEGER NOT NULL, title TEXT NOT NULL,
        parentId INTEGER REFERENCES collection(id) CHECK (parentId IS NOT id),
        position INTEGER CHECK (parentId IS NULL OR position IS NOT NULL), creationDate REAL NOT NULL,
        modificationDate REAL NOT NULL, creator TEXT NOT NULL,
        shownCount INTEGER NOT NULL DEFAULT 0 CHECK (shownCount >= 0) \(columns)) STRICT
        """
    }

    private static let albumMember = """
        CREATE TABLE albumMember (assetId INTEGER NOT NULL REFERENCES asset(id) ON DELETE CASCADE,
        collectionId INTEGER NOT NULL REFERENCES collection(id) ON DELETE CASCADE, position INTEGER NOT NULL,
        PRIMARY KEY (assetId, collectionId)) STRICT, WITHOUT ROWID
        """

    private static let placement = """
        CREATE TABLE placement (id INTEGER PRIMARY KEY AUTOINCREMENT,
        sha256 BLOB NOT NULL UNIQUE CHECK (length(sha256) = 32), fileSize INTEGER NOT NULL,
        state INTEGER NOT NULL DEFAULT 0, upload TEXT, attemptCount INTEGER NOT NULL DEFAULT 0, firstFailureDate REAL,
        nextAttemptDate REAL, reason TEXT, verifiedDate REAL, isDoubted INTEGER NOT NULL DEFAULT 0, unnamedDate REAL,
        readDate REAL, needsCheck INTEGER NOT NULL DEFAULT 0) STRICT
        """

    private static let unadjustedAsset = """
        CREATE TABLE unadjustedAsset (assetId INTEGER PRIMARY KEY REFERENCES asset(id) ON DELETE CASCADE,
        mediaSubtypes INTEGER NOT NULL, playbackStyle INTEGER NOT NULL, pixelWidth INTEGER NOT NULL,
        pixelHeight INTEGER NOT NULL, duration REAL NOT NULL, damage TEXT, placeholder BLOB) STRICT
        """

    private static let migrations = "CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY)"
}
