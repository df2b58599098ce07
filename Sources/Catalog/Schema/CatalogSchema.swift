import GRDB

/// The catalog's tables. A migration that has landed never changes; what comes later is a new one.
///
/// Dates are seconds since 2001-01-01 00:00:00 UTC, the number inside a `Date`, so that equality survives storage.
enum CatalogSchema {
    static var migrator: DatabaseMigrator {
        var migrator = DatabaseMigrator()
        migrator.registerMigration("1 assets, resources, history, grants") { database in
            try database.execute(sql: assets)
            try database.execute(sql: resources)
            try database.execute(sql: history)
            try database.execute(sql: grants)
            try database.execute(sql: imports)
        }
        migrator.registerMigration("2 placeholders") { database in
            try database.execute(sql: placeholders)
        }
        migrator.registerMigration("3 timelines") { database in
            try database.execute(sql: timelines)
        }
        migrator.registerMigration("4 collections") { database in
            try database.execute(sql: collections)
            try database.execute(sql: collectionHistory)
            try database.execute(sql: tiedIndexes)
            try database.execute(sql: shownKinds)
            // Bits: what the user has said about the asset, which no file undoes that comes later.
            try database.execute(sql: "ALTER TABLE asset ADD COLUMN userEdits INTEGER NOT NULL DEFAULT 0")
        }
        migrator.registerMigration("5 observing") { database in
            try database.execute(sql: observing)
        }
        migrator.registerMigration("6 secrets") { database in
            try database.execute(sql: secrets)
        }
        migrator.registerMigration("7 grants and metadata history") { database in
            try database.execute(sql: grantsAndMetadataHistory)
        }
        migrator.registerMigration("8 original values") { database in
            try database.execute(sql: originalValues)
        }
        migrator.registerMigration("9 burst frames") { database in
            try database.execute(sql: burstFrames)
        }
        return migrator
    }

    /// The columns that filters and sorts use, in the same words for the live rows and for their history.
    ///
    /// `isShown` is what a fetch without options asks for. It is a plain column, kept right
    /// by its check, because SQLite takes no index for covering whose condition names columns outside it, or a
    /// generated one.
    private static let filterableColumns = """
        uuid TEXT NOT NULL,
        mediaType INTEGER NOT NULL,
        mediaSubtypes INTEGER NOT NULL,
        playbackStyle INTEGER NOT NULL,
        pixelWidth INTEGER NOT NULL,
        pixelHeight INTEGER NOT NULL,
        duration REAL NOT NULL,
        creationDate REAL,
        modificationDate REAL,
        addedDate REAL NOT NULL,
        latitude REAL,
        longitude REAL,
        isFavorite INTEGER NOT NULL,
        isHidden INTEGER NOT NULL,
        trashedDate REAL,
        burstIdentifier TEXT,
        representsBurst INTEGER NOT NULL,
        burstSelectionTypes INTEGER NOT NULL,
        sourceType INTEGER NOT NULL,
        isRAW INTEGER NOT NULL,
        isSelfPortrait INTEGER NOT NULL,
        isShown INTEGER NOT NULL CHECK (isShown = (
            trashedDate IS NULL AND isHidden = 0 AND sourceType = 1 AND \(isNotConcealedByBurst)))
        """

    /// A burst shows the photo that stands for it and those that the user picked.
    private static let isNotConcealedByBurst =
        "(burstIdentifier IS NULL OR representsBurst = 1 OR burstSelectionTypes & 2 != 0)"

    private static let assets = """
        CREATE TABLE asset (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            \(filterableColumns),
            utcOffset INTEGER,
            dateSource TEXT,
            altitude REAL,
            horizontalAccuracy REAL,
            damage TEXT
        ) STRICT;
        CREATE UNIQUE INDEX assetByUUID ON asset(uuid);
        CREATE INDEX assetByCreationDate ON asset(creationDate, uuid, isShown) WHERE isShown = 1;
        CREATE INDEX assetByAddedDate ON asset(addedDate, uuid, isShown) WHERE isShown = 1;
        CREATE INDEX assetByBurst ON asset(burstIdentifier, creationDate) WHERE burstIdentifier IS NOT NULL;
        CREATE INDEX assetRepresentingBurst ON asset(burstIdentifier) WHERE representsBurst = 1;
        CREATE INDEX assetFavorite ON asset(creationDate) WHERE isFavorite = 1;
        CREATE INDEX assetTrashed ON asset(trashedDate) WHERE trashedDate IS NOT NULL;
        CREATE INDEX assetHidden ON asset(creationDate) WHERE isHidden = 1;

        CREATE TABLE assetMetadata (
            assetId INTEGER PRIMARY KEY REFERENCES asset(id) ON DELETE CASCADE,
            cameraMake TEXT,
            cameraModel TEXT,
            lensModel TEXT,
            frameRate REAL,
            videoCodec TEXT,
            title TEXT,
            caption TEXT,
            keywords TEXT,
            rating INTEGER,
            preservedFileName TEXT
        ) STRICT;
        """

