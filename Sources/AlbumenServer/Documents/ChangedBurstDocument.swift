/// The result of a change of a burst.
struct ChangedBurstDocument: Encodable {
    /// The former state. Sending it as another change undoes the change.
    struct Former: Encodable {
        let kept: [String]
        /// The key photo that the user had chosen, or `null` if the library had chosen it.
        @OrNull var key: String?
    }

    let assets: [String]
    let former: Former
}
