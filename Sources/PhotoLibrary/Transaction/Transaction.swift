import BlobStore
import Catalog
package import Foundation
package import Records

/// Operations that are committed together with their history, or not at all. All changes of a library go through
/// transactions.
package struct Transaction: Sendable {
    package enum Operation: Sendable {
        /// Creates an asset from files that an intake has made durable. An import's file can instead join the asset
        /// that it is a part of, or turn out to be a duplicate.
        case create(AssetCreation)
        /// Creates the asset of a source's item, or updates it with what the source has new. The outcome is `broughtOver`,
        /// or `vanished` if the item's files must be read.
        case bringOver(SourceArrival)
        /// Sets the values of an asset that a sidecar has new. The outcome is `broughtOver`, or `vanished` if the asset was
        /// purged.
        case takeSidecar(SidecarArrival)
        /// Creates an album or a folder of a source, or updates it. Its items and its folder come before it. The outcome is
        /// `collected`.
        case bringOverCollection(CollectionArrival)
        /// Deletes the album of an import, and the albums and folders of sources that show nothing any more because its
        /// members are in Recently Deleted. Another import brings them over again.
        case deleteImport(albumUUID: String)
        /// Creates an asset from an app's files. The commit takes them in first.
        case createAsset(AssetDraft)
        /// Adds an AAE file with a slow motion to the asset of the imported video with the same name. The outcome is
        /// `unmatched` if there is no such video, or if it has other adjustment data.
        case addAdjustment(AdjustmentFile)
        /// Adds the files of an edit to the asset of the imported original beside them. The outcome is `unmatched` if
        /// there is no such asset, if it has another edit, or if the files don't fit it.
        case joinEdit(EditArrival)
        /// Changes an asset. Fails for an asset in Recently Deleted.
        case change(AssetChange, assetUUID: String)
        /// Changes an asset by an adjustment of its current values and by new values, which take precedence. Fails for
        /// an asset in Recently Deleted.
        case adjust(AssetAdjustment, AssetChange, assetUUID: String)
        /// Restores the imported date and place of an asset, if the user changed them. `read` contains the values of an
        /// asset that was changed before the catalog kept them (`OriginalReading`). Fails for an asset in Recently
        /// Deleted.
        case restoreOriginals(OriginalFields, read: OriginalValues, assetUUID: String)
        /// Undoes a change, as a new change.
        case revert(AssetReversal)
        /// Gives an asset an edit, or replaces its edit. The asset can be one that an earlier operation of the
        /// transaction creates. The commit takes in the renderings first. Fails for an asset in Recently Deleted.
        case edit(AssetEdit, assetUUID: String)
        /// Removes the edit of an asset, so that its current version is the original. Does nothing if the asset has no
        /// edit. Fails for an asset in Recently Deleted, if the original is remote, and if the edit isn't `base`, unless
        /// that is `nil`. With a choice, also makes that original the base of the asset's renderings, and fails if the
        /// asset has only one original.
        case revertEdit(assetUUID: String, base: EditRevision? = nil, to: OriginalChoice? = nil)
        /// Moves an asset to Recently Deleted.
        case trash(assetUUID: String)
        /// Moves an asset out of Recently Deleted.
        case restore(assetUUID: String)
        /// Deletes an asset in Recently Deleted permanently.
        case purge(assetUUID: String)
        case createCollection(NewCollection)
        case rename(String, collectionUUID: String)
        /// Replaces the description of an album or a folder.
        case describe(String, collectionUUID: String)
        /// Makes a photo or video that the album shows its cover. `nil` means the default cover.
        case setCover(assetUUID: String?, albumUUID: String)
        /// Deletes an album, or a folder with all collections in it. The assets stay.
        case deleteCollection(uuid: String)
        /// Undoes the deletion of an album or a folder. The outcome is `reverted(isChanged: false)` if the folder that
        /// contained it no longer exists.
        case restoreCollection(CollectionReversal)
        case editMembers(ListEdit, albumUUID: String)
        /// Changes the children of a folder, or of the top level if `folderUUID` is `nil`.
        case editChildren(ListEdit, folderUUID: String?)
        /// Fails with this error. Records a request that isn't supported, so that the change block fails when it is
        /// committed.
        case refuse(LibraryError)
        /// Stores the results of decoding a file's image: its placeholder, and the reason if it is damaged. Ignores a
        /// file that isn't the current image of its asset.
        case notePicture(BlobDigest, placeholder: Data?, damage: String?)
        /// Adds the metadata that a newer reader found in the file with this hash. Ignores values that an earlier reader
        /// read, and a file that no longer describes its asset.
        case noteMetadata(MetadataRecord, sha256: BlobDigest, assetUUID: String)
        /// Adds the video that a newer reader found in the photo of an asset, which becomes a Live Photo. Ignores an asset
        /// that has a video, or whose photo is another one by now.
        case addMotionVideo(TakenFile, assetUUID: String)
        /// Gives the date of an asset the offset from UTC of its place, if it has none.
        case takeZone(assetUUID: String)
        /// Updates which assets are unable to upload, after the state of these originals in the library's place changed.
        /// `nil` means all originals.
        case noteUploads([BlobDigest]?)
        /// Makes no asset unable to upload, because the library is being disconnected from its place.
        case forgetUploads
        /// Records that the library already had a file's bytes before the file was staged.
        case noteDuplicate(ImportSource, BlobDigest)
        /// Records the outcome of importing a file.
        case remember(ImportedFileRecord)
    }

    /// The outcome of an operation.
    package enum Outcome: Sendable, Equatable {
        case created(assetUUID: String)
        /// The file became a part of an existing asset.
        case joined(assetUUID: String)
        /// The library already has the bytes.
        case duplicate(assetUUID: String)
        /// The bytes belong to an asset in Recently Deleted, which stays there.
        case trashedDuplicate(assetUUID: String)
        /// The bytes belong to an asset that was restored from Recently Deleted.
        case restored(assetUUID: String)
        /// The library had the bytes when the file was read, but doesn't have them any more. The file must be read
        /// again.
        case vanished
        /// An AAE file or an edit belongs to no asset in the library, or to one that has other adjustment data.
        case unmatched
        /// The asset was changed, in a transaction whose settings keep reversals.
        case changed(AssetReversal)
        /// The album or folder was deleted, in a transaction whose settings keep reversals.
        case deleted(CollectionReversal)
        /// Whether a change was undone. `isChanged` is `false` if its values were changed again or the asset no longer
        /// exists.
        case reverted(isChanged: Bool)
        /// An item of a source was brought over.
        case broughtOver(assetUUID: String, SourceOutcome)
        /// An album or a folder of a source was brought over. It has no UUID if the user deleted it.
        case collected(uuid: String?, SourceOutcome)
        case done

        /// How to undo the change, or `nil` if nothing changed.
        package var reversal: AssetReversal? {
            if case .changed(let reversal) = self { reversal } else { nil }
        }

        /// Whether the file was added to the library.
        package var isArrival: Bool {
            switch self {
            case .created, .joined, .broughtOver(_, .created), .broughtOver(_, .updated): true
            case .duplicate, .trashedDuplicate, .restored, .vanished, .unmatched, .changed, .deleted, .reverted,
                .broughtOver, .collected, .done:
                false
            }
        }
    }

    /// The settings of a transaction, mostly for imports.
    package struct Settings: Sendable {
        /// The album for new assets. It is created together with the first of them.
        package var importAlbum: NewCollection?
        /// Whether bytes of an asset in Recently Deleted restore the asset.
        package var restoresTrashed = false
        /// Whether the outcome of a change contains its reversal.
        package var keepsReversals = false

        package init() {}

        /// Returns the outcome for bytes that belong to an asset of the library.
        package func outcome(forBytesOf known: AssetRecord) -> Outcome {
            guard known.trashedDate != nil else { return .duplicate(assetUUID: known.uuid) }
            return restoresTrashed ? .restored(assetUUID: known.uuid) : .trashedDuplicate(assetUUID: known.uuid)
        }
    }

    package var settings = Settings()
    package private(set) var operations: [Operation] = []

    package init(_ operations: [Operation] = []) {
        self.operations = operations
    }

    /// Returns the author for an app's changes in the history. An app's author never equals the author of a part of
    /// Albumen, even if their names are equal.
    package static func author(ofClient client: String) -> String {
        AssetQuery.Scope.author(ofClient: client)
    }

    package mutating func record(_ operation: Operation) {
        operations.append(operation)
    }

    /// Checks the operations without the catalog, before the user is asked to confirm them.
    ///
    /// - Throws: `LibraryError` if an operation is invalid regardless of the library's contents.
    package func validate() throws {
        for operation in operations {
            switch operation {
            case .createAsset(let draft): try draft.validate()
            case .edit(let edit, _): try edit.validate()
            case .change(let change, _): try change.validate()
            case .adjust(let adjustment, let change, _):
                try adjustment.validate()
                try change.validate()
            case .refuse(let error): throw error
            default: break
            }
        }
    }
}
