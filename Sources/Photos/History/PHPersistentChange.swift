import Albumen
import Catalog
public import Foundation

/// One change of the library, as its history has it. Safe to use from any thread.
// Unchecked because open: all its own state is constant.
open class PHPersistentChange: NSObject, @unchecked Sendable {
    /// The state of the library after the change.
    public let changeToken: PHPersistentChangeToken
    private let change: ChangeToken
    private let view: LibraryView

    init(_ change: ChangeToken, _ token: ClientChangeToken, _ view: LibraryView) {
        changeToken = PHPersistentChangeToken(token)
        self.change = change
        self.view = view
    }

    /// What the change did to the objects of a kind; with limited access, to those that the app may see. Blocks while the
    /// catalog is read: a cost of the change.
    ///
    /// - Throws: a ``PHPhotosError``: 3210 where the change was trimmed from the history since it was fetched, -1 where
    ///   the library cannot be read.
    open func changeDetails(for objectType: PHObjectType) throws -> PHPersistentObjectChangeDetails {
        do {
            let details = try view.library.details(
                of: ChangedObject(objectType), inChange: change, access: view.access)
            return PHPersistentObjectChangeDetails(objectType, details)
        } catch {
            throw NSError.photos(error)
        }
    }
}

extension ChangedObject {
    fileprivate init(_ objectType: PHObjectType) {
        switch objectType {
        case .asset: self = .asset
        case .assetCollection: self = .album
        case .collectionList: self = .folder
        }
    }
}
