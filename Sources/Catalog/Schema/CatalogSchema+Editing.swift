extension CatalogSchema {
    /// What is known of an asset's edit without reading its document, and the client that created the asset.
    ///
    /// `creator` is the client's author in the history. Imported assets and those of earlier versions have none. An
    /// asset has a row in `unadjustedAsset` only while it's edited: the values that a revert restores.
    static let editing = """
        ALTER TABLE asset ADD COLUMN hasAdjustments INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE asset ADD COLUMN adjustmentFormatIdentifier TEXT;
        ALTER TABLE asset ADD COLUMN adjustmentTimestamp REAL;
        ALTER TABLE asset ADD COLUMN creator TEXT;
        CREATE TABLE unadjustedAsset (
            assetId INTEGER PRIMARY KEY REFERENCES asset(id) ON DELETE CASCADE,
            mediaSubtypes INTEGER NOT NULL,
            playbackStyle INTEGER NOT NULL,
            pixelWidth INTEGER NOT NULL,
            pixelHeight INTEGER NOT NULL,
            duration REAL NOT NULL,
            damage TEXT,
            placeholder BLOB
        ) STRICT;
        """
}
