import Catalog
import Records

extension CatalogReader {
    /// Returns a collection and all its descendants, parents first.
    ///
    /// - Throws: `LibraryError.Code.unsupportedChange` if the client may not delete all of them.
    func deletableTree(below collection: CollectionRecord, access: Access) throws -> [CollectionRecord] {
        try access.requireManagement(of: [collection])
        let tree = try tree(below: collection)
        guard tree.allSatisfy(access.manages) else {
            throw LibraryError(
                .unsupportedChange,
                "The folder “\(collection.title)” holds an album or folder that this app didn't create. Only the owner "
                    + "of the library can delete it.")
        }
        return tree
    }

    /// Returns a collection and all its descendants, parents first.
    func tree(below collection: CollectionRecord) throws -> [CollectionRecord] {
        var tree = [collection]
        var next = 0
        while next < tree.count {
            if tree[next].kind == .folder {
                tree += try collections(.children(folder: tree[next].id), scope: .everything)
            }
            next += 1
        }
        return tree
    }
}
