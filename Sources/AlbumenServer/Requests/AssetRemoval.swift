/// The assets that are to go, and how many whoever asks has agreed to.
struct AssetRemoval: RequestDocument {
    let assets: [String]
    /// How many go in all, where this is one of several requests that make one removal; else as many as are named.
    let total: Int
    /// The total that the user has agreed to.
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
