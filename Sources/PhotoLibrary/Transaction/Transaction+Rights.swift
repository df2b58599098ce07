extension Transaction {
    /// The rights of all operations, in their order.
    var rights: [OperationRights] {
        let created = createdUUIDs
        return operations.map { $0.rights(amongCreated: created) }
    }

    /// Whether the operations only add assets, and edit assets that they add. A client needs no right to see assets for
    /// that.
    package var onlyAdds: Bool { rights.allSatisfy(\.onlyAdds) }

    /// The UUIDs of the assets that the operations move to Recently Deleted or delete permanently.
    var removedUUIDs: Set<String> { Set(rights.compactMap(\.removedAssetUUID)) }

    /// The UUIDs of the assets that drafts create.
    private var createdUUIDs: Set<String> { Set(operations.compactMap(\.draft?.uuid)) }
}

extension Transaction.Operation {
    /// Returns the rights of the operation. A new case must state its rights here.
    ///
    /// - Parameter created: The UUIDs of the assets that drafts of the transaction create. A new asset can start with an
    ///   edit, which needs no confirmation.
    fileprivate func rights(amongCreated created: Set<String>) -> OperationRights {
        switch self {
        case .refuse: OperationRights(.none)
        case .create, .createAsset, .noteDuplicate, .remember: OperationRights(.adding)
        case .edit(_, let uuid):
            created.contains(uuid)
                ? OperationRights(.adding) : OperationRights(.changing, confirming: .edit(assetUUID: uuid))
        case .revertEdit(let uuid, _, let choice):
            OperationRights(
                .changing,
                confirming: created.contains(uuid)
                    ? nil : choice == nil ? .revertEdit(assetUUID: uuid) : .edit(assetUUID: uuid))
        // Another original changes how the asset looks, as an edit does.
        case .change(let change, let uuid) where change.originalChoice != nil,
            .adjust(_, let change, let uuid) where change.originalChoice != nil:
            OperationRights(.changing, confirming: created.contains(uuid) ? nil : .edit(assetUUID: uuid))
        case .trash(let uuid): OperationRights(.changing, confirming: .trash(assetUUID: uuid))
        case .purge(let uuid): OperationRights(.changing, confirming: .purge(assetUUID: uuid))
        case .deleteCollection(let uuid): OperationRights(.changing, confirming: .deleteCollection(uuid: uuid))
        case .change, .adjust, .revert, .restoreOriginals, .restore, .createCollection, .rename, .describe, .setCover,
            .restoreCollection, .editMembers, .editChildren:
            OperationRights(.changing)
        case .addAdjustment, .addMotionVideo, .joinEdit, .notePicture, .noteMetadata, .takeZone, .noteUploads,
            .forgetUploads, .bringOver, .bringOverCollection, .takeSidecar, .deleteImport:
            OperationRights(.full)
        }
    }
}
