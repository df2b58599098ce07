extension CatalogSchema {
    /// Adds to an asset whether its offset from UTC is that of its place, and to its imported date the same.
    static let zonesOfPlaces = """
        ALTER TABLE asset ADD COLUMN utcOffsetSource TEXT;
        ALTER TABLE originalDate ADD COLUMN utcOffsetSource TEXT;
        """
}
