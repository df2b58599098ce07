import GRDB

/// The catalog's tables. A merged migration never changes. Later changes are new migrations.
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
            // A bit set of the properties that the user has edited. Files that are added later don't change these
            // properties.
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
        migrator.registerMigration("10 album descriptions") { database in
            try database.execute(sql: albumDescriptions)
        }
        migrator.registerMigration("11 exposure") { database in
            try database.execute(sql: exposure)
        }
        migrator.registerMigration("12 editing") { database in
            try database.execute(sql: editing)
        }
        migrator.registerMigration("13 former edits") { database in
            try database.execute(sql: formerEdits)
        }
        migrator.registerMigration("14 search") { database in
            try database.execute(sql: searchTables)
            try database.execute(sql: searchFill)
            try SearchIndex.restart(in: database)
        }
        migrator.registerMigration("15 grants in history") { database in
            try database.execute(sql: grantHistory)
        }
        migrator.registerMigration("16 questions") { database in
            try database.execute(sql: questions)
        }
        migrator.registerMigration("17 client tokens") { database in
            try database.execute(sql: clientTokens)
        }
        migrator.registerMigration("18 placements") { database in
            try database.execute(sql: placements)
        }
        migrator.registerMigration("19 unable to upload") { database in
            try database.execute(sql: unableToUpload)
        }
        migrator.registerMigration("20 removals") { database in
            try database.execute(sql: removals)
        }
        migrator.registerMigration("21 movement") { database in
            try database.execute(sql: movement)
        }
        migrator.registerMigration("22 album covers") { database in
            try database.execute(sql: albumCovers)
        }
        migrator.registerMigration("23 moments") { database in
            try database.execute(sql: moments)
        }
        migrator.registerMigration("24 original choice") { database in
            try database.execute(sql: originalChoice)
        }
        migrator.registerMigration("25 playback") { database in
            try database.execute(sql: playback)
        }
        migrator.registerMigration("26 sources") { database in
            try database.execute(sql: sources)
        }
        migrator.registerMigration("27 containers") { database in
            try database.execute(sql: containers)
        }
        migrator.registerMigration("28 epochs") { database in
            try database.execute(sql: epochs)
        }
        migrator.registerMigration("29 durable places") { database in
            try database.execute(sql: durablePlaces)
        }
        migrator.registerMigration("30 watched folders") { database in
            try database.execute(sql: watchedFolders)
        }
        migrator.registerMigration("31 names of places") { database in
            try database.execute(sql: placesOfAssets)
            try database.execute(sql: placeSearchTable)
        }
        migrator.registerMigration("32 zones of places") { database in
            try database.execute(sql: zonesOfPlaces)
        }
        return migrator
    }

    /// The columns that filters and sorts use. They have the same names in the live rows and in the history.
    ///
    /// `isShown` is 1 for the assets that a fetch without options contains. It's a plain column that a check keeps
    /// correct. SQLite doesn't use an index as covering if its condition names other columns or a generated column.
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

    /// A burst shows its representative photo and the photos that the user picked.
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

    /// `createdRange` contains creations as ranges of row identifiers. `assetImage` contains changed rows, before and
    /// after.
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

    /// The user's answers to clients, and the assets chosen for clients with limited access.
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

    /// The results of earlier imports, so that the next import doesn't read a file twice.
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

    /// The placeholders of pictures. They can be recreated, so they aren't part of the history.
    private static let placeholders = """
        CREATE TABLE placeholder (
            assetId INTEGER PRIMARY KEY REFERENCES asset(id) ON DELETE CASCADE,
            hash BLOB NOT NULL
        ) STRICT;
        """

    /// All columns that smart albums test. An album by date, and its count, can then be read from the index alone: for
    /// a million assets in 0.3 seconds instead of 3.
    private static let timelines = """
        DROP INDEX assetByCreationDate;
        CREATE INDEX assetByCreationDate ON asset(
            creationDate, uuid, isShown, mediaType, mediaSubtypes, playbackStyle, isFavorite, isRAW, isSelfPortrait,
            representsBurst, addedDate
        ) WHERE isShown = 1;
        """
}
