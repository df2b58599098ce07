extension CatalogSchema {
    /// An index of the frames of each burst, with the columns that determine the count of its stack. A timeline
    /// counts frames with this index alone.
    static let burstFrames = """
        DROP INDEX assetByBurst;
        CREATE INDEX assetByBurst ON asset(burstIdentifier, creationDate, uuid, trashedDate, isHidden)
            WHERE burstIdentifier IS NOT NULL;
        """
}
