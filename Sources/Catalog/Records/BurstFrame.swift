/// What a burst needs to know of each of its frames.
package struct BurstFrame: Sendable, Equatable {
    /// The row identifier.
    package var id: Int64
    package var uuid: String
    package var isHidden: Bool
    package var isTrashed: Bool
    package var representsBurst: Bool
    package var burstSelectionTypes: Int
    package var userEdits: Int
}

/// How many frames of a burst aren't in Recently Deleted.
package struct BurstCount: Sendable, Equatable {
    package var visible: Int
    package var hidden: Int

    package init(visible: Int = 0, hidden: Int = 0) {
        self.visible = visible
        self.hidden = hidden
    }
}
