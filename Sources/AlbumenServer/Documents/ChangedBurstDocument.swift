/// What a change of a burst made different.
struct ChangedBurstDocument: Encodable {
    /// What takes the change back when sent as another change.
    struct Former: Encodable {
        let kept: [String]
        /// The key photo that the user had chosen; null if the library had.
        @OrNull var key: String?
    }

    let assets: [String]
    let former: Former
}
