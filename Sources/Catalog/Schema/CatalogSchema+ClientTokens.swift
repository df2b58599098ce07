extension CatalogSchema {
    /// The tokens with which clients use the server, when clients last used the library, and what the user picked once
    /// for apps without access.
    ///
    /// A token is stored as its SHA-256. None of these rows is history: they change nothing that a client sees.
    /// `confirmedPick.assetCount` also counts assets that were purged since.
    static let clientTokens = """
        CREATE TABLE clientToken (
            client TEXT PRIMARY KEY,
            digest BLOB NOT NULL CHECK (length(digest) = 32),
            date REAL NOT NULL
        ) STRICT, WITHOUT ROWID;
        CREATE UNIQUE INDEX clientTokenByDigest ON clientToken(digest);
        CREATE TABLE clientUse (
            client TEXT PRIMARY KEY,
            date REAL NOT NULL
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE confirmedPick (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            date REAL NOT NULL,
            origin TEXT,
            userId INTEGER,
            isOwner INTEGER NOT NULL,
            program TEXT,
            application TEXT,
            assetCount INTEGER NOT NULL
        ) STRICT;
        CREATE TABLE confirmedPickAsset (
            pickId INTEGER NOT NULL REFERENCES confirmedPick(id) ON DELETE CASCADE,
            position INTEGER NOT NULL,
            assetId INTEGER NOT NULL REFERENCES asset(id) ON DELETE CASCADE,
            PRIMARY KEY (pickId, position)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX confirmedPickAssetByAsset ON confirmedPickAsset(assetId);
        """
}
