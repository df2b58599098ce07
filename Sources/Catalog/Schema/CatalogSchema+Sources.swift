extension CatalogSchema {
    /// The sources that photos were brought over from, and what they said. A later import finds an item's asset here
    /// first, compares the facts of both imports, and reads only files that have changed.
    ///
    /// None of these rows is history. A purge deletes the row of its asset. The row of a deleted album stays, so that
    /// the album isn't brought over again.
    static let sources = """
        CREATE TABLE source (
            id INTEGER PRIMARY KEY,
            kind TEXT NOT NULL,
            identifier TEXT NOT NULL,
            UNIQUE (kind, identifier)
        ) STRICT;
        CREATE TABLE assetSource (
            sourceId INTEGER NOT NULL REFERENCES source(id) ON DELETE CASCADE,
            identifier TEXT NOT NULL,
            assetId INTEGER NOT NULL REFERENCES asset(id) ON DELETE CASCADE,
            facts TEXT NOT NULL,
            files TEXT NOT NULL,
            PRIMARY KEY (sourceId, identifier)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX assetSourceByAsset ON assetSource(assetId, sourceId);
        CREATE TABLE collectionSource (
            sourceId INTEGER NOT NULL REFERENCES source(id) ON DELETE CASCADE,
            identifier TEXT NOT NULL,
            collectionId INTEGER NOT NULL,
            title TEXT NOT NULL,
            members TEXT,
            cover TEXT,
            PRIMARY KEY (sourceId, identifier)
        ) STRICT, WITHOUT ROWID;
        """
}
