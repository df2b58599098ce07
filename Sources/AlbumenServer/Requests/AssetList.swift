/// The assets to change: `{"assets": […]}`.
struct AssetList: RequestDocument {
    /// The largest number of assets in a request.
    static let limit = 10_000

    let assets: [String]

    init(from decoder: any Decoder) throws {
        assets = try RequestFields(decoder, known: ["assets"]).uuids("assets")
    }
}
