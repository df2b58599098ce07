extension CatalogSchema {
    /// Adds the columns of moments to the index by date, so that moments are read without each asset's row. Adds the
    /// offset of local time to the history, because it determines the day.
    static let moments = """
        ALTER TABLE assetImage ADD COLUMN utcOffset INTEGER;
        DROP INDEX assetByCreationDate;
        CREATE INDEX assetByCreationDate ON asset(
            creationDate, uuid, isShown, mediaType, mediaSubtypes, playbackStyle, isFavorite, isRAW, isSelfPortrait,
            representsBurst, addedDate, utcOffset, latitude, longitude
        );
        """
}
