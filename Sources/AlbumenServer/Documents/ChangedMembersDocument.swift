/// The assets that came into an album, left it, or moved in it.
struct ChangedMembersDocument: Encodable {
    let assets: [String]
    /// Where those that left were among all members, hidden ones too, in rising order; else empty.
    let ranks: [Int]
}
