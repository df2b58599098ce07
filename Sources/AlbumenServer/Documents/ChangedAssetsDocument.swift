/// The assets that a change has made different.
struct ChangedAssetsDocument: Encodable {
    let assets: [String]
}

/// The assets that a change of their facts has made different.
struct ChangedFactsDocument: Encodable {
    let assets: [String]
    /// What `/api/undo` takes; null if the change can't be undone.
    @OrNull var undo: String?
}
