extension CatalogSchema {
    /// Albums and folders, and who is in which album.
    ///
    /// Positions are far apart, so that what is put between two members costs what is put there. `shownCount` counts the
    /// members that a fetch without options shows. A collection without a parent and with a position is at the top level;
    /// one without a position is an import's, which has no place among those that the user made.
    static let collections = """
        CREATE TABLE collection (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            uuid TEXT NOT NULL,
            kind INTEGER NOT NULL,
            subtype INTEGER NOT NULL,
            title TEXT NOT NULL,
            parentId INTEGER REFERENCES collection(id) CHECK (parentId IS NOT id),
            position INTEGER CHECK (parentId IS NULL OR position IS NOT NULL),
            creationDate REAL NOT NULL,
            modificationDate REAL NOT NULL,
            creator TEXT NOT NULL,
            shownCount INTEGER NOT NULL DEFAULT 0 CHECK (shownCount >= 0)
        ) STRICT;
        CREATE UNIQUE INDEX collectionByUUID ON collection(uuid);
        CREATE INDEX collectionByParent ON collection(parentId, position);
        CREATE TABLE albumMember (
            assetId INTEGER NOT NULL REFERENCES asset(id) ON DELETE CASCADE,
            collectionId INTEGER NOT NULL REFERENCES collection(id) ON DELETE CASCADE,
            position INTEGER NOT NULL,
            PRIMARY KEY (assetId, collectionId)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX albumMemberByPosition ON albumMember(collectionId, position);
        """

    /// `albumMemberRange` holds assets of rising identifiers that came into an album one behind the other, at equal
    /// distances: what an import does, in a row instead of one an asset. The members of a collection that is deleted go with it
    /// and have no images.
    static let collectionHistory = """
        CREATE TABLE collectionImage (
            changeId INTEGER NOT NULL REFERENCES change(id) ON DELETE CASCADE,
            id INTEGER NOT NULL,
            isAfter INTEGER NOT NULL,
            uuid TEXT NOT NULL,
            kind INTEGER NOT NULL,
            subtype INTEGER NOT NULL,
            title TEXT NOT NULL,
            parentId INTEGER,
            position INTEGER,
            creationDate REAL NOT NULL,
            modificationDate REAL NOT NULL,
            creator TEXT NOT NULL,
            PRIMARY KEY (changeId, id, isAfter)
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE albumMemberImage (
            changeId INTEGER NOT NULL REFERENCES change(id) ON DELETE CASCADE,
            collectionId INTEGER NOT NULL,
            assetId INTEGER NOT NULL,
            isAfter INTEGER NOT NULL,
            position INTEGER NOT NULL,
            PRIMARY KEY (changeId, collectionId, assetId, isAfter)
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE albumMemberRange (
            changeId INTEGER NOT NULL REFERENCES change(id) ON DELETE CASCADE,
            collectionId INTEGER NOT NULL,
            firstAssetId INTEGER NOT NULL,
            lastAssetId INTEGER NOT NULL,
            firstPosition INTEGER NOT NULL,
            PRIMARY KEY (changeId, collectionId, firstAssetId)
        ) STRICT, WITHOUT ROWID;
        """

    /// How many of the assets that are shown are of each kind: all that the rules of smart albums look at, but dates. A few
    /// dozen rows in a library of any size, from which each of those albums is counted.
    static let shownKinds = """
        CREATE TABLE shownKind (
            \(ShownKind.columns.map { "\($0) INTEGER NOT NULL" }.joined(separator: ",\n    ")),
            count INTEGER NOT NULL,
            PRIMARY KEY (\(ShownKind.columns.joined(separator: ", ")))
        ) STRICT, WITHOUT ROWID;
        INSERT INTO shownKind
            SELECT \(ShownKind.columns.joined(separator: ", ")), count(*) FROM asset WHERE isShown = 1
            GROUP BY \(ShownKind.columns.joined(separator: ", "));
        """

    /// The small albums in the order of a fetch, ties and all, so that nothing is left to sort; and the orders by date for
    /// fetches with hidden assets or all of a burst too.
    static let tiedIndexes = """
        DROP INDEX assetByCreationDate;
        CREATE INDEX assetByCreationDate ON asset(
            creationDate, uuid, isShown, mediaType, mediaSubtypes, playbackStyle, isFavorite, isRAW, isSelfPortrait,
            representsBurst, addedDate
        );
        DROP INDEX assetByAddedDate;
        CREATE INDEX assetByAddedDate ON asset(addedDate, uuid, isShown);
        DROP INDEX assetByBurst;
        CREATE INDEX assetByBurst ON asset(burstIdentifier, creationDate, uuid) WHERE burstIdentifier IS NOT NULL;
        DROP INDEX assetFavorite;
        CREATE INDEX assetFavorite ON asset(creationDate, uuid, isShown, isFavorite) WHERE isFavorite = 1;
        DROP INDEX assetHidden;
        CREATE INDEX assetHidden ON asset(creationDate, uuid, isHidden) WHERE isHidden = 1;
        DROP INDEX assetTrashed;
        CREATE INDEX assetTrashed ON asset(trashedDate, uuid) WHERE trashedDate IS NOT NULL;
        """
}
