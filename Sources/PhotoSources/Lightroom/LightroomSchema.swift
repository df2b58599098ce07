/// The tables and columns of a Lightroom catalogue.
struct LightroomSchema {
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

    let schema: DatabaseSchema

    init(_ schema: DatabaseSchema) throws(Lightroom.MissingName) {
        self.schema = schema
        for (table, columns) in Self.needed.sorted(by: { $0.key < $1.key }) {
            guard let found = schema[table: table] else { throw Lightroom.MissingName(name: table) }
            for column in columns where !found.has(column) {
                throw Lightroom.MissingName(name: "\(table).\(column)")
            }
        }
    }

    /// The tables that are read.
    var used: [String] { Self.needed.keys.sorted() + Self.optional }

    func has(_ columns: [String], in table: String) -> Bool { columns.allSatisfy { schema.has($0, in: table) } }

    /// Returns a column of a table, or `NULL` if this version doesn't have it, under a name for the row.
    func column(_ column: String, of table: String, as alias: String, named name: String) -> String {
        schema.has(column, in: table) ? "\(alias).\(column) AS \(name)" : "NULL AS \(name)"
    }
}
