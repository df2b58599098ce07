extension CatalogSchema {
    /// The cover that the user chose for an album: a row of `asset`, or of `tombstone` after a purge. It isn't a foreign
    /// key. Otherwise, the purge of a hidden cover would be a visible change of the album.
    static let albumCovers = """
        ALTER TABLE collection ADD COLUMN coverId INTEGER CHECK (coverId IS NULL OR kind = 1);
        ALTER TABLE collectionImage ADD COLUMN coverId INTEGER;
        """
}
