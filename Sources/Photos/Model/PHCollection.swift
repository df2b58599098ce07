import Foundation

/// An album or a folder.
// Unchecked because open: all its own state is constant.
open class PHCollection: PHObject, @unchecked Sendable {
    /// The name to show, in the user's language where it is the library's own.
    open var localizedTitle: String? { nil }

    /// Whether assets can be members.
    open var canContainAssets: Bool { false }

    /// Whether other collections can be members.
    open var canContainCollections: Bool { false }

    open override func value(forKey key: String) -> Any? {
        switch key {
        case "title", "localizedTitle": localizedTitle
        case "canContainAssets": canContainAssets as NSNumber
        case "canContainCollections": canContainCollections as NSNumber
        default: super.value(forKey: key)
        }
    }
}
