import Catalog
import Records

/// How to undo the deletion of an album, or of a folder with its contents.
///
/// Restores the collections with their identifiers, titles, descriptions and dates, the members in their order, and the
/// position among the siblings. Leaves out assets that were deleted permanently since.
package struct CollectionReversal: Sendable, Equatable {
    /// A deleted collection.
    struct Part: Sendable, Equatable {
        let record: CollectionRecord
        /// The rows of an album's members, in order.
        let members: [Int64]
    }

    /// The collections, parents first.
    let parts: [Part]
    /// The siblings before the first collection, the nearest last.
    let predecessors: [Int64]

    /// The approximate memory use of the reversal, in bytes.
    package var byteCount: Int {
        parts.reduce(256 + 8 * predecessors.count) { sum, part in
            sum + 256 + part.record.title.utf8.count + part.record.description.utf8.count + 8 * part.members.count
        }
    }
}

extension CatalogReader {
    /// Returns how to undo the deletion of collections.
    ///
    /// - Parameter tree: A collection and its descendants, parents first.
    /// - Complexity: O(*n*) for *n* members and siblings.
    func reversal(ofDeleting tree: [CollectionRecord]) throws -> CollectionReversal {
        let top = tree[0]
        let siblings =
            top.position == nil ? [] : try collections(.children(folder: top.parentID), scope: .everything).map(\.id)
        return CollectionReversal(
            parts: try tree.map { collection in
                CollectionReversal.Part(
                    record: collection, members: collection.kind == .album ? try members(ofAlbum: collection.id) : [])
            },
            predecessors: Array(siblings.prefix { $0 != top.id }))
    }
}
