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
            try assets.filter { try transaction.grant(asset: $0, to: client) }
        }
    }

    /// Hides assets from a client with limited access. All of them disappear in one change.
    ///
    /// - Returns: The assets that were chosen before, in the given order.
    @discardableResult
    package func deselect(_ assets: [Int64], fromClient client: String, author: String) throws -> [Int64] {
        try catalog.write(author: author, at: now()) { transaction in
            try assets.filter { try transaction.revoke(asset: $0, from: client) }
        }
    }

    /// Returns the assets that are chosen for a client, whatever its access is now, in the order of their rows.
    ///
    /// - Complexity: O(*n*) for *n* chosen assets.
    package func chosenAssets(ofClient client: String) throws -> [Int64] {
        try catalog.read { try $0.chosenAssets(of: client) }
    }
}
