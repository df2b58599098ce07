extension CatalogSchema {
    /// Albums and folders, and the members of albums.
    ///
    /// Positions have gaps, so that an insertion between two members costs only the insertion. `shownCount` is the
    /// number of members that a fetch without options contains. A collection without a parent but with a position is
    /// at the top level. A collection without a position is the album of an import, which has no place among the
    /// user's albums.
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

    /// A row of `albumMemberRange` contains assets with ascending identifiers that were appended to an album at
    /// regular distances. An import needs one such row instead of one per asset. The members of a deleted collection
    /// are deleted with it and have no images.
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

    /// The number of visible assets of each kind, where a kind consists of all properties that smart albums test,
    /// except dates. A library of any size has a few dozen rows, from which the counts of these albums are computed.
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

    /// Indexes for small albums in the order of a fetch, including its tie-breaker, so that nothing needs sorting.
    /// Also indexes by date for fetches with hidden assets or all frames of bursts.
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
