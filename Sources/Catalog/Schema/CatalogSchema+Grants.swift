extension CatalogSchema {
    /// History for clients with objects or results of an earlier state.
    ///
    /// `grantChange` names the client whose access a change set. Such a change touches no object. `metadataImage`
    /// contains the metadata that the user can change, in the state before a change.
    static let grantsAndMetadataHistory = """
        CREATE TABLE grantChange (
            changeId INTEGER PRIMARY KEY REFERENCES change(id) ON DELETE CASCADE,
            client TEXT NOT NULL
        ) STRICT;
        CREATE TABLE metadataImage (
            assetId INTEGER NOT NULL,
            changeId INTEGER NOT NULL REFERENCES change(id) ON DELETE CASCADE,
            caption TEXT,
            keywords TEXT,
            rating INTEGER,
            PRIMARY KEY (assetId, changeId)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX metadataImageByChange ON metadataImage(changeId);
        """
}
