/// The UUIDs of the objects of one kind that a change inserted, updated or deleted. The lists have no order and share
/// no object.
package struct ChangeDetails: Sendable, Equatable {
    package var inserted: [String] = []
    package var updated: [String] = []
    package var deleted: [String] = []

    package init() {}

    package var isEmpty: Bool { inserted.isEmpty && updated.isEmpty && deleted.isEmpty }
}
