/// The tables and columns of a `photos.db`.
struct LegacyCatalogSchema {
    /// The columns that each table must have.
    private static let needed = [
        "RKVersion": [
            "modelId", "uuid", "masterUuid", "imageDate", "imageTimeZoneOffsetSeconds", "name",
            "extendedDescription", "isFavorite", "isHidden", "isInTrash", "hasAdjustments", "latitude", "longitude",
            "specialType",
        ],
        "RKMaster": ["modelId", "uuid", "imagePath", "originalFileName", "isMissing", "fileIsReference"],
        "RKKeyword": ["modelId", "name"],
        "RKKeywordForVersion": ["versionId", "keywordId"],
        "RKAlbum": ["modelId", "uuid", "name", "albumType", "albumSubclass", "folderUuid", "isInTrash", "isMagic"],
        "RKFolder": ["uuid", "name", "parentFolderUuid", "isInTrash", "isMagic"],
        "RKCustomSortOrder": ["containerUuid", "objectUuid", "orderNumber"],
    ]

    let schema: DatabaseSchema

    init(_ schema: DatabaseSchema) throws(PhotosCatalogSchema.MissingName) {
        self.schema = schema
        for (table, columns) in Self.needed.sorted(by: { $0.key < $1.key }) {
            guard let found = schema[table: table] else { throw PhotosCatalogSchema.MissingName(name: table) }
            for column in columns where !found.has(column) {
                throw PhotosCatalogSchema.MissingName(name: "\(table).\(column)")
            }
        }
    }

    /// The tables that are read.
    var used: [String] {
        Self.needed.keys.sorted() + [
            "RKVolume", "RKAlbumVersion", "RKAdjustmentData", "RKModelResource", "RKPerson", "RKFace", "RKAdminData",
            "LiGlobals",
        ]
    }

    func has(_ columns: [String], in table: String) -> Bool { columns.allSatisfy { schema.has($0, in: table) } }

    func column(_ column: String, of table: String, as alias: String, named name: String) -> String {
        schema.has(column, in: table) ? "\(alias).\(column) AS \(name)" : "NULL AS \(name)"
    }
}
