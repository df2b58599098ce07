import Albumen
import Records

/// The whole recipe of an asset's edit, and the revision that the client began with:
/// `{"recipe": {…}, "revision": "…"}`.
struct AdjustmentRequest: RequestDocument {
    let recipe: AdjustmentRecipe
    let revision: EditRevision

    init(from decoder: any Decoder) throws {
        let fields = try RequestFields(decoder, known: ["recipe", "revision"])
        recipe = try fields.value("recipe")
        guard let revision = EditRevision(text: try fields.value("revision")) else {
            throw fields.refusal(of: "revision", "is none that this server sent")
        }
        self.revision = revision
    }
}

/// A recipe for several assets: `{"assets": […], "recipe": {…}}`.
struct AdjustmentPasteRequest: RequestDocument {
    /// The largest number of assets. Their renderings exist twice until the change is committed.
    static let limit = 100

    let assets: [String]
    let recipe: AdjustmentRecipe

    init(from decoder: any Decoder) throws {
        let fields = try RequestFields(decoder, known: ["assets", "recipe"])
        assets = try fields.uuids("assets", atMost: Self.limit)
        recipe = try fields.value("recipe")
    }
}
