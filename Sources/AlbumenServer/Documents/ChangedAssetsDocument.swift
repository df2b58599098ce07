/// The assets that a change has made different.
struct ChangedAssetsDocument: Encodable {
    let assets: [String]
}
