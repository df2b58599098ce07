/// A new title of an album or folder, a new description, cover or position, or several of them.
struct CollectionChangeRequest: RequestDocument {
    struct Place: Sendable {
        /// The new folder: `nil` keeps the folder, and an inner `nil` means the top level.
        let parent: String??
        /// The collection before which to insert it, or `nil` for the end.
        let before: String?
    }

    let title: String?
    let description: String?
    /// The new cover of an album: `nil` keeps the cover, and an inner `nil` means the default cover.
    let cover: String??
    let place: Place?

    init(from decoder: any Decoder) throws {
        let fields = try RequestFields(decoder, known: ["title", "description", "cover", "parent", "before"])
        title = try fields.title("title")
        description = try fields.optional("description")
        cover = try fields.nullableUUID("cover")
        let isMoved = fields.has("parent") || fields.has("before")
        place =
            isMoved
            ? Place(parent: try fields.nullableUUID("parent"), before: try fields.nullableUUID("before") ?? nil) : nil
        guard title != nil || description != nil || cover != nil || isMoved else {
            throw fields.refusal(of: "title", "is missing, and so are description, cover, parent and before")
        }
    }
}
