import GRDB

extension CatalogSchema {
    /// What observers and clients of the history ask beside the rows' images.
    ///
    /// `change.rowCount` is how many rows of history belong to a change, by which it is kept or trimmed; -1 while it is being
    /// trimmed, when part of its rows may be gone. `contentChange` tells of which assets the pixels or the video changed.
    /// `purgedGrant` is who had been allowed to see an asset that is no more.
    static let observing = """
        ALTER TABLE change ADD COLUMN rowCount INTEGER NOT NULL DEFAULT 0;
        CREATE TABLE contentChange (
            changeId INTEGER NOT NULL REFERENCES change(id) ON DELETE CASCADE,
            assetId INTEGER NOT NULL,
            PRIMARY KEY (changeId, assetId)
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE purgedGrant (
            client TEXT NOT NULL,
            assetId INTEGER NOT NULL,
            PRIMARY KEY (client, assetId)
        ) STRICT, WITHOUT ROWID;
        UPDATE change SET rowCount = \(countedTables.map { "(SELECT count(*) FROM \($0) WHERE changeId = change.id)" }
            .joined(separator: " + "));
        """

    /// The tables of the history when `rowCount` came.
    private static let countedTables = [
        "createdRange", "assetImage", "collectionImage", "albumMemberImage", "albumMemberRange", "contentChange",
    ]

    /// The tables whose rows belong to a change.
    static let historyTables = countedTables + ["grantChange", "metadataImage"]
}
