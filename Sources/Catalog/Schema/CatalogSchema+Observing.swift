import GRDB

extension CatalogSchema {
    /// Tables for observers and clients of the history, in addition to the images of rows.
    ///
    /// `change.rowCount` is the number of rows of history in a change, which trimming uses. It's -1 while the change
    /// is being trimmed and some of its rows may be missing. `contentChange` names the assets whose image or video
    /// changed. `purgedGrant` names the clients that could see a purged asset.
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

    /// The tables of history when `rowCount` was added.
    private static let countedTables = [
        "createdRange", "assetImage", "collectionImage", "albumMemberImage", "albumMemberRange", "contentChange",
    ]

    /// The tables whose rows belong to a change.
    static let historyTables = countedTables + ["grantChange", "metadataImage", "grantImage", "visibilityImage"]
}
