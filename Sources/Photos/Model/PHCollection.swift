public import Foundation

/// An album or a folder.
// Unchecked because open: all its own state is constant.
open class PHCollection: PHObject, @unchecked Sendable {
    /// Returns the albums and folders directly in a folder in the user's order, the moments of a list of moments in
    /// order of time, or the collections of a transient list.
    open class func fetchCollections(
        in collectionList: PHCollectionList, options: PHFetchOptions?
    ) -> PHFetchResult<PHCollection> {
        CollectionFetching.members(of: collectionList, options)
    }

    /// Returns the user's albums and folders that are in no folder, in the user's order. Collections that nobody has
    /// moved come first, newest first. Leaves out albums of imports.
    open class func fetchTopLevelUserCollections(with options: PHFetchOptions?) -> PHFetchResult<PHCollection> {
        CollectionFetching.topLevelCollections(options)
    }

    /// The name to show, in the user's language where it is the library's own.
    open var localizedTitle: String? { nil }

    /// When the user last changed the album or folder, its title or what is in it; `nil` for all other collections.
    open var modificationDate: Date? { nil }

    /// Whether assets can be members.
    open var canContainAssets: Bool { false }

    /// Whether other collections can be members.
    open var canContainCollections: Bool { false }

    /// Whether the app may perform the operation on the collection. Never asks the user.
    ///
    /// - A user album allows every operation.
    /// - A folder allows every operation except `deleteContent`.
    /// - Smart albums and moments allow `deleteContent`, which deletes their members from the library.
    /// - Other collections allow no operation.
    ///
    /// Without access, the result is always `false`. With limited access, an app manages only the albums and folders
    /// that it created: other albums don't allow `rename`, `delete` and `rearrangeContent`, and other folders allow
    /// nothing.
    open func canPerform(_ anOperation: PHCollectionEditOperation) -> Bool {
        false
    }

    override func getter(ofKey key: String) -> (() -> Any?)? {
        guard let get = PHCollection.keyedValues[key] else { return super.getter(ofKey: key) }
        return { get(self) }
    }
}
