/// The properties of a burst's frame that concern the whole burst.
package struct BurstFrame: Sendable, Equatable {
    /// The row identifier.
    package var id: Int64
    package var uuid: String
    package var isHidden: Bool
    package var isTrashed: Bool
    package var representsBurst: Bool
    package var burstSelectionTypes: BurstSelectionTypes
    package var userEdits: UserEdits

    package init(
        id: Int64, uuid: String, isHidden: Bool, isTrashed: Bool, representsBurst: Bool,
        burstSelectionTypes: BurstSelectionTypes, userEdits: UserEdits
    ) {
        self.id = id
        self.uuid = uuid
        self.isHidden = isHidden
        self.isTrashed = isTrashed
        self.representsBurst = representsBurst
        self.burstSelectionTypes = burstSelectionTypes
        self.userEdits = userEdits
    }
}
