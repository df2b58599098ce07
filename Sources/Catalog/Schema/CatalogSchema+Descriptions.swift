extension CatalogSchema {
    /// The descriptions that users write for their albums and folders. The history keeps them with the other
    /// properties of a collection.
    static let albumDescriptions = """
        ALTER TABLE collection ADD COLUMN description TEXT NOT NULL DEFAULT '';
        ALTER TABLE collectionImage ADD COLUMN description TEXT NOT NULL DEFAULT '';
        """
}
