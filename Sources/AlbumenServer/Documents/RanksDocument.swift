/// The ranks of some assets in a timeline.
struct RanksDocument: Encodable {
    /// The largest number of assets in a request.
    static let limit = 100
    /// The largest size of their list, in bytes.
    static let longestList = 8192

    /// The rank of each requested asset, or `null` if the timeline doesn't contain it.
    let ranks: [Int?]
}
