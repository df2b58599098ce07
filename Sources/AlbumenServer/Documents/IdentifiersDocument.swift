/// The assets of some ranks, by identifier alone.
struct IdentifiersDocument: Encodable {
    /// The most ranks of one answer.
    static let limit = 10_000

    let version: String
    let count: Int
    let from: Int
    let identifiers: [String]
}
