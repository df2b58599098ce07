extension CatalogSchema {
    /// The history of the assets that users chose for clients, and of the albums and folders that clients with limited
    /// access see.
    ///
    /// `grantImage` contains each choice and deselection: the net effect of a change on one client and asset, and
    /// whether the asset was in Recently Deleted. A purge has no such row, because `purgedGrant` names the clients.
    /// `grantChange.imageCount` is the number of a change's rows in `grantImage` and `visibilityImage`. It's `NULL` for
    /// a change from before these tables.
    ///
    /// `chosenMemberCount` is the number of an album's members that are chosen for a client. `visibleCollection` is the
    /// result of that count, of the collections that the client created, and of the folders around them. A transaction
    /// compares both at its end and records the difference in `visibilityImage`.
    static let grantHistory = """
        ALTER TABLE grantChange ADD COLUMN imageCount INTEGER;
        CREATE TABLE grantImage (
            client TEXT NOT NULL,
            assetId INTEGER NOT NULL,
            changeId INTEGER NOT NULL REFERENCES change(id) ON DELETE CASCADE,
            isGranted INTEGER NOT NULL,
            isTrashed INTEGER NOT NULL,
            PRIMARY KEY (client, assetId, changeId)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX grantImageByChange ON grantImage(changeId);
        CREATE TABLE chosenMemberCount (
            client TEXT NOT NULL,
            collectionId INTEGER NOT NULL REFERENCES collection(id) ON DELETE CASCADE,
            count INTEGER NOT NULL CHECK (count >= 0),
            PRIMARY KEY (client, collectionId)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX chosenMemberCountByCollection ON chosenMemberCount(collectionId);
        INSERT INTO chosenMemberCount
            SELECT client, collectionId, count(*) FROM grants
                CROSS JOIN albumMember ON albumMember.assetId = grants.assetId
            GROUP BY client, collectionId;
        CREATE TABLE visibleCollection (
            client TEXT NOT NULL,
            collectionId INTEGER NOT NULL,
            uuid TEXT NOT NULL,
            kind INTEGER NOT NULL,
            PRIMARY KEY (client, collectionId)
        ) STRICT, WITHOUT ROWID;
        \(CollectionVisibility.definition(ofClients: nil))
        INSERT INTO visibleCollection
            SELECT client, collection.id, uuid, kind FROM visible CROSS JOIN collection ON collection.id = visible.id;
        CREATE TABLE visibilityImage (
            client TEXT NOT NULL,
            collectionId INTEGER NOT NULL,
            changeId INTEGER NOT NULL REFERENCES change(id) ON DELETE CASCADE,
            isVisible INTEGER NOT NULL,
            uuid TEXT NOT NULL,
            kind INTEGER NOT NULL,
            PRIMARY KEY (client, collectionId, changeId)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX visibilityImageByChange ON visibilityImage(changeId);
        INSERT INTO visibilityImage
            SELECT \(CollectionVisibility.clientOfCreator), id, changeId, max(isAfter), min(uuid), min(kind)
            FROM collectionImage WHERE \(CollectionVisibility.isOfClient) GROUP BY changeId, id HAVING count(*) = 1;
        UPDATE change SET rowCount = rowCount
                + (SELECT count(*) FROM visibilityImage WHERE visibilityImage.changeId = change.id)
            WHERE rowCount >= 0 AND id IN (SELECT changeId FROM visibilityImage);
        """
}
