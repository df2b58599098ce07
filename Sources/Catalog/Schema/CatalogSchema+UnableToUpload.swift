extension CatalogSchema {
    /// The members of the smart album “Unable to Upload”, as a column that the history keeps. Observers and persistent
    /// history receive its changes like those of any other column.
    ///
    /// The index `placementFailed` finds the blobs that decide about membership.
    static let unableToUpload = """
        ALTER TABLE asset ADD COLUMN isUnableToUpload INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE assetImage ADD COLUMN isUnableToUpload INTEGER NOT NULL DEFAULT 0;
        CREATE INDEX assetUnableToUpload ON asset(creationDate, uuid, isShown, isUnableToUpload)
            WHERE isUnableToUpload = 1;
        CREATE INDEX placementFailed ON placement(firstFailureDate) WHERE firstFailureDate IS NOT NULL;
        """
}
