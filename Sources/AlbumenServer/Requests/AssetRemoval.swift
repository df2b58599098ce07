/// The assets that are to go, and how many whoever asks has agreed to.
struct AssetRemoval: RequestDocument {
    let assets: [String]
    let confirmedRemovals: Int?

    init(from decoder: any Decoder) throws {
        let fields = try RequestFields(decoder, known: ["assets", "confirmedRemovals"])
        assets = try fields.uuids("assets")
        confirmedRemovals = try fields.optional("confirmedRemovals")
    }
}