    private static let resources = """
        CREATE TABLE resource (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            assetId INTEGER NOT NULL REFERENCES asset(id) ON DELETE CASCADE,
            type INTEGER NOT NULL,
            sha256 BLOB NOT NULL CHECK (length(sha256) = 32),
            fileSize INTEGER NOT NULL,
            originalFilename TEXT NOT NULL,
            uniformTypeIdentifier TEXT NOT NULL,
            pixelWidth INTEGER NOT NULL,
            pixelHeight INTEGER NOT NULL,
            contentIdentifier TEXT
        ) STRICT;
        CREATE INDEX resourceByAsset ON resource(assetId);
        CREATE INDEX resourceByHash ON resource(sha256);
        CREATE INDEX resourceBySize ON resource(fileSize);
        CREATE INDEX resourceByContentIdentifier ON resource(contentIdentifier) WHERE contentIdentifier IS NOT NULL;
        """

    /// `createdRange` holds creations as ranges of row identifiers; `assetImage` the rows that changed, before and after.
    private static let history = """
        CREATE TABLE change (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            date REAL NOT NULL,
            author TEXT NOT NULL
        ) STRICT;
        CREATE TABLE createdRange (
            changeId INTEGER NOT NULL REFERENCES change(id) ON DELETE CASCADE,
            firstAssetId INTEGER NOT NULL,
            lastAssetId INTEGER NOT NULL,
            PRIMARY KEY (changeId, firstAssetId)
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE assetImage (
            changeId INTEGER NOT NULL REFERENCES change(id) ON DELETE CASCADE,
            id INTEGER NOT NULL,
            isAfter INTEGER NOT NULL,
            \(filterableColumns),
            PRIMARY KEY (changeId, id, isAfter)
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE tombstone (
            assetId INTEGER PRIMARY KEY,
            uuid TEXT NOT NULL UNIQUE,
            mediaType INTEGER NOT NULL,
            pixelWidth INTEGER NOT NULL,
            pixelHeight INTEGER NOT NULL,
            fileSize INTEGER NOT NULL,
            creationDate REAL,
            addedDate REAL NOT NULL,
            purgedDate REAL NOT NULL
        ) STRICT;
        """

    /// What the user allowed each client, and the assets chosen for those with limited access.
    private static let grants = """
        CREATE TABLE clientGrant (
            client TEXT NOT NULL,
            accessLevel INTEGER NOT NULL,
            status INTEGER NOT NULL,
            date REAL NOT NULL,
            PRIMARY KEY (client, accessLevel)
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE grants (
            client TEXT NOT NULL,
            assetId INTEGER NOT NULL REFERENCES asset(id) ON DELETE CASCADE,
            PRIMARY KEY (client, assetId)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX grantsByAsset ON grants(assetId);
        """

    /// What an earlier import made of each file, so that the next one reads none twice.
    private static let imports = """
        CREATE TABLE importedFile (
            folder TEXT NOT NULL,
            name TEXT NOT NULL,
            fileSize INTEGER NOT NULL,
            modificationTime INTEGER NOT NULL,
            outcome TEXT NOT NULL,
            reason TEXT,
            sha256 BLOB,
            assetId INTEGER,
            proberVersion INTEGER NOT NULL,
            PRIMARY KEY (folder, name)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX importedFileByAsset ON importedFile(assetId) WHERE assetId IS NOT NULL;
        """

    /// What a picture looks like in a few bytes. It can be made again, so it is no part of the history.
    private static let placeholders = """
        CREATE TABLE placeholder (
            assetId INTEGER PRIMARY KEY REFERENCES asset(id) ON DELETE CASCADE,
            hash BLOB NOT NULL
        ) STRICT;
        """

    /// All that the rules of smart albums look at, so that an album by date, and how many there are in it, are a walk over the
    /// index alone: at a million assets 0.3 seconds instead of 3.
    private static let timelines = """
        DROP INDEX assetByCreationDate;
        CREATE INDEX assetByCreationDate ON asset(
            creationDate, uuid, isShown, mediaType, mediaSubtypes, playbackStyle, isFavorite, isRAW, isSelfPortrait,
            representsBurst, addedDate
        ) WHERE isShown = 1;
        """
}
