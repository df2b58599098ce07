import Records

/// A request to create an album or a folder.
struct NewCollectionRequest: RequestDocument {
    let kind: CollectionRecord.Kind
    let title: String
    /// The parent folder, or `nil` for the top level.
    let parent: String?
    /// The members of a new album.
    let assets: [String]

    init(from decoder: any Decoder) throws {
        let fields = try RequestFields(decoder, known: ["type", "title", "parent", "assets"])
        switch try fields.value("type", as: String.self) {
        case "album": kind = .album
        case "folder": kind = .folder
        default: throw fields.refusal(of: "type", "is album or folder")
        }
        guard let title = try fields.title("title") else { throw fields.refusal(of: "title", "is missing") }
        self.title = title
        parent = try fields.nullableUUID("parent") ?? nil
        assets = fields.has("assets") ? try fields.uuids("assets") : []
        guard kind == .album || assets.isEmpty else {
            throw fields.refusal(of: "assets", "are for albums: a folder holds albums and folders")
        }
    }
}
