/// The tables and columns of a Lightroom catalogue.
extension CatalogColumns {
    /// The columns that each table must have.
    private static let needed = [
        "Adobe_images": ["id_local", "id_global", "rootFile"],
        "AgLibraryFile": ["id_local", "baseName", "extension", "folder"],
        "AgLibraryFolder": ["id_local", "pathFromRoot", "rootFolder"],
        "AgLibraryRootFolder": ["id_local", "absolutePath"],
        "Adobe_variablesTable": ["name", "value"],
    ]
    private static let optional = [
        "AgLibraryIPTC", "AgHarvestedExifMetadata", "AgHarvestedIptcMetadata", "AgHarvestedDevelopMetadata",
        "Adobe_imageDevelopSettings", "Adobe_libraryImageDevelopSnapshot", "Adobe_AdditionalMetadata",
        "AgLibraryKeyword", "AgLibraryKeywordImage", "AgLibraryKeywordSynonym", "AgLibraryCollection",
        "AgLibraryCollectionImage", "AgLibraryCollectionCoverImage", "AgLibraryPublishedCollection",
        "AgLibraryPublishedCollectionImage", "AgLibraryImport", "AgLibraryImportImage", "AgLibraryFace",
        "AgLibraryFolderStack", "AgLibraryFolderStackImage", "AgLibraryCollectionStack", "AgVideoInfo",
    ]

    /// - Throws: `MissingName` if the catalogue isn't one that Albumen can read.
    init(lightroom schema: DatabaseSchema) throws(MissingName) {
        try self.init(schema, needed: Self.needed, optional: Self.optional)
    }
}
