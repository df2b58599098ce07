/// The identifiers of the assets at some ranks.
struct IdentifiersDocument: Encodable {
    /// The largest number of ranks in a response.
    static let limit = 10_000

    let version: String
    let count: Int
    let from: Int
    let identifiers: [String]
}
