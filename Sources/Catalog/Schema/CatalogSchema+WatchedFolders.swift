extension CatalogSchema {
    /// The folders whose new files are imported by themselves, and the files that were found in them.
    ///
    /// A file has a row of its own beside that of `importedFile`, which ends with the asset.
    static let watchedFolders = """
        CREATE TABLE watchedFolder (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            path TEXT NOT NULL UNIQUE,
            makesAlbums INTEGER NOT NULL,
            addedDate REAL NOT NULL,
            lastCheck REAL,
            lastImport REAL,
            imported INTEGER NOT NULL,
            duplicates INTEGER NOT NULL,
            problem TEXT
        ) STRICT;
        CREATE TABLE visitedFolder (
            id INTEGER PRIMARY KEY,
            path TEXT NOT NULL UNIQUE,
            albumUUID TEXT
        ) STRICT;
        CREATE TABLE visitedFile (
            folderId INTEGER NOT NULL REFERENCES visitedFolder(id) ON DELETE CASCADE,
            name TEXT NOT NULL,
            fileSize INTEGER NOT NULL,
            modificationTime INTEGER NOT NULL,
            outcome TEXT NOT NULL,
            reason TEXT,
            proberVersion INTEGER NOT NULL,
            PRIMARY KEY (folderId, name)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX visitedFileWithReason ON visitedFile(folderId) WHERE reason IS NOT NULL;
        """
}
