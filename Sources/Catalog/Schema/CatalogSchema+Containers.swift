extension CatalogSchema {
    /// Where the bytes of a file are within another file of the library, such as the video of a motion photo. Files of
    /// former edits have the same columns as others.
    static let containers = """
        ALTER TABLE resource ADD COLUMN containerSha256 BLOB;
        ALTER TABLE resource ADD COLUMN containerOffset INTEGER;
        CREATE INDEX resourceByContainer ON resource(containerSha256) WHERE containerSha256 IS NOT NULL;
        ALTER TABLE formerEditFile ADD COLUMN containerSha256 BLOB;
        ALTER TABLE formerEditFile ADD COLUMN containerOffset INTEGER;
        """
}
