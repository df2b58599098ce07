/// SQL terms for what a client with limited access could see at a change. The client's name is parameter ?1.
///
/// The earliest choice after a change contains the state at that change, because a choice always has the opposite
/// state before it. Without a later choice, the current state applies. `purgedGrant` contains the state of purged
/// assets.
enum GrantTerms {
    /// Whether the asset was chosen after a change, or before it.
    ///
    /// - Parameters:
    ///   - asset: The expression for the asset's row identifier.
    ///   - later: The condition for later changes, such as `> ?2`.
    static func isChosen(_ asset: String, unlessChangedBy later: String) -> String {
        """
        coalesce((SELECT 1 - isGranted FROM grantImage AS later
                WHERE later.client = ?1 AND later.assetId = \(asset) AND later.changeId \(later)
                ORDER BY later.changeId LIMIT 1),
            \(isChosenNow(asset)))
        """
    }

    /// Whether the asset is chosen, or was chosen when it was purged.
    static func isChosenNow(_ asset: String) -> String {
        """
        (EXISTS (SELECT 1 FROM grants WHERE grants.client = ?1 AND grants.assetId = \(asset))
            OR EXISTS (SELECT 1 FROM purgedGrant WHERE purgedGrant.client = ?1 AND purgedGrant.assetId = \(asset)))
        """
    }

    /// Whether the asset was chosen at some time since a version, or when it was purged.
    ///
    /// - Parameter later: The condition for changes since the version, such as `> ?2`.
    static func concerns(_ asset: String, since later: String) -> String {
        """
        (\(isChosenNow(asset)) OR EXISTS (SELECT 1 FROM grantImage AS choice
            WHERE choice.client = ?1 AND choice.assetId = \(asset) AND choice.changeId \(later)))
        """
    }

    /// Whether the client saw the collection after a change, or before it.
    static func isVisible(_ collection: String, unlessChangedBy later: String) -> String {
        """
        coalesce((SELECT 1 - isVisible FROM visibilityImage AS later
                WHERE later.client = ?1 AND later.collectionId = \(collection) AND later.changeId \(later)
                ORDER BY later.changeId LIMIT 1),
            EXISTS (SELECT 1 FROM visibleCollection AS seen
                WHERE seen.client = ?1 AND seen.collectionId = \(collection)))
        """
    }
}
