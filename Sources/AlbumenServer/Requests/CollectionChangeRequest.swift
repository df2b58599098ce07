/// Another title of an album or folder, another place, or both.
struct CollectionChangeRequest: RequestDocument {
    struct Place: Sendable {
        /// Nil where it stays in its folder, an inner nil for the top level.
        let parent: String??
        /// The one that it comes before; nil for the end.
        let before: String?
    }

    let title: String?
    let place: Place?

    init(from decoder: any Decoder) throws {
        let fields = try RequestFields(decoder, known: ["title", "parent", "before"])
        title = try fields.title("title")
        let isMoved = fields.has("parent") || fields.has("before")
        place =
            isMoved
            ? Place(parent: try fields.nullableUUID("parent"), before: try fields.nullableUUID("before") ?? nil) : nil
        guard title != nil || isMoved else {
            throw fields.refusal(of: "title", "is missing, and so are parent and before")
        }
    }
}
