import Catalog
package import Records

/// The user's changes of the assets that are chosen for a client, on a page or with the command.
extension Library {
    /// A part of a list of assets, and the place where the next part starts.
    package struct AssetPart: Sendable {
        /// The number of assets in the whole list.
        package let count: Int
        /// The row identifiers.
        package let assets: [Int64]
        /// Pass it to get the next part, or `nil` at the end.
        package let next: Int64?
    }

    /// Chooses assets for a client and deselects others, in one change. Other assets keep their state, so changes that
    /// somebody else made meanwhile stay.
    ///
    /// - Parameters:
    ///   - chosen: The row identifiers. Assets that no longer exist are ignored.
    ///   - author: The author of the decision, for the history.
    /// - Returns: The assets whose state changed, in the given order.
    /// - Complexity: O(*n*) for *n* given assets.
    @discardableResult
    package func changeSelection(
        ofClient client: String, choosing chosen: [Int64], deselecting deselected: [Int64], author: String
    ) throws -> (chosen: [Int64], deselected: [Int64]) {
        try catalog.write(author: author, at: now()) { transaction in
            let existing = try transaction.reader.granted(chosen, scope: .everything)
            let added = try transaction.grant(assets: existing, to: client)
            let removed = try transaction.revoke(assets: Set(deselected), from: client)
            return (Self.ordered(added, like: chosen), Self.ordered(removed, like: deselected))
        }
    }

    /// Returns which of some assets are chosen for a client.
    ///
    /// - Complexity: O(*n*) for *n* given assets.
    package func chosenAssets(ofClient client: String, among assets: [Int64]) throws -> Set<Int64> {
        try catalog.read { try $0.granted(assets, scope: .granted(client: client)) }
    }

    package func chosenAssetCount(ofClient client: String) throws -> Int {
        try catalog.readOnce { try $0.chosenAssetCount(of: client) }
    }

    /// Returns a part of the assets that are chosen for a client, in the order of their rows.
    ///
    /// - Parameter place: The `next` of the part before, or 0.
    package func chosenAssets(ofClient client: String, after place: Int64, limit: Int) throws -> AssetPart {
        try catalog.read { reader in
            let assets = try reader.chosenAssets(of: client, after: place, limit: limit + 1)
            return AssetPart(
                count: try reader.chosenAssetCount(of: client), assets: Array(assets.prefix(limit)),
                next: assets.count > limit ? assets[limit - 1] : nil)
        }
    }

    // MARK: Picks

    /// Remembers a choice that the user confirmed in the picker.
    ///
    /// - Parameter assets: The row identifiers, in the order of the choice.
    package func remember(_ pick: ConfirmedPick, assets: [Int64]) throws {
        _ = try catalog.write(author: "picker", at: now()) { try $0.insert(pick, assets: assets) }
        doorbell.ring()
    }

    /// Returns the newest confirmed picks.
    package func confirmedPicks(limit: Int = 1000) throws -> [ConfirmedPick] {
        try catalog.readOnce { try $0.confirmedPicks(limit: limit) }
    }

    /// Returns a part of the assets of a confirmed pick that still exist, in the order of the choice. Returns `nil` if
    /// the pick isn't remembered.
    ///
    /// - Parameter place: The `next` of the part before, or -1.
    package func assets(ofConfirmedPick pick: Int64, after place: Int64, limit: Int) throws -> AssetPart? {
        try catalog.read { reader in
            guard let count = try reader.assetCount(ofConfirmedPick: pick) else { return nil }
            let assets = try reader.assets(ofConfirmedPick: pick, after: place, limit: limit + 1)
            return AssetPart(
                count: count, assets: assets.prefix(limit).map(\.asset),
                next: assets.count > limit ? assets[limit - 1].position : nil)
        }
    }
}
