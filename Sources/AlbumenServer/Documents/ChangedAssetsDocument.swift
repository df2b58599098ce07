/// The assets that a change affected.
struct ChangedAssetsDocument: Encodable {
    let assets: [String]
}

/// The assets whose properties or edits a change affected.
struct ChangedFactsDocument: Encodable {
    let assets: [String]
    /// The value for `/api/undo`, or `null` if the change can't be undone.
    @OrNull var undo: String?
}
