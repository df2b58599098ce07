import Catalog

/// The assets that the user chose for clients with limited access.
extension Library {
    /// Lets a client with limited access see assets. All of them become visible in one change.
    ///
    /// - Parameters:
    ///   - assets: The row identifiers.
    ///   - author: The author of the decision, for the history.
    /// - Returns: The assets that weren't chosen before, in the given order.
    /// - Throws: An error if an asset doesn't exist. Nothing changes then.
    @discardableResult
    package func choose(_ assets: [Int64], forClient client: String, author: String) throws -> [Int64] {
        try catalog.write(author: author, at: now()) { transaction in
            Self.ordered(try transaction.grant(assets: assets, to: client), like: assets)
        }
    }

    /// Hides assets from a client with limited access. All of them disappear in one change.
    ///
    /// - Returns: The assets that were chosen before, in the given order.
    @discardableResult
    package func deselect(_ assets: [Int64], fromClient client: String, author: String) throws -> [Int64] {
        try catalog.write(author: author, at: now()) { transaction in
            Self.ordered(try transaction.revoke(assets: assets, from: client), like: assets)
        }
    }

    /// Replaces the assets that are chosen for a client with limited access, in one change.
    ///
    /// - Returns: The assets that weren't chosen before, in the given order, and those that are no longer chosen.
    /// - Throws: An error if an asset doesn't exist. Nothing changes then.
    /// - Complexity: O(*n* + *m*) for *n* given and *m* formerly chosen assets. History grows with the difference.
    @discardableResult
    package func setChosenAssets(
        _ assets: [Int64], ofClient client: String, author: String
    ) throws -> (added: [Int64], removed: [Int64]) {
        try catalog.write(author: author, at: now()) { transaction in
            let former = try transaction.reader.chosenAssets(of: client)
            let kept = Set(assets)
            let removed = try transaction.revoke(assets: former.filter { !kept.contains($0) }, from: client)
            let added = try transaction.grant(assets: assets, to: client)
            return (Self.ordered(added, like: assets), removed.sorted())
        }
    }

    static func ordered(_ changed: Set<Int64>, like assets: [Int64]) -> [Int64] {
        // A caller may name an asset twice.
        var rest = changed
        return assets.filter { rest.remove($0) != nil }
    }

    /// Returns the assets that are chosen for a client, whatever its access is now, in the order of their rows.
    ///
    /// - Complexity: O(*n*) for *n* chosen assets.
    package func chosenAssets(ofClient client: String) throws -> [Int64] {
        try catalog.read { try $0.chosenAssets(of: client) }
    }
}
