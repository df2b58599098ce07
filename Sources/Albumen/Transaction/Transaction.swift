package import BlobStore
import Catalog
package import Foundation
package import Records

/// The one door for changes: operations are recorded, then committed together with their history, or not at all.
package struct Transaction: Sendable {
    package enum Operation: Sendable {
        /// Creates an asset from files that an intake has made durable. An import's file joins the asset that it is a part of,
        /// and one that the library has is a duplicate.
        case create(AssetCreation)
        /// Creates an asset from an app's files. The commit takes them in first.
        case createAsset(AssetDraft)
        /// Not of one in Recently Deleted.
        case change(AssetChange, assetUUID: String)
        /// Gives the imported date and place back to an asset, as far as the user changed them. `read` has the values of an
        /// asset that was changed before the catalog kept them (`OriginalReading`). Fails for an asset in Recently Deleted.
        case restoreOriginals(OriginalParts, read: OriginalValues, assetUUID: String)
        /// Undoes a change, as a new change.
        case revert(AssetReversal)
        /// Moves to Recently Deleted.
        case trash(assetUUID: String)
        /// Takes back from Recently Deleted.
        case restore(assetUUID: String)
        /// Removes from Recently Deleted for good.
        case purge(assetUUID: String)
        case createCollection(NewCollection)
        case rename(String, collectionUUID: String)
        /// A folder goes with all that is in it; the assets stay.
        case deleteCollection(uuid: String)
        case editMembers(ListEdit, albumUUID: String)
        /// Nil for the top level.
        case editChildren(ListEdit, folderUUID: String?)
        /// Fails with this error: what was asked for cannot be done, which is told when the change is made.
        case refuse(LibraryError)
        /// Remembers what decoding a file's picture told: its placeholder, and why it is damaged if it is. Nothing where
        /// the file is not the one that shows its asset.
        case notePicture(BlobDigest, placeholder: Data?, damage: String?)
        /// Remembers that a file's bytes were known before it was staged.
        case noteDuplicate(ImportSource, BlobDigest)
        /// Remembers what an import made of a file.
        case remember(ImportedFileRecord)
    }

    /// What became of an operation.
    package enum Outcome: Sendable, Equatable {
        case created(assetUUID: String)
        /// The file is a part of an asset that was there.
        case joined(assetUUID: String)
        /// The bytes were known.
        case duplicate(assetUUID: String)
        /// The bytes are those of an asset in Recently Deleted, which stays there.
        case trashedDuplicate(assetUUID: String)
        /// The bytes are those of an asset that was in Recently Deleted.
        case restored(assetUUID: String)
        /// The bytes were known when the file was read, and are no longer: the file is to be read again.
        case vanished
        /// The asset was changed, in a transaction whose settings keep reversals.
        case changed(AssetReversal)
        /// A change was undone, if `isChanged`; otherwise its values had been changed again, or the asset is gone.
        case reverted(isChanged: Bool)
        case done

        /// The file came into the library.
        var isArrival: Bool {
            switch self {
            case .created, .joined: true
            case .duplicate, .trashedDuplicate, .restored, .vanished, .changed, .reverted, .done: false
            }
        }
    }

    /// How an import goes about its creations.
    package struct Settings: Sendable {
        /// What comes in becomes a member of this album, which is made when the first does.
        package var importAlbum: NewCollection?
        /// Bytes whose asset is in Recently Deleted bring it back.
        package var restoresTrashed = false
        /// The outcome of a change tells how to undo it.
        package var keepsReversals = false

        package init() {}
    }

    package var settings = Settings()
    package private(set) var operations: [Operation] = []

    package init(_ operations: [Operation] = []) {
        self.operations = operations
    }

    /// How an app is named among those who change the library: its name may be that of one of the library's own parts.
    package static func author(ofClient client: String) -> String {
        AssetQuery.Scope.author(ofClient: client)
    }

    package mutating func record(_ operation: Operation) {
        operations.append(operation)
    }

    /// Finds what cannot be done whatever the library holds, so that nobody is asked about it first.
    package func validate() throws {
        for operation in operations {
            switch operation {
            case .createAsset(let draft): try draft.validate()
            case .change(let change, _): try change.validate()
            case .refuse(let error): throw error
            default: break
            }
        }
    }
}

extension Transaction.Operation {
    var draft: AssetDraft? {
        if case .createAsset(let draft) = self { draft } else { nil }
    }

    /// Whether it only adds assets, for which a client needs no right to see any.
    package var isCreation: Bool {
        switch self {
        case .create, .createAsset, .noteDuplicate, .remember: true
        default: false
        }
    }

    func isAllowed(_ access: Access) -> Bool {
        switch self {
        case .create, .createAsset, .noteDuplicate, .remember: access.canAddAssets
        case .change, .revert, .restoreOriginals, .trash, .restore, .purge, .createCollection, .rename,
            .deleteCollection, .editMembers, .editChildren:
            access.canChangeAssets
        case .notePicture: access == .full
        case .refuse: true
        }
    }
}
