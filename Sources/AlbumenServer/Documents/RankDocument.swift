/// Where an asset is in a timeline.
struct RankDocument: Encodable {
    let rank: Int
}
