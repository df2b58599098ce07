/// The names of tables and columns in one `Photos.sqlite`. They change from version to version, so they are read.
struct PhotosCatalogSchema {
    /// The table that links an album to its members.
    struct Members {
        var table: String
        var album: String
        var asset: String
        var order: String
    }

    struct KeywordLinks {
        var table: String
        var attributes: String
        var keyword: String
    }

    static let attributes = "ZADDITIONALASSETATTRIBUTES"
    static let resources = "ZINTERNALRESOURCE"
    static let albums = "ZGENERICALBUM"

    let schema: DatabaseSchema
    let assets: String
    let members: Members
    let keywordLinks: KeywordLinks
    let adjusted: String

    /// - Throws: The table or column that is missing.
    init(_ schema: DatabaseSchema) throws(MissingName) {
        self.schema = schema
        guard let assets = ["ZASSET", "ZGENERICASSET"].first(where: { schema[table: $0] != nil }) else {
            throw MissingName(name: "ZASSET")
        }
        self.assets = assets
        let needed = [
            assets: [
                "Z_PK", "ZUUID", "ZKIND", "ZKINDSUBTYPE", "ZDATECREATED", "ZTRASHEDSTATE", "ZDIRECTORY", "ZFILENAME",
                "ZFAVORITE", "ZHIDDEN", "ZLATITUDE", "ZLONGITUDE", "ZSAVEDASSETTYPE",
            ],
            Self.attributes: [
                "Z_PK", "ZASSET", "ZORIGINALFILENAME", "ZTIMEZONEOFFSET", "ZTITLE", "ZASSETDESCRIPTION",
            ],
            "ZASSETDESCRIPTION": ["Z_PK", "ZLONGDESCRIPTION"],
            "ZKEYWORD": ["Z_PK", "ZTITLE"],
            Self.resources: ["Z_PK", "ZASSET", "ZRESOURCETYPE", "ZVERSION", "ZDATASTORESUBTYPE"],
            Self.albums: ["Z_PK", "ZKIND", "ZUUID", "ZTITLE", "ZPARENTFOLDER", "ZTRASHEDSTATE"],
            "Z_METADATA": ["Z_UUID"],
        ]
        for (table, columns) in needed.sorted(by: { $0.key < $1.key }) {
            guard let found = schema[table: table] else { throw MissingName(name: table) }
            for column in columns where !found.has(column) { throw MissingName(name: "\(table).\(column)") }
        }
        guard let adjusted = ["ZADJUSTMENTSSTATE", "ZHASADJUSTMENTS"].first(where: { schema.has($0, in: assets) })
        else { throw MissingName(name: "\(assets).ZADJUSTMENTSSTATE") }
        self.adjusted = adjusted
        guard let members = schema.all.lazy.compactMap(Self.members).first else {
            throw MissingName(name: "Z_nASSETS")
        }
        self.members = members
        guard let links = schema.all.lazy.compactMap(Self.keywordLinks).first else {
            throw MissingName(name: "Z_1KEYWORDS")
        }
        keywordLinks = links
    }

    struct MissingName: Error {
        var name: String
        /// The version of the model, if it's known.
        var model: Int?
    }

    func has(_ column: String, in table: String) -> Bool { schema.has(column, in: table) }

    /// Returns a column of a table, or `NULL` if this version doesn't have it, under a name for the row.
    ///
    /// - Parameter alias: The name of the table in the query.
    func column(_ column: String, of table: String, as alias: String, named name: String) -> String {
        has(column, in: table) ? "\(alias).\"\(column)\" AS \(name)" : "NULL AS \(name)"
    }

    private static func members(_ table: DatabaseSchema.Table) -> Members? {
        guard let album = table.columns.first(where: { isNumbered($0, "Z_", "ALBUMS") }),
            let asset = table.columns.first(where: { isNumbered($0, "Z_", "ASSETS") }),
            let order = table.columns.first(where: { $0.uppercased() == "Z_FOK_" + asset.uppercased().dropFirst(2) })
        else { return nil }
        return Members(table: table.name, album: album, asset: asset, order: order)
    }

    private static func keywordLinks(_ table: DatabaseSchema.Table) -> KeywordLinks? {
        guard let attributes = table.columns.first(where: { isNumbered($0, "Z_", "ASSETATTRIBUTES") }),
            let keyword = table.columns.first(where: { isNumbered($0, "Z_", "KEYWORDS") })
        else { return nil }
        return KeywordLinks(table: table.name, attributes: attributes, keyword: keyword)
    }

    /// Returns whether a name is a prefix, a number and an ending, such as `Z_26ASSETS`.
    private static func isNumbered(_ name: String, _ prefix: String, _ ending: String) -> Bool {
        let name = name.uppercased()
        guard name.hasPrefix(prefix), name.hasSuffix(ending) else { return false }
        let number = name.dropFirst(prefix.count).dropLast(ending.count)
        return !number.isEmpty && number.utf8.allSatisfy { (0x30...0x39).contains($0) }
    }
}

extension PhotosCatalogSchema {
    /// The tables that are read.
    var used: [String] {
        [
            assets, Self.attributes, Self.resources, Self.albums, members.table, keywordLinks.table, "ZKEYWORD",
            "ZASSETDESCRIPTION", "ZEXTENDEDATTRIBUTES", "ZUNMANAGEDADJUSTMENT", "ZFILESYSTEMVOLUME",
            "ZFILESYSTEMBOOKMARK", "ZDETECTEDFACE", "ZPERSON", "Z_METADATA",
        ]
    }
}
