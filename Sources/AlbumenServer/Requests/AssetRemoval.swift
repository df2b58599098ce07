/// The assets to remove, and the number of assets that the user has confirmed.
struct AssetRemoval: RequestDocument {
    let assets: [String]
    /// The total of a removal that consists of several requests. Otherwise, the number of assets in this request.
    let total: Int
    /// The total that the user has confirmed.
    let confirmedRemovals: Int?

    init(from decoder: any Decoder) throws {
        let fields = try RequestFields(decoder, known: ["assets", "of", "confirmedRemovals"])
        assets = try fields.uuids("assets")
        total = try fields.optional("of") ?? assets.count
        confirmedRemovals = try fields.optional("confirmedRemovals")
        guard total >= assets.count else {
            throw fields.refusal(of: "of", "is \(total), less than the \(assets.count) of this request")
        }
    }
}
