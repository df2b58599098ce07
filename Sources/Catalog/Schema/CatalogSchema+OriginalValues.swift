extension CatalogSchema {
    /// The dates and places that assets were imported with.
    ///
    /// An asset has a row only while the user's value replaces the imported one: a library in which nothing was set has none.
    /// Values that were set before this migration have no row; the asset's file still has them.
    static let originalValues = """
        CREATE TABLE originalDate (
            assetId INTEGER PRIMARY KEY REFERENCES asset(id) ON DELETE CASCADE,
            creationDate REAL,
            utcOffset INTEGER,
            dateSource TEXT
        ) STRICT;
        CREATE TABLE originalLocation (
            assetId INTEGER PRIMARY KEY REFERENCES asset(id) ON DELETE CASCADE,
            latitude REAL,
            longitude REAL,
            altitude REAL,
            horizontalAccuracy REAL
        ) STRICT;
        """
}
