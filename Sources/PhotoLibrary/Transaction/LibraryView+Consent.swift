import Catalog
import Records

extension LibraryView {
    /// Returns what the user must confirm before a client's change is made, or `nil` if nothing needs a confirmation.
    /// Counts only objects that exist and that the principal may see.
    ///
    /// Edits of the client's own assets need no confirmation, and neither does anything that the owner edits.
    ///
    /// - Throws: The errors of `deletion(in:)`.
    package func consentRequest(in transaction: Transaction) throws -> ConsentRequest? {
        var request = ConsentRequest(deletion: try deletion(in: transaction) ?? Deletion())
        if principal.client != nil {
            let (edited, reverted) = transaction.editedUUIDs
            if !edited.isEmpty || !reverted.isEmpty {
                try catalog.read { reader in
                    request.editedAssets = try foreignAssets(among: edited, reader).count
                    request.revertedAssets = try foreignAssets(among: reverted, reader).count { $0.hasAdjustments }
                }
            }
        }
        return request.isEmpty ? nil : request
    }

    /// Returns what the user must confirm before a client edits assets, or `nil` if the edit needs no confirmation.
    package func consentRequest(toEdit uuids: [String]) throws -> ConsentRequest? {
        guard principal.client != nil else { return nil }
        var request = ConsentRequest()
        request.editedAssets = try catalog.read { try foreignAssets(among: Set(uuids), $0).count }
        return request.isEmpty ? nil : request
    }

    /// Returns the visible assets that the client didn't create.
    private func foreignAssets(among uuids: Set<String>, _ reader: CatalogReader) throws -> [AssetRecord] {
        let identifiers = try reader.assetIdentifiers(uuids: Array(uuids)).values
        let visible = try reader.granted(identifiers, scope: scope)
        return try reader.assets(withIdentifiers: Array(visible)).values.filter { $0.creator != principal.author }
    }
}

extension Transaction {
    /// The UUIDs of existing assets. An asset that is edited and reverted counts as edited.
    fileprivate var editedUUIDs: (edited: Set<String>, reverted: Set<String>) {
        var edited: Set<String> = []
        var reverted: Set<String> = []
        for effect in rights.lazy.compactMap(\.effect) {
            switch effect {
            case .edit(let uuid): edited.insert(uuid)
            case .revertEdit(let uuid): reverted.insert(uuid)
            case .trash, .purge, .deleteCollection: break
            }
        }
        return (edited, reverted.subtracting(edited))
    }
}
