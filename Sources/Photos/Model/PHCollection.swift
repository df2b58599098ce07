public import Foundation

/// An album or a folder.
// Unchecked because the class is open. All stored properties are constant.
open class PHCollection: PHObject, @unchecked Sendable {
    /// Returns the direct children of a folder in the user's order, the moments of a moment list in chronological
    /// order, or the collections of a transient list.
    @discardableResult
    open class func fetchCollections(
        in collectionList: PHCollectionList, options: PHFetchOptions?
    ) -> PHFetchResult<PHCollection> {
        CollectionFetching.members(of: collectionList, options)
    }

    /// Returns the user's albums and folders at the top level, in the user's order. Collections that nobody has moved
    /// come first, with the newest first. Excludes albums of imports.
    @discardableResult
    open class func fetchTopLevelUserCollections(with options: PHFetchOptions?) -> PHFetchResult<PHCollection> {
        CollectionFetching.topLevelCollections(options)
    }

    /// The title to display. Titles of the library's own collections are in the user's language.
    open var localizedTitle: String? { nil }

    /// The date of the latest change of an album or folder by the user, including its title and members. `nil` for
    /// all other collections.
    open var modificationDate: Date? { nil }

    /// Whether the collection can contain assets.
    open var canContainAssets: Bool { false }

    /// Whether the collection can contain other collections.
    open var canContainCollections: Bool { false }

    /// Whether the app may perform the operation on the collection. Never asks the user.
    ///
    /// - A user album allows every operation.
    /// - A folder allows every operation except `deleteContent`.
    /// - The root folder allows `addContent`, `createContent` and `rearrangeContent`.
    /// - Smart albums and moments allow `deleteContent`, which deletes their members from the library.
    /// - Other collections allow no operation.
    ///
    /// Without access, the result is always `false`. With limited access, an app manages only the albums and folders
    /// that it created: other albums don't allow `rename`, `delete` and `rearrangeContent`, and other folders allow
    /// nothing.
    @discardableResult
    open func canPerform(_ anOperation: PHCollectionEditOperation) -> Bool {
        false
    }

    override func getter(ofKey key: String) -> (() -> Any?)? {
        guard let get = PHCollection.keyedValues[key] else { return super.getter(ofKey: key) }
        return { get(self) }
    }
}
