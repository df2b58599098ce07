extension CatalogSchema {
    /// The imported dates and locations of assets.
    ///
    /// An asset has a row only while the user's value replaces the imported one, so most libraries have none. Values
    /// that were set before this migration have no row. The asset's file still contains them.
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
