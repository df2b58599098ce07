/// The rights of an operation: the access that it needs, and its effect on objects of the user. All checks of access and
/// all questions to the user read them.
struct OperationRights: Equatable {
    /// The access that an operation needs.
    enum RequiredAccess {
        case none
        /// Adding assets. A client needs no right to see assets for it.
        case adding
        case changing
        /// Access to the entire library.
        case full
    }

    /// An effect that the user must confirm. Some effects need a confirmation only under conditions of the catalog.
    enum ConfirmedEffect: Equatable {
        case edit(assetUUID: String)
        case revertEdit(assetUUID: String)
        case trash(assetUUID: String)
        case purge(assetUUID: String)
        case deleteCollection(uuid: String)
    }

    let access: RequiredAccess
    let effect: ConfirmedEffect?

    init(_ access: RequiredAccess, confirming effect: ConfirmedEffect? = nil) {
        self.access = access
        self.effect = effect
    }

    /// Whether the operation only adds assets, or changes nothing.
    var onlyAdds: Bool {
        switch access {
        case .none, .adding: true
        case .changing, .full: false
        }
    }

    /// The UUID of the asset that the operation removes.
    var removedAssetUUID: String? {
        switch effect {
        case .trash(let uuid), .purge(let uuid): uuid
        case .edit, .revertEdit, .deleteCollection, nil: nil
        }
    }

    /// Whether the operation deletes an asset permanently.
    var isPermanent: Bool {
        if case .purge = effect { true } else { false }
    }

    func isAllowed(_ access: Access) -> Bool {
        switch self.access {
        case .none: true
        case .adding: access.canAddAssets
        case .changing: access.canChangeAssets
        case .full: access == .full
        }
    }
}
