/// The assets that a change is about: `{"assets": […]}`.
struct AssetList: RequestDocument {
    /// The most of one request.
    static let limit = 10_000

    let assets: [String]

    init(from decoder: any Decoder) throws {
        assets = try RequestFields(decoder, known: ["assets"]).uuids("assets")
    }
}
