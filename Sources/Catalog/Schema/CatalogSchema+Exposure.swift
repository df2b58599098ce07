extension CatalogSchema {
    /// The exposure of photos, and the version of the reader that read a row's values from its file. Rows of version 0
    /// have no exposure yet: `albumen refresh` reads it.
    static let exposure = """
        ALTER TABLE assetMetadata ADD COLUMN exposureTime REAL;
        ALTER TABLE assetMetadata ADD COLUMN aperture REAL;
        ALTER TABLE assetMetadata ADD COLUMN iso INTEGER;
        ALTER TABLE assetMetadata ADD COLUMN focalLength REAL;
        ALTER TABLE assetMetadata ADD COLUMN focalLengthIn35mmFilm INTEGER;
        ALTER TABLE assetMetadata ADD COLUMN metadataVersion INTEGER NOT NULL DEFAULT 0;
        """
}
