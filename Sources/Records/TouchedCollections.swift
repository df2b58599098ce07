/// The albums and folders that changes touched.
package struct TouchedCollections: Sendable {
    /// UUIDs of the collections whose title, members, count or dates changed.
    package var changed: Set<String> = []
    /// UUIDs of the collections that were deleted.
    package var deleted: Set<String> = []
    /// Whether collections were added, deleted or moved.
    package var areRearranged = false

    package init() {}
}
