/// The number of a burst's frames that aren't in Recently Deleted.
package struct BurstCount: Sendable, Equatable {
    package var visible: Int
    package var hidden: Int

    package init(visible: Int = 0, hidden: Int = 0) {
        self.visible = visible
        self.hidden = hidden
    }
}
