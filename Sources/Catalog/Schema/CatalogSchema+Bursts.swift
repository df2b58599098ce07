extension CatalogSchema {
    /// The frames of each burst, with the columns that decide how many of them a stack has. A timeline counts frames with
    /// this index alone.
    static let burstFrames = """
        DROP INDEX assetByBurst;
        CREATE INDEX assetByBurst ON asset(burstIdentifier, creationDate, uuid, trashedDate, isHidden)
            WHERE burstIdentifier IS NOT NULL;
        """
}
