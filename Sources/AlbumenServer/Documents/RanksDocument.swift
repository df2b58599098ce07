/// Where some assets are in a timeline.
struct RanksDocument: Encodable {
    /// The most assets of one request.
    static let limit = 100
    /// Bytes of their list.
    static let longestList = 8192

    /// One for each asset asked for; null for what is not in the timeline.
    let ranks: [Int?]
}
