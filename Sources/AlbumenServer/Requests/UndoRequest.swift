/// The change to undo: `{"undo": "…"}`.
struct UndoRequest: RequestDocument {
    let undo: String

    init(from decoder: any Decoder) throws {
        undo = try RequestFields(decoder, known: ["undo"]).value("undo")
    }
}
