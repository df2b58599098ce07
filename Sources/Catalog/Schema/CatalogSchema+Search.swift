extension CatalogSchema {
    /// The full-text index. `SearchTokens` makes the tokens, and SQLite only separates them at spaces.
    ///
    /// The index of an older library is filled in steps, because a migration of a large library would take long and
    /// couldn't be stopped. `lastFilled` and `target` are row identifiers of assets.
    static let searchTables = """
        CREATE VIRTUAL TABLE assetSearch USING fts5(text, tokenize = 'ascii', columnsize = 0);
        CREATE VIRTUAL TABLE albumSearch USING fts5(text, tokenize = 'ascii', columnsize = 0);
        """

    static let searchFill = """
        CREATE TABLE searchFill (
            id INTEGER PRIMARY KEY CHECK (id = 1),
            lastFilled INTEGER NOT NULL,
            target INTEGER NOT NULL
        ) STRICT;
        INSERT INTO searchFill (id, lastFilled, target) VALUES (1, 0, 0);
        """
}
