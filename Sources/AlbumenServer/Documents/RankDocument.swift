/// The rank of an asset in a timeline.
struct RankDocument: Encodable {
    let rank: Int
}
