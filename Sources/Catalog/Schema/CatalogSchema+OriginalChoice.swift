extension CatalogSchema {
    /// The original that the user chose as the base of a RAW and JPEG's renderings. The history keeps it.
    ///
    /// The RAW's resource repeats the choice. Then one statement that reads an asset's files also finds the file to
    /// show. A file of a former edit has the columns of a resource.
    static let originalChoice = """
        ALTER TABLE asset ADD COLUMN originalChoice INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE assetImage ADD COLUMN originalChoice INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE resource ADD COLUMN isUsedAsOriginal INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE formerEditFile ADD COLUMN isUsedAsOriginal INTEGER NOT NULL DEFAULT 0;
        """
}
