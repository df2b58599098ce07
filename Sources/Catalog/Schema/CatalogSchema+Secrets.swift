extension CatalogSchema {
    /// Random bytes of the library. `changeToken` encrypts the change numbers in the tokens of clients that don't see
    /// the entire library. `TokenRows` describes the other rows.
    static let secrets = """
        CREATE TABLE secret (
            name TEXT PRIMARY KEY,
            value BLOB NOT NULL CHECK (length(value) = 32)
        ) STRICT, WITHOUT ROWID;
        INSERT INTO secret (name, value) VALUES ('changeToken', randomblob(32));
        """
}
