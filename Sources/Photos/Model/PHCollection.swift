public import Foundation

/// An album or a folder.
// Unchecked because open: all its own state is constant.
open class PHCollection: PHObject, @unchecked Sendable {
    /// The name to show, in the user's language where it is the library's own.
    open var localizedTitle: String? { nil }

    /// When the user last changed the album or folder, its title or what is in it; `nil` for all other collections.
    open var modificationDate: Date? { nil }

    /// Whether assets can be members.
    open var canContainAssets: Bool { false }

    /// Whether other collections can be members.
    open var canContainCollections: Bool { false }

    /// Whether the app may do this with the collection: everything with an album of the user's, all but what is for
    /// assets with a folder, delete the members of smart albums and moments from the library, and nothing with any
    /// other collection, nor without access. Never asks the user.
    open func canPerform(_ anOperation: PHCollectionEditOperation) -> Bool {
        false
    }

    open override func value(forKey key: String) -> Any? {
        switch key {
        case "title", "localizedTitle": localizedTitle
        case "canContainAssets": canContainAssets as NSNumber
        case "canContainCollections": canContainCollections as NSNumber
        case "modificationDate": modificationDate
        default: super.value(forKey: key)
        }
    }
}
