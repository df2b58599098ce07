import Foundation

/// The assets that a user has selected, for requests that change nothing.
enum AssetSelection {
    /// The largest number of assets.
    static let limit = 100_000
    /// The size limit of a body in bytes. It allows so many identifiers, with their suffixes.
    static let bodyLimit = 8 << 20
}

/// The assets to summarize: `{"assets": […]}`.
struct SummaryRequest: RequestDocument {
    static let bodyLimit = AssetSelection.bodyLimit

    let assets: [String]

    init(from decoder: any Decoder) throws {
        assets = try RequestFields(decoder, known: ["assets"]).uuids("assets", atMost: AssetSelection.limit)
    }
}
