/// The assets that a change added to an album, removed from it, or moved in it.
struct ChangedMembersDocument: Encodable {
    let assets: [String]
    /// The former ranks of removed or moved assets among all members, including hidden ones, in ascending order.
    /// Otherwise empty.
    let ranks: [Int]
}
