import PickerWire

/// The assets that an app preselected, until the owner adds them.
///
/// An app knows the names of assets that it may not see any more, or never saw. So until the owner confirms the choice,
/// the app sees exactly the names that it sent, whether or not such assets exist, can be chosen or match the filter.
/// What the app sees depends on its own calls, and on the assets that the owner deselected or added.
extension PickSession {
    /// A name that an app preselected, whether or not there is such an asset.
    struct PreselectedName: Sendable, Equatable {
        let uuid: String
        /// Whether the app sent a local identifier, so that it may see it again.
        let isIdentifier: Bool
    }

    /// The names that the app sees as preselected now. Their items contain nothing else.
    var visibleNames: [PreselectedName] {
        guard !isAddedByOwner else { return [] }
        switch state {
        // Cancel restores all of them.
        case .cancelled: return Array(preselectedNames.prefix(configuration.assetLimit))
        case .added, .open:
            guard state == .added || configuration.selection.isContinuous else { return [] }
            let room = max(0, configuration.assetLimit - loadable.count)
            return Array(preselectedNames.filter { !deselectedNames.contains($0.uuid) }.prefix(room))
        case .waiting, .expired: return []
        }
    }

    /// Returns whether an app's move changes only what the app knows. A move of an added asset behind a preselected one
    /// would show whether the latter exists.
    func canMove(_ uuid: String?, after place: String??) -> Bool {
        guard case .some(.some(let other)) = place else { return true }
        let names = Set(preselectedNames.map(\.uuid))
        return !names.contains(other) || uuid.map(names.contains) ?? true
    }

    /// Removes chosen assets above the limit: preselected ones before added ones, whose number the app knows.
    mutating func applyLimit() {
        let added = Set(chosen.filter { !isPreselected($0) }.prefix(configuration.assetLimit).map(\.row))
        var room = configuration.assetLimit - added.count
        chosen = chosen.filter { asset in
            if added.contains(asset.row) { return true }
            guard isPreselected(asset), room > 0 else { return false }
            room -= 1
            return true
        }
    }

    /// Replaces the selection. Notes the preselected assets that the owner deselected or selected again.
    mutating func replaceSelection(with assets: [Asset]) {
        let selected = Set(assets.map(\.uuid))
        for asset in chosen where !selected.contains(asset.uuid) && isPreselected(asset) {
            deselectedNames.insert(asset.uuid)
        }
        deselectedNames.subtract(selected)
        chosen = assets
    }
}
