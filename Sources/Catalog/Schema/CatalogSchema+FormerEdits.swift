extension CatalogSchema {
    /// Edits that were replaced or reverted, with their files, so that the change can be undone. They name their bytes
    /// like `resource` does: no other process deletes them.
    static let formerEdits = """
        CREATE TABLE formerEdit (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            assetId INTEGER NOT NULL REFERENCES asset(id) ON DELETE CASCADE,
            removedDate REAL NOT NULL,
            adjustmentFormatIdentifier TEXT,
            adjustmentTimestamp REAL,
            mediaSubtypes INTEGER NOT NULL,
            playbackStyle INTEGER NOT NULL,
            pixelWidth INTEGER NOT NULL,
            pixelHeight INTEGER NOT NULL,
            duration REAL NOT NULL,
            damage TEXT,
            placeholder BLOB
        ) STRICT;
        CREATE INDEX formerEditByAsset ON formerEdit(assetId);
        CREATE INDEX formerEditByDate ON formerEdit(removedDate);
        CREATE TABLE formerEditFile (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            editId INTEGER NOT NULL REFERENCES formerEdit(id) ON DELETE CASCADE,
            assetId INTEGER NOT NULL,
            type INTEGER NOT NULL,
            sha256 BLOB NOT NULL CHECK (length(sha256) = 32),
            fileSize INTEGER NOT NULL,
            originalFilename TEXT NOT NULL,
            uniformTypeIdentifier TEXT NOT NULL,
            pixelWidth INTEGER NOT NULL,
            pixelHeight INTEGER NOT NULL,
            contentIdentifier TEXT
        ) STRICT;
        CREATE INDEX formerEditFileByEdit ON formerEditFile(editId);
        CREATE INDEX formerEditFileByHash ON formerEditFile(sha256);
        """
}
