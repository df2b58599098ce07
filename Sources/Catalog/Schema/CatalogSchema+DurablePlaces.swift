extension CatalogSchema {
    /// Whether changes are reported only after the place has them, and why this copy accepts none.
    ///
    /// The columns are here and not in `cloud.json`, because only the owner of a shared library can read that file.
    static let durablePlaces = """
        ALTER TABLE place ADD COLUMN isDurable INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE place ADD COLUMN obstacle TEXT;
        """
}
