import Catalog
import Records

extension CollectionWriter {
    /// - Returns: How to undo the deletion, if `keepsReversal` is `true` and the collection wasn't deleted before.
    func delete(_ uuid: String, keepsReversal: Bool) throws -> CollectionReversal? {
        guard !deleted.contains(uuid) else { return nil }
        let tree = try transaction.reader.deletableTree(below: find(uuid), access: access)
        let reversal = keepsReversal ? try transaction.reader.reversal(ofDeleting: tree) : nil
        // Starts with the deepest collections, so that each folder is empty when it's deleted.
        for collection in tree.reversed() {
            try transaction.delete(collection: collection.id)
            deleted.insert(collection.uuid)
        }
        try touchParents(of: [tree[0]])
        return reversal
    }

    /// Restores deleted collections with their members.
    ///
    /// - Returns: `false` if the folder that contained them no longer exists.
    func restore(_ reversal: CollectionReversal) throws -> Bool {
        let top = reversal.parts[0].record
        guard try transaction.reader.collections(.uuids([top.uuid]), scope: .everything).isEmpty else { return true }
        let folder = try top.parentID.map { try transaction.reader.collections(withIdentifiers: [$0]) }
        if let folder, folder.isEmpty { return false }
        var identifiers: [Int64: Int64] = [:]
        for part in reversal.parts {
            var record = part.record
            record.modificationDate = transaction.date
            if record.id == top.id {
                (record.parentID, record.position) = (nil, nil)
            } else {
                // The siblings in a restored folder are all restored, so they keep their positions.
                record.parentID = record.parentID.flatMap { identifiers[$0] }
            }
            let identifier = try transaction.insert(record)
            identifiers[part.record.id] = identifier
            let members = try transaction.reader.present(assets: part.members)
            if !members.isEmpty { try transaction.append(assets: members, toAlbum: identifier) }
        }
        guard top.position != nil, let identifier = identifiers[top.id] else { return true }
        let present = try transaction.reader.collections(.children(folder: top.parentID), scope: .everything)
        let siblings = Set(present.map(\.id))
        let predecessor = reversal.predecessors.last(where: siblings.contains)
        try transaction.place(collections: [identifier], inFolder: top.parentID, after: predecessor)
        if let folder { try touch(folder[0]) }
        return true
    }
}
